// SPDX-License-Identifier: MIT
#include "formats/hdf5_rows.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <limits>
#include <set>

#include "base/check.h"
#include "formats/internal/hdf5_rows_writer.h"

namespace augmate {
namespace internal::hdf5 {
namespace {

using Type = Hdf5Column::Type;

constexpr std::size_t kCellBytes = 8;  // an integer, a real, a pointer to text
constexpr std::int64_t kMissingInteger = -1;
constexpr hsize_t kRowsAChunk = 1024;

Id compound_type(const std::vector<Hdf5Column>& columns) {
  Id type =
      own(H5Tcreate(H5T_COMPOUND, columns.size() * kCellBytes), H5Tclose, "make a type of rows");
  const Id text = text_type();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Type t = columns[i].type;
    const hid_t member = t == Type::kInteger ? H5T_STD_I64LE
                         : t == Type::kReal  ? H5T_IEEE_F64LE
                                             : static_cast<hid_t>(text);
    check(H5Tinsert(type, columns[i].name.c_str(), i * kCellBytes, member), "make a type of rows");
  }
  return type;
}

Id create_dataset(hid_t parent, const std::string& name, hid_t type,
                  const std::vector<Hdf5Column>& columns) {
  const hsize_t none = 0, unlimited = H5S_UNLIMITED;
  const Id space = own(H5Screate_simple(1, &none, &unlimited), H5Sclose, "make a space");
  const Id properties = chunked({kRowsAChunk});
  Id dataset =
      own(H5Dcreate2(parent, name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT),
          H5Dclose, "create a table of rows");
  for (const Hdf5Column& c : columns)
    if (!c.meaning.empty()) set_attribute(dataset, (c.name + ": meaning").c_str(), c.meaning);
  set_attribute(dataset, "missing",
                "-1 in columns of integers, not-a-number in columns of reals, empty in columns of "
                "text");
  return dataset;
}

std::string member_name(hid_t type, unsigned number) {
  char* const name = H5Tget_member_name(type, number);
  if (name == nullptr) return "";
  const std::string copy = name;
  H5free_memory(name);
  return copy;
}

// Why rows of these columns cannot go into the dataset; empty if they can.
std::string difference(hid_t dataset, const std::vector<Hdf5Column>& columns) {
  const Id type = own(H5Dget_type(dataset), H5Tclose, "read the type of a dataset");
  const Id space = own(H5Dget_space(dataset), H5Sclose, "read the size of a dataset");
  hsize_t size = 0, most = 0;
  if (H5Tget_class(type) != H5T_COMPOUND || H5Sget_simple_extent_ndims(space) != 1)
    return "is no table of rows";
  check(H5Sget_simple_extent_dims(space, &size, &most), "read the size of a dataset");
  if (most != H5S_UNLIMITED) return "cannot grow";
  if (H5Tget_nmembers(type) != static_cast<int>(columns.size()))
    return fmt::format("has {} columns instead of {}", H5Tget_nmembers(type), columns.size());
  constexpr H5T_class_t kClass[] = {H5T_INTEGER, H5T_FLOAT, H5T_STRING};
  for (unsigned i = 0; i < columns.size(); ++i) {
    if (const std::string name = member_name(type, i); name != columns[i].name)
      return fmt::format("has a column '{}' instead of '{}'", name, columns[i].name);
    if (H5Tget_member_class(type, i) != kClass[static_cast<unsigned>(columns[i].type)])
      return fmt::format("has a column '{}' of another type", columns[i].name);
  }
  return "";
}

Id open_dataset(hid_t parent, const std::string& name, const std::vector<Hdf5Column>& columns) {
  Id dataset = own(H5Dopen2(parent, name.c_str(), H5P_DEFAULT), H5Dclose, "open a table of rows");
  if (const std::string why = difference(dataset, columns); !why.empty())
    throw Failure{{ErrorCode::kCorrupt,
                   fmt::format("its dataset '{}' {}; take another file or name", name, why)}};
  return dataset;
}

// The bytes of the rows; texts are pointers into `rows`.
std::string packed(const std::vector<Hdf5Column>& columns, const std::vector<Hdf5Row>& rows) {
  std::string bytes;
  bytes.reserve(rows.size() * columns.size() * kCellBytes);
  const auto put = [&](auto value) {
    static_assert(sizeof value == kCellBytes);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  for (const Hdf5Row& row : rows) {
    AUGMATE_CHECK(row.size() == columns.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool missing = std::holds_alternative<std::monostate>(row[i]);
      switch (columns[i].type) {
        case Type::kInteger:
          put(missing ? kMissingInteger : std::get<std::int64_t>(row[i]));
          break;
        case Type::kReal:
          put(missing ? std::numeric_limits<double>::quiet_NaN() : std::get<double>(row[i]));
          break;
        case Type::kText:
          put(missing ? "" : std::get<std::string>(row[i]).c_str());
          break;
      }
    }
  }
  return bytes;
}

hsize_t size_of(hid_t dataset) {
  const Id space = own(H5Dget_space(dataset), H5Sclose, "read the size of a dataset");
  hsize_t size = 0;
  check(H5Sget_simple_extent_dims(space, &size, nullptr), "read the size of a dataset");
  return size;
}

using Keys = std::set<std::vector<std::string>>;

// The texts of these columns, row by row.
Keys keys_in(hid_t dataset, const std::vector<std::string>& unique) {
  const hsize_t size = size_of(dataset);
  const Id text = text_type();
  const Id type =
      own(H5Tcreate(H5T_COMPOUND, unique.size() * kCellBytes), H5Tclose, "make a type of rows");
  for (std::size_t i = 0; i < unique.size(); ++i)
    check(H5Tinsert(type, unique[i].c_str(), i * kCellBytes, text), "make a type of rows");
  const Id space = own(H5Screate_simple(1, &size, nullptr), H5Sclose, "make a space");
  std::vector<char*> texts(size * unique.size());
  if (size > 0)
    check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()), "read rows");
  Keys keys;
  for (std::size_t row = 0; row < size; ++row) {
    std::vector<std::string> key;
    for (std::size_t i = 0; i < unique.size(); ++i) {
      const char* cell = texts[row * unique.size() + i];
      key.emplace_back(cell == nullptr ? "" : cell);
    }
    keys.insert(std::move(key));
  }
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, texts.data());
  return keys;
}

