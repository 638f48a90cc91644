// SPDX-License-Identifier: MIT
#include "formats/hdf5_export.h"

#include <fmt/format.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <numeric>

#include "formats/internal/grid_counter.h"
#include "formats/internal/hdf5_rows_writer.h"
#include "formats/rules_text.h"
#include "formats/square_grid.h"
#include "formats/statistics.h"
#include "rules/diagram.h"

namespace augmate {
namespace {

using namespace internal::hdf5;
using internal::GridCounter;

constexpr std::uint8_t kIllegalOutcome = 255;
constexpr std::int16_t kIllegalDistance = -2;
static_assert(kNoDistance == -1 && kMaxPlies <= INT16_MAX);
constexpr std::uint64_t kChunkPoints = std::uint64_t{1} << 17;
constexpr std::uint64_t kMostPoints = std::uint64_t{1} << 40;
constexpr std::int64_t kFormatVersion = 1;

template <class T>
T must(Result<T> result) {
  if (!result) throw Failure{result.error()};
  return std::move(result).value();
}

const char* side_word(Side side) { return side == Side::kWhite ? "white" : "black"; }

std::string letter_of(const Game& game, int kind) {
  return kind < 0 ? "-" : std::string(1, game.kind(kind).letter);
}

// One dimension of the datasets.
struct Dimension {
  std::string name;
  std::vector<int> members;  // squares, or numbers of states
  hsize_t chunk = 1;         // points of it in one chunk
};

// Writes one file.
class Exporter {
 public:
  Exporter(SquareGrid grid, const Material& material, const Hdf5ExportOptions& options);

  Hdf5Export write(const std::string& path);

 private:
  struct Chunk {
    std::vector<hsize_t> begin, size;
    std::vector<std::uint8_t> outcomes;
    std::vector<std::int16_t> distances;
    bool any = false;  // legal positions
  };
  struct Datasets {
    Id outcome, distance;
  };

  void choose_chunks();
  std::string men_text() const;
  void describe(hid_t file) const;
  void write_scales(hid_t file) const;
  void write_squares(hid_t file) const;
  void write_symmetries(hid_t file) const;
  void write_statistics(hid_t file) const;
  void add_statistics(const Sides& sides, const std::string& white, const std::string& black,
                      std::vector<Hdf5Row>& counts, std::vector<Hdf5Row>& histogram) const;
  Id create_dataset(hid_t group, hid_t file, const char* name, hid_t type, const void* fill) const;
  Datasets create_datasets(hid_t file, Side side) const;
  void write_values(hid_t file, Side side);
  void fill(Side side, Chunk& chunk, GridCounter& counter);
  bool next_chunk(std::vector<hsize_t>& begin) const;
  bool has_states() const { return grid_.states().size() > 1; }

