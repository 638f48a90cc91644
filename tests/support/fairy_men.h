// SPDX-License-Identifier: MIT
// The men of RULES.md by name, for tests. Men whose moves bend or take several paths are built by
// hand here, not from notation, so that a mistake in the notation's reader shows.
#pragma once

#include <string_view>

#include "base/result.h"
#include "rules/step_graph.h"

namespace augmate::test {

// A named man ("Griffin", "Crab", "Q") or several with '+' between, which means the union.
Result<StepGraph> fairy_man(std::string_view names);

// The union of every turn and reflection of walks given in one octant or quadrant.
StepGraph all_round(const StepGraph& walks);

}  // namespace augmate::test
