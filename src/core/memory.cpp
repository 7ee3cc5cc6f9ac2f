// The memory account: charges against a limit, and byte sizes in text.
#include <polyfork/core/memory.hpp>

#include <limits>
#include <string>

#include <polyfork/core/error.hpp>

#include "core/chunk_store.hpp"
#include "core/limited.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

std::atomic<std::size_t> limited{0};  // bytes charged to accounts with a limit

}  // namespace

bool detail::limited_in_use() noexcept { return limited.load(std::memory_order_relaxed) != 0; }

MemoryAccount::~MemoryAccount() {
  if (limit_ != unlimited) limited.fetch_sub(used(), std::memory_order_relaxed);
}

bool MemoryAccount::try_charge(std::size_t bytes) noexcept {
  constexpr std::size_t never_reached = unlimited / 4;
  std::size_t used = 0;
  if (limit_ == unlimited && bytes < never_reached) {
    used = used_.fetch_add(bytes, std::memory_order_relaxed);  // many threads at once: no attempt is in vain
  } else {
    used = used_.load(std::memory_order_relaxed);
    do {
      if (bytes > limit_ - used) return false;  // used <= limit_ always, so nothing wraps
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  }
  if (limit_ != unlimited) {
    limited.fetch_add(bytes, std::memory_order_relaxed);
    detail::ChunkStore::clear();  // the account does not see what is kept for later, and nothing more is from here on
  }
  const std::size_t now = used + bytes;
  std::size_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < now && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
  return true;
}

void MemoryAccount::charge(std::size_t bytes) {
  if (!try_charge(bytes)) throw MemoryLimit(bytes, used(), limit_);
}

void MemoryAccount::release(std::size_t bytes) noexcept {
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  if (limit_ != unlimited) limited.fetch_sub(bytes, std::memory_order_relaxed);
}

std::size_t MemoryAccount::available() const noexcept { return limit_ - used(); }

std::size_t parse_byte_size(std::string_view text) {
  const auto fail = [&](const char* why) {
    return DomainError("'" + std::string(text) + "' is not a size in bytes (" + why +
                       "); write a number, then "
                       "nothing or one of K, M, G, T");
  };
  std::size_t value = 0;
  std::size_t i = 0;
  constexpr std::size_t top = std::numeric_limits<std::size_t>::max();
  for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
    const auto digit = static_cast<std::size_t>(text[i] - '0');
    if (value > (top - digit) / 10) throw fail("too large");
    value = value * 10 + digit;
  }
  if (i == 0) throw fail("no digits");
  if (i < text.size()) {
    constexpr std::string_view suffixes = "KMGTkmgt";
    const std::size_t which = suffixes.find(text[i]);
    if (which == std::string_view::npos || i + 1 != text.size()) throw fail("unknown suffix");
    const unsigned shift = 10U * (static_cast<unsigned>(which % 4) + 1);
    if (value > top >> shift) throw fail("too large");
    value <<= shift;
  }
  if (value == 0) throw fail("zero");
  return value;
}

}  // namespace v1
}  // namespace polyfork
