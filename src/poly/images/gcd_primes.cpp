// The descending primes below 2^62, 2^50 and 2^31: tables of the first ones (a search costs some ten microseconds per
// prime, more than a small gcd), then previous_prime. tests/poly/gcd/gcd_test.cpp compares the tables with
// primes_below.
#include "poly/images/gcd_primes.hpp"

#include <algorithm>
#include <array>

#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/primes.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// 2^62 - p.
constexpr std::array<std::uint16_t, 48> offsets = {
    57,   87,   117,  143,  153,  167,  171,  195,  203,  273,  287,  317,  443,  483,  495,  575,
    581,  603,  633,  663,  765,  773,  777,  791,  813,  831,  923,  981,  993,  1001, 1007, 1017,
    1197, 1241, 1293, 1353, 1433, 1515, 1553, 1575, 1581, 1595, 1617, 1673, 1697, 1701, 1703, 1823,
};

/// 2^50 - p.
constexpr std::array<std::uint16_t, 32> lane_offsets = {
    27,  35,  51,  71,  113, 117, 131, 161, 195, 233, 267, 341, 351, 377, 423, 447,
    545, 591, 603, 611, 651, 653, 665, 675, 681, 707, 723, 741, 765, 813, 821, 873,
};

/// 2^31 - p.
constexpr std::array<std::uint16_t, 16> narrow_offsets = {
    1, 19, 61, 69, 85, 99, 105, 151, 159, 171, 225, 249, 295, 325, 379, 399,
};

}  // namespace

std::uint64_t NarrowPrimes::next() {
  last_ = index_ < narrow_offsets.size() ? (std::uint64_t{1} << 31) - narrow_offsets[index_] : previous_prime(last_);
  ++index_;
  return last_;
}

std::uint64_t LanePrimes::next() {
  last_ = index_ < lane_offsets.size() ? (std::uint64_t{1} << 50) - lane_offsets[index_] : previous_prime(last_);
  ++index_;
  return last_;
}

std::uint64_t GcdPrimes::next() {
  last_ = index_ < offsets.size() ? (std::uint64_t{1} << 62) - offsets[index_] : previous_prime(last_);
  ++index_;
  return last_;
}

std::size_t residues_grain(const IntegerVector& a) noexcept {
  constexpr std::size_t grain_limbs = 1 << 14;
  std::size_t widest = 1;
  for (std::size_t s = 0; s < a.stripes(); ++s) widest = std::max(widest, a.stride(s));
  return std::max<std::size_t>(1, grain_limbs / (widest + 3));
}

void residues(const IntegerVector& a, std::uint64_t p, std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  parallel_for(ctx, a.size(), residues_grain(a), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) out[i] = a[i].mod(p);
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
