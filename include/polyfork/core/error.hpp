// The exceptions of the library. Everything thrown derives from polyfork::Error; functions that throw give the
// strong guarantee: their arguments are as they were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

/// Base class of every exception that the library throws on purpose.
class POLYFORK_EXPORT Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  ~Error() override;
};

/// An input text that is not of its format. Lines and columns count from 1; columns count bytes.
class POLYFORK_EXPORT ParseError : public Error {
 public:
  /// what() is "LINE:COLUMN: reason".
  ParseError(std::size_t line, std::size_t column, const std::string& reason);
  /// What is wrong in the text from this source, such as a file: what() is "SOURCE:LINE:COLUMN: reason".
  ParseError(const std::string& source, const ParseError& error);
  ~ParseError() override;

  std::size_t line() const noexcept { return line_; }
  std::size_t column() const noexcept { return column_; }
  /// The message without the position.
  const std::string& reason() const noexcept { return reason_; }

 private:
  std::size_t line_;
  std::size_t column_;
  std::string reason_;
};

/// An argument outside the mathematical domain of the operation: division by zero, an inexact "exact" division,
/// a modulus that is not prime, the zero polynomial where roots are asked for, polynomials in different variables.
class POLYFORK_EXPORT DomainError : public Error {
 public:
  using Error::Error;
  ~DomainError() override;
};

/// Operands that live in rings with different moduli (or otherwise different ring values).
class POLYFORK_EXPORT ModulusMismatch : public Error {
 public:
  using Error::Error;
  ~ModulusMismatch() override;
};

/// The memory limit of the execution context would be exceeded. Thrown before the allocation.
class POLYFORK_EXPORT MemoryLimit : public Error {
 public:
  MemoryLimit(std::size_t requested_bytes, std::size_t used_bytes, std::size_t limit_bytes);
  ~MemoryLimit() override;

  std::size_t requested_bytes() const noexcept { return requested_; }
  std::size_t used_bytes() const noexcept { return used_; }
  std::size_t limit_bytes() const noexcept { return limit_; }

 private:
  std::size_t requested_;
  std::size_t used_;
  std::size_t limit_;
};

/// The stop token of the execution context was triggered.
class POLYFORK_EXPORT Cancelled : public Error {
 public:
  Cancelled();
  ~Cancelled() override;
};

/// The context's policy requires a device, and none can be used. Failures of one that is used are no errors.
class POLYFORK_EXPORT DeviceError : public Error {
 public:
  using Error::Error;
  ~DeviceError() override;
};

namespace detail {

[[noreturn]] POLYFORK_EXPORT void refuse_negative(const char* what);
[[noreturn]] POLYFORK_EXPORT void refuse_index(std::size_t index, std::size_t size, const char* what);

/// Throws DomainError for an index that is not below `size`, the number of `what`s.
inline void require_index(std::size_t index, std::size_t size, const char* what) {
  if (index >= size) refuse_index(index, size, what);
}

/// A number of a built-in type where only natural ones make sense: converted, a negative one would be huge. Throws
/// DomainError.
template <class I>
constexpr std::uint64_t natural_number(I n, const char* what) {
  if (n < 0) refuse_negative(what);
  return static_cast<std::uint64_t>(n);
}

}  // namespace detail

}  // namespace v1
}  // namespace polyfork
