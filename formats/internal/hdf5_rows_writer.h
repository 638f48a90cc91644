// SPDX-License-Identifier: MIT
// append_rows() of formats/hdf5_rows.h within a file that is open.
#pragma once

#include <string>
#include <vector>

#include "formats/hdf5_rows.h"
#include "formats/internal/hdf5_calls.h"

namespace augmate::internal::hdf5 {

void append_rows(hid_t parent, const std::string& name, const std::vector<Hdf5Column>& columns,
                 const std::vector<Hdf5Row>& rows, const std::vector<std::string>& unique = {});

}  // namespace augmate::internal::hdf5
