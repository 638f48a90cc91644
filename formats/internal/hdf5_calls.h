// SPDX-License-Identifier: MIT
// The HDF5 library behind checked calls. A failed call throws Failure with the library's own
// innermost reason; guarded() turns it into an Error, so that none leaves the file that calls. Ids
// close themselves. The library serves one thread at a time.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "formats/internal/atomic_file.h"

namespace augmate::internal::hdf5 {

struct Failure {
  Error error;
};

// Owns an id of the library.
class Id {
 public:
  using Close = herr_t (*)(hid_t);
  Id(hid_t id, Close close) : id_(id), close_(close) {}
  Id(Id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Id& operator=(Id&&) = delete;
  ~Id() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  // Closes now, and says whether that worked: what is buffered may fail to be written.
  void close_now(const char* what);

 private:
  hid_t id_;
  Close close_;
};

// The id or status of a call that was to do `what` ("create the dataset"); throws when negative.
void check(std::int64_t status, const char* what);
Id own(hid_t id, Id::Close close, const char* what);

// A file that is written under a temporary name and appears at commit().
class File {
 public:
  static File create(const std::string& path);
  // A copy of what is there to be changed; a new file where there is none.
  static File update(const std::string& path);

  operator hid_t() const { return id_; }
  void commit();

 private:
  File(std::unique_ptr<AtomicFile> file, Id id) : file_(std::move(file)), id_(std::move(id)) {}
  std::unique_ptr<AtomicFile> file_;
  Id id_;
};

Id create_group(hid_t parent, const char* name);
// Strings of any length in UTF-8.
Id text_type();
bool exists(hid_t parent, const std::string& name);

void set_attribute(hid_t object, const char* name, std::string_view text);
void set_attribute(hid_t object, const char* name, std::int64_t number);
void set_attribute(hid_t object, const char* name, const std::vector<std::string>& texts);

// Properties of a dataset. Times would make the bytes of equal contents differ.
Id untimed();
// The same of one in chunks: deflate after shuffle, which every build of the library has.
Id chunked(const std::vector<hsize_t>& chunk);

// What `work` returns, or the error that it threw. `path`: the place that errors name.
template <class Work>
auto guarded(const std::string& path, Work&& work) -> Result<decltype(work())> {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // the library would print to standard error
  try {
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (const Failure& failure) {
    return failure.error.in(path);
  }
}

}  // namespace augmate::internal::hdf5
