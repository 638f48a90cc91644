// SPDX-License-Identifier: MIT
// Where the files are that come with the program: variants, claims. Thread safe.
#pragma once

#include <string>

namespace augmate {

// The shipped folder of a name ("variants"): what the environment says ($AUGMATE_VARIANTS), else
// share/augmate/NAME in a folder above that of the program or of the shared library, else the
// source tree that they were built from, else the install prefix.
std::string data_folder(const std::string& name);

}  // namespace augmate
