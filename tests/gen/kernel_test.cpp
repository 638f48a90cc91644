// SPDX-License-Identifier: MIT
// The loops for every instruction set that the processor has make the same files, byte for byte.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>

#include "tests/support/temporary_folder.h"

namespace augmate::test {
namespace {

// The names and bytes of the tables that the program makes with the loops for `isa`.
std::map<std::string, std::string> tables_with(const std::string& isa, const std::string& ending) {
  const TemporaryFolder folder;
  const std::string command = "AUGMATE_ISA=" + isa + " '" AUGMATE_BINARY "' gen " + ending +
                              " --tables '" + folder.path() + "' > /dev/null 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::map<std::string, std::string> files;
  for (const std::string& name : folder.names()) files[name] = read_file(folder.file(name));
  return files;
}

// One plane of lanes and two; two fixed men, so that paths are cut by all kinds of men; hoppers in
// every role, the lane royal's included.
TEST(Kernels, MakeTheSameBytes) {
  for (const std::string ending :
       {"KQvKR", "KCvK --variant wide-wad",
        "KGHvK --board 6x5 --piece G=gQ --piece H=mRcpR --piece K=KgQ"}) {
    const auto expected = tables_with("baseline", ending);
    EXPECT_GE(expected.size(), 2u);
    for (const std::string isa : {"avx2", "avx512"})
      EXPECT_TRUE(tables_with(isa, ending) == expected) << ending << " with " << isa;
  }
}

}  // namespace
}  // namespace augmate::test
