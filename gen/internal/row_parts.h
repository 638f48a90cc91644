// SPDX-License-Identifier: MIT
// What a RowReader is made of: the tables of its layout and the programs of its men.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "gen/internal/row_kernel.h"
#include "gen/internal/row_program.h"
#include "gen/internal/row_scratch.h"
#include "gen/row_reader.h"

namespace augmate {

struct RowReader::Parts {
  explicit Parts(const Layout& layout);

  // How a man of the kind moves in a state; null for a Joker that imitates nothing.
  const internal::RowProgram* program(Side side, int kind, int state) const {
    if (!tables.layout.game->kind(kind).joker)
      return programs[index(side)][static_cast<std::size_t>(kind)].get();
    const int imitated =
        tables.layout.states[static_cast<std::size_t>(state)].imitates[index(side)];
    return imitated < 0 ? nullptr
                        : imitations[index(side)][static_cast<std::size_t>(imitated)].get();
  }

  internal::RowTables tables;
  const internal::RowKernel& kernel = internal::row_kernel();
  using Programs =
      std::array<std::vector<std::unique_ptr<internal::RowProgram>>, 2>;  // by side and kind
  Programs programs, imitations;  // of the men that there are; those of Jokers

 private:
  void add(Side side, int kind, internal::RowProgram::Roles roles);
  std::vector<internal::RowProgram::Roles> roles_of(Side side, std::vector<bool>& used) const;
};

}  // namespace augmate