  const Hdf5ExportOptions& options_;
  Material material_;
  SquareGrid grid_;
  Statistics statistics_;
  std::vector<Dimension> dimensions_;
  std::vector<std::size_t> order_;     // of dimensions, as the table stores: outermost first
  std::vector<std::uint64_t> weight_;  // by square of the first axis: images that it stands for
  std::uint64_t points_ = 1, done_ = 0;
};

Exporter::Exporter(SquareGrid grid, const Material& material, const Hdf5ExportOptions& options)
    : options_(options),
      material_(material),
      grid_(std::move(grid)),
      statistics_(must(statistics_of(grid_.game(), grid_.table()))) {
  const auto squares = static_cast<std::size_t>(grid_.squares());
  std::vector<int> all(squares);
  std::iota(all.begin(), all.end(), 0);
  if (has_states()) {
    std::vector<int> states(grid_.states().size());
    std::iota(states.begin(), states.end(), 0);
    dimensions_.push_back({"state", states});
    order_.push_back(0);
  }
  for (const auto& axis : grid_.axes()) dimensions_.push_back({axis.name, all});
  for (const int axis : grid_.storage_order())
    order_.push_back(static_cast<std::size_t>(axis) + (has_states() ? 1 : 0));
  weight_.assign(squares, 1);
  if (options.fold) {
    auto& first = dimensions_[has_states() ? 1 : 0].members;
    first = orbit_squares(grid_.game().board(), grid_.symmetries());
    for (const Square s : first) {
      std::vector<Square> orbit;
      for (const Symmetry& g : grid_.symmetries())
        orbit.push_back(g.map[static_cast<std::size_t>(s)]);
      std::sort(orbit.begin(), orbit.end());
      weight_[static_cast<std::size_t>(s)] =
          static_cast<std::uint64_t>(std::unique(orbit.begin(), orbit.end()) - orbit.begin());
    }
  }
  for (const Dimension& d : dimensions_) {
    points_ *= d.members.size();
    if (points_ > kMostPoints)
      throw Failure{
          {ErrorCode::kTooLarge, fmt::format("{} has more than 2^40 points a side to move",
                                             material_name(grid_.game(), material))}};
  }
  choose_chunks();
}

// The innermost dimensions of the table whole, as far as they go.
void Exporter::choose_chunks() {
  std::uint64_t points = 1;
  for (auto d = order_.rbegin(); d != order_.rend(); ++d) {
    Dimension& dimension = dimensions_[*d];
    dimension.chunk = std::clamp<std::uint64_t>(kChunkPoints / points, 1, dimension.members.size());
    points *= dimension.chunk;
  }
}

// A line for each kind and side: "white K King, K: leap (0,1) [8 ways]".
std::string Exporter::men_text() const {
  const Game& game = grid_.game();
  std::string text;
  const SquareGrid::Axis* last = nullptr;
  for (const auto& axis : grid_.axes()) {
    if (last != nullptr && last->kind == axis.kind && last->side == axis.side) continue;
    last = &axis;
    const Kind& kind = game.kind(axis.kind);
    text += fmt::format("{} {} {}, {}: {}\n", side_word(axis.side), kind.letter, kind.name,
                        kind.notation[index(axis.side)],
                        kind.joker ? "moves as the kind that the opponent moved last"
                                   : summarize_steps(*kind.steps[index(axis.side)]));
  }
  return text;
}

void Exporter::describe(hid_t file) const {
  const Game& game = grid_.game();
  const Board& board = game.board();
  const std::string material = material_name(game, material_);
  std::vector<std::string> axes;
  for (const Dimension& d : dimensions_) axes.push_back(d.name);
  set_attribute(file, "format", "augmate ending");
  set_attribute(file, "format_version", kFormatVersion);
  set_attribute(file, "title", ending_title(game, material_) + ": the value of every position");
  set_attribute(
      file, "how_to_read",
      "white_to_move/outcome and white_to_move/distance (and the same for black_to_move) hold the "
      "value for the side to move under best play. They have an axis for each man, named by the "
      "attribute axes and by dimension scales; a position's place on an axis is the number of the "
      "man's square, from 0 at a1 along the ranks, as in the tables axes/* and squares. Alike men "
      "may be given in any order. No pawn may be taken in passing. Distances are plies, moves of "
      "one side each.");
  set_attribute(file, "program", options_.program);
  set_attribute(file, "variant", game.rules().name);
  set_attribute(file, "material", material);
  set_attribute(file, "board", fmt::format("{}x{}", board.files(), board.ranks()));
  set_attribute(file, "men", men_text());
  set_attribute(file, "rules", rules_text(game, material_));
  set_attribute(file, "axes", axes);
  set_attribute(file, "folded", std::int64_t{options_.fold});
  set_attribute(file, "table_checksum", fmt::format("{:016x}", grid_.table().file().checksum()));
}

// Names of fixed length in ASCII, which every reader of the format shows.
Id write_names(hid_t group, const std::string& name, const std::vector<std::string>& names) {
  std::size_t width = 1;
  for (const std::string& n : names) width = std::max(width, n.size());
  std::string bytes;
  for (std::string n : names) {
    n.resize(width, '\0');
    bytes += n;
  }
  const Id type = own(H5Tcopy(H5T_C_S1), H5Tclose, "make a type of names");
  check(H5Tset_size(type, width), "make a type of names");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "make a type of names");
  const hsize_t count = names.size();
  const Id space = own(H5Screate_simple(1, &count, nullptr), H5Sclose, "make a space");
  const Id properties = untimed();
  Id dataset =
      own(H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT),
          H5Dclose, "create a dataset of names");
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), "write names");
  return dataset;
}