// The rows that differ from those of the dataset, and from each other, in one of these columns.
std::vector<Hdf5Row> new_rows(hid_t dataset, const std::vector<Hdf5Column>& columns,
                              const std::vector<Hdf5Row>& rows,
                              const std::vector<std::string>& unique) {
  if (unique.empty()) return rows;
  Keys keys = keys_in(dataset, unique);
  std::vector<Hdf5Row> kept;
  for (const Hdf5Row& row : rows) {
    std::vector<std::string> key;
    for (const std::string& name : unique)
      for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].name == name) key.push_back(std::get<std::string>(row[i]));
    if (keys.insert(std::move(key)).second) kept.push_back(row);
  }
  return kept;
}

}  // namespace

void append_rows(hid_t parent, const std::string& name, const std::vector<Hdf5Column>& columns,
                 const std::vector<Hdf5Row>& all, const std::vector<std::string>& unique) {
  const Id type = compound_type(columns);
  const Id dataset = exists(parent, name) ? open_dataset(parent, name, columns)
                                          : create_dataset(parent, name, type, columns);
  const std::vector<Hdf5Row> rows = new_rows(dataset, columns, all, unique);
  if (rows.empty()) return;
  const hsize_t count = rows.size(), first = size_of(dataset), size = first + count;
  check(H5Dset_extent(dataset, &size), "add rows");
  const Id space = own(H5Dget_space(dataset), H5Sclose, "add rows");
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &count, nullptr), "add rows");
  const Id memory = own(H5Screate_simple(1, &count, nullptr), H5Sclose, "add rows");
  check(H5Dwrite(dataset, type, memory, space, H5P_DEFAULT, packed(columns, rows).data()),
        "add rows");
}

}  // namespace internal::hdf5

namespace {

// Held while a file of the folder is replaced by a changed copy: of two that append at the same
// time neither then loses the other's rows. File systems without such locks do without.
class FolderLock {
 public:
  explicit FolderLock(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    descriptor_ = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor_ >= 0) ::flock(descriptor_, LOCK_EX);
  }
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace

Result<void> append_rows(const std::string& path, const std::string& name,
                         const std::vector<Hdf5Column>& columns, const std::vector<Hdf5Row>& rows,
                         const std::vector<std::string>& unique) {
  using namespace internal;
  return hdf5::guarded(path, [&] {
    const FolderLock lock(path);
    hdf5::File file = hdf5::File::update(path);
    hdf5::append_rows(file, name, columns, rows, unique);
    file.commit();
  });
}

}  // namespace augmate
