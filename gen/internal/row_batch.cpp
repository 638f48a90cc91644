// SPDX-License-Identifier: MIT
#include "gen/internal/row_batch.h"

#include <utility>

namespace augmate::internal {

RowBatch::RowBatch(const RowReader& reader, const RowQuestion& question, int row_words)
    : reader_(reader), question_(question), row_words_(row_words) {
  for (Place& p : places_) {
    p.scratch = reader.make_scratch();
    p.words.resize(static_cast<std::size_t>(row_words));
  }
}

void RowBatch::add(std::uint64_t row, RowStream& found) {
  Place& p = places_[used_];
  if (!reader_.enter(row, *p.scratch) ||
      !reader_.lay_out(*p.scratch, question_.mover, question_.changes))
    return;
  reader_.ask_for(open(row));
  p.row = row;
  if (++used_ == kPlaces) finish(found);
}

template <class F>
void RowBatch::keep(F&& f) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < used_; ++i)
    if (f(places_[i])) std::swap(places_[kept++], places_[i]);
  used_ = kept;
}

void RowBatch::finish(RowStream& found) {
  const ReadSource* saving = question_.saving;
  keep([&](Place& p) {
    if (!reader_.read(*p.scratch, open(p.row), p.words.data())) return false;
    if (saving != nullptr) reader_.ask_for(saving->set.row(p.row));
    return true;
  });
  if (saving != nullptr) {
    keep([&](Place& p) {
      return reader_.exclude_own(*p.scratch, question_.mover, *saving, p.words.data());
    });
    keep([&](Place& p) {
      return reader_.exclude_last(*p.scratch, question_.mover, *saving, p.words.data());
    });
    keep([&](Place& p) { return reader_.exclude_rest(*p.scratch, p.words.data()); });
  }
  for (std::size_t i = 0; i < used_; ++i)
    found.append(places_[i].row, places_[i].words.data(), row_words_);
  used_ = 0;
}

}  // namespace augmate::internal