void Exporter::write_scales(hid_t file) const {
  const Game& game = grid_.game();
  const Id group = create_group(file, "axes");
  set_attribute(group, "description",
                "For each axis of the values the names of its members, as dimension scales");
  for (const Dimension& d : dimensions_) {
    std::vector<std::string> names;
    for (const int member : d.members) {
      if (d.name != "state") {
        names.push_back(game.board().name(member));
        continue;
      }
      const auto& state = grid_.states()[static_cast<std::size_t>(member)];
      names.push_back(
          fmt::format("white {}, black {}", letter_of(game, state[0]), letter_of(game, state[1])));
    }
    const Id scale = write_names(group, d.name, names);
    set_attribute(scale, "description",
                  d.name == "state" ? "What White's and Black's Jokers imitate; - for nothing"
                                    : "The squares of this man");
    check(H5DSset_scale(scale, d.name.c_str()), "make a dimension scale");
  }
}

void Exporter::write_squares(hid_t file) const {
  using Type = Hdf5Column::Type;
  const Board& board = grid_.game().board();
  std::vector<Hdf5Row> rows;
  for (Square s = 0; s < board.size(); ++s)
    rows.push_back({board.name(s), std::int64_t{board.file(s)}, std::int64_t{board.rank(s)},
                    std::int64_t{board.exists(s)}, std::int64_t{board.vanishing().test(s)},
                    std::int64_t{board.camp(s)}});
  append_rows(file, "squares",
              {{"name", Type::kText, "of the square with the row's number"},
               {"file", Type::kInteger, "from 0 at the left"},
               {"rank", Type::kInteger, "from 0 at White's end"},
               {"exists", Type::kInteger, "0: a hole, no man can stand there"},
               {"vanishing", Type::kInteger, "1: exists only while a man stands there"},
               {"camp", Type::kInteger, "number of the camp, 0 for none"}},
              rows);
}

void Exporter::write_symmetries(hid_t file) const {
  std::vector<std::int16_t> maps;
  for (const Symmetry& g : grid_.symmetries())
    for (const Square s : g.map) maps.push_back(static_cast<std::int16_t>(s));
  const hsize_t size[] = {grid_.symmetries().size(), static_cast<hsize_t>(grid_.squares())};
  const Id space = own(H5Screate_simple(2, size, nullptr), H5Sclose, "make a space");
  const Id properties = untimed();
  const Id dataset = own(
      H5Dcreate2(file, "symmetries", H5T_STD_I16LE, space, H5P_DEFAULT, properties, H5P_DEFAULT),
      H5Dclose, "create the dataset of symmetries");
  check(H5Dwrite(dataset, H5T_NATIVE_INT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, maps.data()),
        "write symmetries");
  set_attribute(dataset, "description",
                "Each row is a symmetry of the ending: the square to which it takes the square of "
                "the column. With all men moved by one row a position has the same value. In a "
                "folded file take a row that leads the first man to a square of its axis");
}

void Exporter::add_statistics(const Sides& sides, const std::string& white,
                              const std::string& black, std::vector<Hdf5Row>& counts,
                              std::vector<Hdf5Row>& histogram) const {
  const auto row = [&](Side side, auto... cells) {
    Hdf5Row r{std::string(side_word(side))};
    if (has_states()) r.insert(r.end(), {white, black});
    r.insert(r.end(), {Hdf5Cell(cells)...});
    return r;
  };
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const SideStatistics& s = sides[index(side)];
    counts.push_back(row(side, std::string("legal"), static_cast<std::int64_t>(s.legal),
                         std::monostate(), std::string()));
    for (const Outcome outcome : kBestFirst) {
      const OutcomeStatistics& o = s.outcomes[static_cast<unsigned>(outcome)];
      if (!shown(s, outcome)) continue;
      const std::string word = name(outcome);
      const int plies = o.max_plies();
      counts.push_back(row(side, word, static_cast<std::int64_t>(o.count),
                           plies == kNoDistance ? Hdf5Cell() : Hdf5Cell(std::int64_t{plies}),
                           o.longest_fen));
      for (const auto& [distance, count] : o.histogram)
        histogram.push_back(
            row(side, word, std::int64_t{distance}, static_cast<std::int64_t>(count)));
    }
  }
}

