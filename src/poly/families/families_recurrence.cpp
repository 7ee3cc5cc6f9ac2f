// The orthogonal polynomials and the truncated exponential series by the ratio of consecutive coefficients:
// O(n) products and exact quotients of a long number by a word, O(n^2 log n / 64) limb operations.
//
//   chebyshev T_n:     c_{k-2} = -c_k k (k-1) / (4 (m+1) (n-m-1)),    k = n - 2m,  c_n = 2^(n-1)
//   hermite H_n:       c_{k-2} = -c_k k (k-1) / (4 (m+1)),            c_n = 2^n
//   legendre 2^n P_n:  c_{k-2} = -c_k k (k-1) / (2 (m+1) (2n-2m-1)),  c_n = binomial(2n, n)
//   laguerre n! L_n:   c_{k-1} = -c_k k^2 / (n-k+1),                  c_n = (-1)^n
//   exp n! sum x^k/k!: c_{k-1} = c_k k,                               c_n = 1

#include <cstdint>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/families/families_generators.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/reversed.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

/// The step from the coefficient of x^k to the one below it (by 2, or by 1): times p/q, sign changed if `alternate`.
struct Ratio {
  std::uint64_t p;
  std::uint64_t q;
};

struct Recurrence {
  std::size_t step;  // from one coefficient that is not zero to the next
  bool alternate;
  Integer leading;
};

Recurrence recurrence_of(Family family, std::size_t n) {
  switch (family) {
    case Family::chebyshev:
      return {2, true, n == 0 ? Integer(1) : Integer(1) << (n - 1)};
    case Family::hermite:
      return {2, true, Integer(1) << n};
    case Family::legendre:
      return {2, true, binomial(2 * n, n)};
    case Family::laguerre:
      return {1, true, n % 2 == 0 ? 1 : -1};
    default:
      return {1, false, 1};
  }
}

/// Precondition: k >= step. All products are below 2^64 since n < 2^31.
Ratio ratio(Family family, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t m = (n - k) / 2;
  switch (family) {
    case Family::chebyshev:
      return {k * (k - 1), 4 * (m + 1) * (n - m - 1)};
    case Family::hermite:
      return {k * (k - 1), 4 * (m + 1)};
    case Family::legendre:
      return {k * (k - 1), 2 * (m + 1) * (2 * (n - m) - 1)};
    case Family::laguerre:
      return {k * k, n - k + 1};
    default:
      return {k, 1};
  }
}

/// Bits of the largest coefficient, as a bound.
std::size_t bits_bound(Family family, std::size_t n) {
  // Chebyshev and Legendre: |f|_1 <= 2^n (1 + sqrt 2)^n. The others: coefficients <= 2^n n!.
  if (family == Family::chebyshev || family == Family::legendre) return 3 * n + 64;
  return n * (ceil_log2(n + 1) + 1) + 64;
}

}  // namespace

PolyZ make_by_recurrence(Family family, std::size_t n, const ExecutionContext& ctx) {
  // Twice: descending as computed, then ascending.
  const std::size_t limbs = (n + 1) * limbs_for_bits(bits_bound(family, n));
  // At least every fourth of them is used: half of the coefficients, of half the length. What no machine holds is
  // refused before the leading coefficient is computed.
  require_list(limbs / 4, sizeof(mp_limb_t), ctx);
  const MemoryReservation reservation(ctx.memory(), 2 * vector_bytes(n + 1, limbs));
  Recurrence recurrence = recurrence_of(family, n);
  const std::size_t step = recurrence.step;
  Integer c = std::move(recurrence.leading);
  IntegerVectorBuilder descending;
  for (std::size_t k = n;; k -= step) {
    if (k % 64 == 0 || k % 64 == 1) ctx.poll();
    descending.push_back(c);
    if (k < step) {
      for (std::size_t i = 0; i < k; ++i) descending.push_back(IntegerView());
      break;
    }
    for (std::size_t i = 1; i < step; ++i) descending.push_back(IntegerView());
    const Ratio r = ratio(family, n, k);
    c.with_mpz([&](mpz_ptr z) {
      mpz_mul_ui(z, z, r.p);
      mpz_divexact_ui(z, z, r.q);
      if (recurrence.alternate) mpz_neg(z, z);
    });
  }
  return PolyZ(reversed(descending.finish(ctx), ctx));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
