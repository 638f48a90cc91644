// SPDX-License-Identifier: MIT
// Result<T>: a value or an Error. What every fallible call of the libraries returns; they never
// print, exit or throw on bad input. Shaped like std::expected, which GCC 12 lacks in C++20 mode.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace augmate {

// One code per different reaction of a caller.
enum class ErrorCode {
  kUsage,         // the request makes no sense as written
  kBadNotation,   // text (piece, FEN, variant file, material) that cannot be read
  kIllegal,       // a position that the rules exclude
  kNotCovered,    // beyond what tables are made for
  kMissingTable,  // no file for the material
  kBadMagic,      // not a table file
  kBadVersion,    // a table file of another format version
  kWrongGame,     // a table of another game
  kBadChecksum,   // altered bytes
  kTruncated,     // missing bytes
  kCorrupt,       // bytes that pass the checksum but break the format
  kIo,            // the operating system refused
  kNoSpace,       // the disk is full
  kNoMemory,      // more memory than there is
  kTooLarge,      // beyond a limit of the program
  kMismatch,      // a check found a difference
};

struct Error {
  ErrorCode code = ErrorCode::kUsage;
  std::string message;  // names the thing, the place and the remedy; no final full stop

  // The same error with the place put before the message.
  [[nodiscard]] Error in(const std::string& place) const { return {code, place + ": " + message}; }
};

// The same error found in a file: there even unreadable text is bad data, not wrong usage.
inline Error in_file(const Error& error) {
  const bool usage = error.code == ErrorCode::kUsage || error.code == ErrorCode::kBadNotation ||
                     error.code == ErrorCode::kTooLarge;
  return {usage ? ErrorCode::kCorrupt : error.code, error.message};
}

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  [[nodiscard]] const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_.has_value(); }
  [[nodiscard]] bool has_value() const { return !error_.has_value(); }
  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace augmate
