// The exceptions of the library: messages, and their type information.
#include <polyfork/core/error.hpp>

#include <cstdint>

#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {

// The destructors are out of line so that each class has its type information in the library alone: an exception
// thrown by the shared library is then caught by type in the program.
Error::~Error() = default;
ParseError::~ParseError() = default;
DomainError::~DomainError() = default;
ModulusMismatch::~ModulusMismatch() = default;
MemoryLimit::~MemoryLimit() = default;
Cancelled::~Cancelled() = default;
DeviceError::~DeviceError() = default;

ParseError::ParseError(std::size_t line, std::size_t column, const std::string& reason)
    : Error(std::to_string(line) + ":" + std::to_string(column) + ": " + reason),
      line_(line),
      column_(column),
      reason_(reason) {}

ParseError::ParseError(const std::string& source, const ParseError& error)
    : Error(source + ":" + error.what()), line_(error.line()), column_(error.column()), reason_(error.reason()) {}

namespace {

std::string memory_text(std::size_t requested, std::size_t used, std::size_t limit) {
  const std::string text =
      "memory limit: " + (requested == SIZE_MAX ? "more than 2^64" : std::to_string(requested)) + " bytes requested, ";
  if (limit == MemoryAccount::unlimited) return text + "more than this machine gives";
  return text + std::to_string(used) + " of " + std::to_string(limit) + " in use";
}

}  // namespace

MemoryLimit::MemoryLimit(std::size_t requested_bytes, std::size_t used_bytes, std::size_t limit_bytes)
    : Error(memory_text(requested_bytes, used_bytes, limit_bytes)),
      requested_(requested_bytes),
      used_(used_bytes),
      limit_(limit_bytes) {}

Cancelled::Cancelled() : Error("cancelled") {}

namespace detail {

void refuse_index(std::size_t index, std::size_t size, const char* what) {
  throw DomainError(std::string(what) + " " + std::to_string(index) + " of " + std::to_string(size));
}

void refuse_negative(const char* what) { throw DomainError(std::string("a negative ") + what); }

}  // namespace detail

}  // namespace v1
}  // namespace polyfork