void Exporter::write_statistics(hid_t file) const {
  using Type = Hdf5Column::Type;
  const Id group = create_group(file, "statistics");
  set_attribute(group, "description",
                "Numbers of legal positions on the whole board, alike men counted once, for each "
                "side to move; outcomes as it sees them");
  std::vector<Hdf5Row> counts, histogram;
  add_statistics(statistics_.all, "*", "*", counts, histogram);
  for (const auto& state : statistics_.states)
    add_statistics(state.sides, letter_of(grid_.game(), state.imitates[0]),
                   letter_of(grid_.game(), state.imitates[1]), counts, histogram);
  std::vector<Hdf5Column> count_columns = {{"to_move", Type::kText, "white or black"}};
  if (has_states()) {
    count_columns.push_back({"white_imitates", Type::kText,
                             "letter of the kind that White's Jokers imitate, - nothing, * all"});
    count_columns.push_back({"black_imitates", Type::kText, "the same for Black's"});
  }
  count_columns.push_back({"outcome", Type::kText, "for the side to move; legal: all of them"});
  auto histogram_columns = count_columns;
  histogram_columns.push_back({"plies", Type::kInteger, "distance to the outcome, in plies"});
  histogram_columns.push_back({"positions", Type::kInteger, "with just this distance"});
  count_columns.push_back({"positions", Type::kInteger, "number"});
  count_columns.push_back({"longest_plies", Type::kInteger, "the largest distance, in plies"});
  count_columns.push_back({"longest_fen", Type::kText, "a position that has it"});
  append_rows(group, "counts", count_columns, counts);
  append_rows(group, "histogram", histogram_columns, histogram);
}

Id Exporter::create_dataset(hid_t group, hid_t file, const char* name, hid_t type,
                            const void* fill) const {
  std::vector<hsize_t> size, chunk;
  for (const Dimension& d : dimensions_) {
    size.push_back(d.members.size());
    chunk.push_back(d.chunk);
  }
  const Id properties = chunked(chunk);
  check(H5Pset_fill_value(properties, type, fill), "set the fill value");
  const Id space = own(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                       H5Sclose, "make a space");
  Id dataset = own(H5Dcreate2(group, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT),
                   H5Dclose, "create a dataset of values");
  for (unsigned i = 0; i < dimensions_.size(); ++i) {
    const std::string& label = dimensions_[i].name;
    check(H5DSset_label(dataset, i, label.c_str()), "name a dimension");
    const Id scale = own(H5Dopen2(file, ("axes/" + label).c_str(), H5P_DEFAULT), H5Dclose,
                         "open a dimension scale");
    check(H5DSattach_scale(dataset, scale, i), "attach a dimension scale");
  }
  return dataset;
}

Id outcome_type() {
  Id type = own(H5Tenum_create(H5T_STD_U8LE), H5Tclose, "make the type of outcomes");
  const auto insert = [&](const char* word, std::uint8_t value) {
    check(H5Tenum_insert(type, word, &value), "make the type of outcomes");
  };
  for (int o = 0; o < kOutcomes; ++o)
    insert(name(static_cast<Outcome>(o)), static_cast<std::uint8_t>(o));
  insert("illegal", kIllegalOutcome);
  return type;
}

Exporter::Datasets Exporter::create_datasets(hid_t file, Side side) const {
  const Id group = create_group(file, fmt::format("{}_to_move", side_word(side)).c_str());
  const Id type = outcome_type();
  Datasets d{create_dataset(group, file, "outcome", type, &kIllegalOutcome),
             create_dataset(group, file, "distance", H5T_STD_I16LE, &kIllegalDistance)};
  set_attribute(d.outcome, "description",
                "Outcome under best play for the side to move, worst to best from 0; "
                "255: no legal position");
  set_attribute(d.outcome, "illegal", std::int64_t{kIllegalOutcome});
  set_attribute(d.distance, "description",
                "Plies to the outcome under best play: the side that it favours hurries, the other "
                "delays. -1: no distance, infinite play decides; -2: no legal position");
  set_attribute(d.distance, "units", "plies");
  set_attribute(d.distance, "no_distance", std::int64_t{kNoDistance});
  set_attribute(d.distance, "illegal", std::int64_t{kIllegalDistance});
  return d;
}

