// Lists of primes below 2^31, one for each length of transforms.
#include "gpu/integers/f31_primes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <mutex>

#include <polyfork/ring/primes.hpp>

#include "gpu/kernels/transform_parameters.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_primes = 512;
constexpr std::uint64_t least = std::uint64_t{1} << 27;
constexpr std::uint64_t bound = std::uint64_t{1} << 31;
constexpr unsigned most_log = 30;

struct PrimeList {
  std::once_flag once;
  std::size_t count;
  std::array<std::uint64_t, most_primes> primes;

  void find(unsigned log_length) noexcept {
    const std::uint64_t step = std::uint64_t{1} << log_length;
    for (std::uint64_t p = bound - step + 1; p > least && count < most_primes; p -= step)
      if (is_prime(p)) primes[count++] = p;
  }
};

/// Without a constructor or a destructor at run time.
constinit std::array<PrimeList, most_log + 1> lists{};

}  // namespace

std::span<const std::uint64_t> f31_primes(unsigned log_length) noexcept {
  const unsigned log = std::clamp(log_length, log_least_order, most_log);
  PrimeList& list = lists[log];
  std::call_once(list.once, [&] { list.find(log); });
  return std::span(list.primes).first(list.count);
}

std::size_t f31_prime_count(unsigned log_length, std::size_t bits) noexcept {
  constexpr double rounding = 1e-6;  // of the sum of at most 512 logarithms
  const auto primes = f31_primes(log_length);
  double product = -rounding;
  std::size_t count = 0;
  while (product <= static_cast<double>(bits)) {
    if (count == primes.size()) return 0;
    product += std::log2(static_cast<double>(primes[count++]));
  }
  if (count <= 32) return count;
  const std::size_t step = std::bit_floor(count) / 16;
  return std::min((count + step - 1) / step * step, primes.size());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
