// SPDX-License-Identifier: MIT
#include "formats/block_coder.h"

namespace augmate {

Result<std::unique_ptr<const BlockCoder>> read_coder(CoderKind kind, std::string_view model,
                                                     const CoderValues& values) {
  switch (kind) {
    case CoderKind::kZstd:
      if (!model.empty()) return Error{ErrorCode::kCorrupt, "a model for zstd, which has none"};
      return zstd_coder(values.own.size(), 0);
    case CoderKind::kStatic:
      return read_static_coder(model, values);
    case CoderKind::kMixing:
      return read_mixing_coder(model, values);
  }
  return Error{ErrorCode::kCorrupt, "an unknown coder of blocks"};
}

}  // namespace augmate
