// SPDX-License-Identifier: MIT
#include "formats/internal/hdf5_calls.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <system_error>

namespace augmate::internal::hdf5 {
namespace {

// The library's reasons go from the call to the cause; the cause comes last.
std::string innermost_reason() {
  std::string reason;
  const auto keep = [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
    if (error->desc != nullptr && *error->desc != '\0')
      *static_cast<std::string*>(data) = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep, &reason);
  H5Eclear2(H5E_DEFAULT);
  return reason;
}

// What the operating system said, where the reason holds "errno = N"; 0 if it does not.
int errno_in(const std::string& reason) {
  constexpr std::string_view kMark = "errno = ";
  const auto at = reason.find(kMark);
  return at == std::string::npos ? 0 : std::atoi(reason.c_str() + at + kMark.size());
}

template <class T>
T must(Result<T> result) {
  if (!result) throw Failure{result.error()};
  if constexpr (!std::is_void_v<T>) return std::move(result).value();
}

void copy_into(AtomicFile& file, std::ifstream& from, const std::string& path) {
  std::string buffer(std::size_t{1} << 20, '\0');
  while (from.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), from.gcount() > 0)
    must(file.append({buffer.data(), static_cast<std::size_t>(from.gcount())}));
  if (from.bad()) throw Failure{system_error(errno, "read", path)};
}

Id closing_all() {
  // Closing the file closes whatever is still open in it.
  Id access = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make properties");
  check(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG), "make properties");
  return access;
}

Id attribute(hid_t object, const char* name, hid_t type, hid_t space) {
  if (H5Aexists(object, name) > 0) check(H5Adelete(object, name), "replace an attribute");
  return own(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
             "create an attribute");
}

}  // namespace

void check(std::int64_t status, const char* what) {
  if (status >= 0) return;
  const std::string reason = innermost_reason();
  if (const int number = errno_in(reason); number != 0) {
    const bool full = number == ENOSPC || number == EDQUOT || number == EFBIG;
    throw Failure{{full ? ErrorCode::kNoSpace : ErrorCode::kIo,
                   fmt::format("cannot {}: {}", what, std::generic_category().message(number))}};
  }
  throw Failure{{ErrorCode::kCorrupt, fmt::format("cannot {}: HDF5 says: {}", what, reason)}};
}

Id own(hid_t id, Id::Close close, const char* what) {
  check(id, what);
  return {id, close};
}

void Id::close_now(const char* what) { check(close_(std::exchange(id_, -1)), what); }

File File::create(const std::string& path) {
  auto file = must(AtomicFile::create(path));
  const std::string temporary = must(file->hand_over());
  const Id access = closing_all();
  return {std::move(file), own(H5Fcreate(temporary.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access),
                               H5Fclose, "create the file")};
}

File File::update(const std::string& path) {
  std::ifstream old(path, std::ios::binary);
  if (!old && errno == ENOENT) return create(path);
  if (!old) throw Failure{system_error(errno, "open", path)};
  auto file = must(AtomicFile::create(path));
  copy_into(*file, old, path);
  const std::string temporary = must(file->hand_over());
  const Id access = closing_all();
  return {std::move(file), own(H5Fopen(temporary.c_str(), H5F_ACC_RDWR, access), H5Fclose,
                               "open it as an HDF5 file")};
}

void File::commit() {
  id_.close_now("write the file");
  must(file_->commit());
}

Id create_group(hid_t parent, const char* name) {
  return own(H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
             "create a group");
}

Id text_type() {
  Id type = own(H5Tcopy(H5T_C_S1), H5Tclose, "make a type of text");
  check(H5Tset_size(type, H5T_VARIABLE), "make a type of text");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "make a type of text");
  return type;
}

bool exists(hid_t parent, const std::string& name) {
  const htri_t found = H5Lexists(parent, name.c_str(), H5P_DEFAULT);
  check(found, "look for a dataset");
  return found > 0;
}

void set_attribute(hid_t object, const char* name, std::string_view text) {
  const std::string value(text);
  const char* const pointer = value.c_str();
  const Id type = text_type();
  const Id space = own(H5Screate(H5S_SCALAR), H5Sclose, "make a space");
  check(H5Awrite(attribute(object, name, type, space), type, &pointer), "write an attribute");
}

void set_attribute(hid_t object, const char* name, std::int64_t number) {
  const Id space = own(H5Screate(H5S_SCALAR), H5Sclose, "make a space");
  check(H5Awrite(attribute(object, name, H5T_STD_I64LE, space), H5T_NATIVE_INT64, &number),
        "write an attribute");
}

void set_attribute(hid_t object, const char* name, const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  const hsize_t size = pointers.size();
  const Id type = text_type();
  const Id space = own(H5Screate_simple(1, &size, nullptr), H5Sclose, "make a space");
  check(H5Awrite(attribute(object, name, type, space), type, pointers.data()),
        "write an attribute");
}

Id untimed() {
  Id properties = own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make properties");
  check(H5Pset_obj_track_times(properties, false), "leave out times");
  return properties;
}

Id chunked(const std::vector<hsize_t>& chunk) {
  constexpr unsigned kLevel = 6;
  Id properties = untimed();
  check(H5Pset_chunk(properties, static_cast<int>(chunk.size()), chunk.data()), "set chunks");
  check(H5Pset_shuffle(properties), "set the shuffle filter");
  check(H5Pset_deflate(properties, kLevel), "set the deflate filter");
  return properties;
}

}  // namespace augmate::internal::hdf5