// The values of the chunk's points, the last dimension fastest.
void Exporter::fill(Side side, Chunk& chunk, GridCounter& counter) {
  const std::size_t rank = dimensions_.size(), first = has_states() ? 1 : 0;
  std::vector<hsize_t> at(rank, 0);
  std::array<Square, kMaxMen + 1> members{};
  for (std::size_t i = 0; i < rank; ++i) members[i] = dimensions_[i].members[chunk.begin[i]];
  chunk.outcomes.clear();
  chunk.distances.clear();
  chunk.any = false;
  for (bool more = true; more;) {
    const auto value =
        must(grid_.value(side, has_states() ? members[0] : 0, members.data() + first));
    counter.add(value, weight_[static_cast<std::size_t>(members[first])]);
    chunk.any = chunk.any || value.has_value();
    chunk.outcomes.push_back(value ? static_cast<std::uint8_t>(value->outcome) : kIllegalOutcome);
    chunk.distances.push_back(value ? static_cast<std::int16_t>(value->plies) : kIllegalDistance);
    more = false;
    for (std::size_t i = rank; i-- > 0 && !more;) {
      at[i] = at[i] + 1 < chunk.size[i] ? at[i] + 1 : 0;
      more = at[i] != 0;
      members[i] = dimensions_[i].members[chunk.begin[i] + at[i]];
    }
  }
}

// The chunk after this one in the order of the table; false after the last.
bool Exporter::next_chunk(std::vector<hsize_t>& begin) const {
  for (auto d = order_.rbegin(); d != order_.rend(); ++d) {
    begin[*d] += dimensions_[*d].chunk;
    if (begin[*d] < dimensions_[*d].members.size()) return true;
    begin[*d] = 0;
  }
  return false;
}

void Exporter::write_values(hid_t file, Side side) {
  const Datasets datasets = create_datasets(file, side);
  const Id type = outcome_type();
  const std::size_t rank = dimensions_.size();
  GridCounter counter;
  Chunk chunk{std::vector<hsize_t>(rank, 0), std::vector<hsize_t>(rank), {}, {}};
  do {
    for (std::size_t i = 0; i < rank; ++i)
      chunk.size[i] =
          std::min<hsize_t>(dimensions_[i].chunk, dimensions_[i].members.size() - chunk.begin[i]);
    fill(side, chunk, counter);
    done_ += chunk.outcomes.size();
    if (options_.progress) options_.progress(done_, 2 * points_);
    if (!chunk.any) continue;  // the fill value says it
    const Id memory = own(H5Screate_simple(static_cast<int>(rank), chunk.size.data(), nullptr),
                          H5Sclose, "make a space");
    const Id space = own(H5Dget_space(datasets.outcome), H5Sclose, "write values");
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, chunk.begin.data(), nullptr, chunk.size.data(),
                              nullptr),
          "write values");
    check(H5Dwrite(datasets.outcome, type, memory, space, H5P_DEFAULT, chunk.outcomes.data()),
          "write outcomes");
    check(H5Dwrite(datasets.distance, H5T_NATIVE_INT16, memory, space, H5P_DEFAULT,
                   chunk.distances.data()),
          "write distances");
  } while (next_chunk(chunk.begin));
  if (!counter.equals(statistics_.all[index(side)], static_cast<std::uint64_t>(grid_.orders())))
    throw Failure{{ErrorCode::kMismatch,
                   fmt::format("the values in '{}' with {} to move are not those that its "
                               "statistics count; run augmate check",
                               grid_.table().file().path(), side_word(side))}};
}

Hdf5Export Exporter::write(const std::string& path) {
  File file = File::create(path);
  describe(file);
  write_scales(file);
  write_squares(file);
  write_symmetries(file);
  write_statistics(file);
  for (const Side side : {Side::kWhite, Side::kBlack}) write_values(file, side);
  file.commit();
  Hdf5Export written;
  written.states = grid_.states().size();
  for (const Dimension& d : dimensions_) {
    if (d.name == "state") continue;
    written.axes.push_back(d.name);
    written.sizes.push_back(d.members.size());
  }
  return written;
}

}  // namespace

Result<Hdf5Export> export_hdf5(const std::shared_ptr<const Game>& game, const Material& material,
                               const TableSet& tables, const std::string& path,
                               const Hdf5ExportOptions& options) {
  auto grid = SquareGrid::open(game, material, tables);
  if (!grid) return grid.error();
  return guarded(path, [&] { return Exporter(std::move(*grid), material, options).write(path); });
}

}  // namespace augmate
