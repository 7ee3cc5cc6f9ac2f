// DenseOps<Integers>: division with remainder and exact division; the dispatcher among the algorithms.
//
// Exact division looks at degrees, the lowest terms and both end coefficients first. Small products n k go through
// one integer (division_kronecker.cpp), with slots that double until the answer is proved, at most up to Mignotte's
// bound; larger ones are tested modulo a word prime, divided from the top and proved by the product. Division with
// remainder divides from the top and subtracts the product.
// Preconditions: normalised vectors, b not empty.
#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/detail/dense_ops.hpp>
#include <polyfork/poly/multiplication.hpp>

#include "poly/division_integers.hpp"
#include "poly/division_word.hpp"
#include "poly/gcd_primes.hpp"

namespace polyfork::inline v1 {
namespace detail {

std::size_t exact_quotient_bits(const IntegerVector& a, const IntegerVector& b) noexcept {
  // ||q||_1 <= 2^deg(q) ||a||_2 / |lc(b)|, and ||a||_2 < sqrt(n) 2^bits(a), |lc(b)| >= 2^(bits - 1).
  const std::size_t degree = a.size() - b.size();
  const std::size_t norm = a.max_bits() + (std::bit_width(a.size()) + 1) / 2;
  const std::size_t lead = b[b.size() - 1].bit_length() - 1;
  return degree + (norm > lead ? norm - lead : 0) + 1;
}

bool may_divide(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), (2 * a.size() + b.size()) * sizeof(std::uint64_t));
  GcdPrimes primes;
  std::uint64_t p = primes.next();
  while (b[b.size() - 1].mod(p) == 0) p = primes.next();
  const WordModulus modulus(p);
  std::vector<std::uint64_t> ra(a.size());
  std::vector<std::uint64_t> rb(b.size());
  std::vector<std::uint64_t> quotient(a.size() - b.size() + 1);
  residues(a, p, ra, ctx);
  residues(b, p, rb, ctx);
  word_div_rem(ra, rb, quotient, modulus, ctx);
  return word_length(std::span(ra).first(b.size() - 1)) == 0;
}

namespace {

std::size_t trailing_zero_terms(const IntegerVector& a) noexcept {
  std::size_t k = 0;
  while (k < a.size() && a.signed_size(k) == 0) ++k;
  return k;
}

bool ends_divide(const IntegerVector& a, const IntegerVector& b) noexcept {
  return mpz_divisible_p(a[a.size() - 1].mpz(), b[b.size() - 1].mpz()) != 0 &&
         mpz_divisible_p(a[0].mpz(), b[0].mpz()) != 0;
}

/// Doubles the slots until the quotient is proved or refuted; nothing when they would exceed the limit.
Divisibility divide_by_kronecker(const IntegerVector& a, const IntegerVector& b, std::size_t max_limbs,
                                 IntegerVector& quotient, const ExecutionContext& ctx) {
  const std::size_t terms = std::bit_width(std::min(a.size() - b.size() + 1, b.size()));
  const std::size_t larger = std::max(a.max_bits(), b.max_bits());
  const std::size_t enough = std::max(larger, exact_quotient_bits(a, b) + b.max_bits() + terms) + 1;
  std::size_t slot = std::min(larger + terms + 8, enough);
  while (slot < max_limbs * GMP_NUMB_BITS / a.size()) {
    const Divisibility found = exact_quotient_kronecker(a, b, slot, quotient, ctx);
    if (found != Divisibility::undecided) return found;
    if (slot >= enough) return Divisibility::does_not;
    slot = std::min(2 * slot, enough);
  }
  return Divisibility::undecided;
}

std::optional<IntegerVector> divide_from_top(const IntegerVector& a, const IntegerVector& b, std::size_t base,
                                             const ExecutionContext& ctx) {
  if (!may_divide(a, b, ctx)) return std::nullopt;
  auto quotient = quotient_from_top(a, b, exact_quotient_bits(a, b), base, ctx);
  if (!quotient || !(mul(*quotient, b, ctx) == a)) return std::nullopt;
  return quotient;
}

}  // namespace

std::optional<IntegerVector> DenseOps<Integers>::try_exact_div(const Integers& ring, const V& a, const V& b,
                                                               const ExecutionContext& ctx) {
  if (a.empty()) return V{};
  if (a.size() < b.size()) return std::nullopt;
  if (b.size() == 1) return try_divide_scalar(ring, a, Integer(b[0]), ctx);
  const std::size_t zeros = trailing_zero_terms(b);
  if (zeros != 0) {
    if (trailing_zero_terms(a) < zeros) return std::nullopt;
    return try_exact_div(ring, a.slice(zeros, a.size()), b.slice(zeros, b.size()), ctx);
  }
  const std::size_t more = trailing_zero_terms(a);
  if (more != 0) {
    if (a.size() - more < b.size()) return std::nullopt;
    auto quotient = try_exact_div(ring, a.slice(more, a.size()), b, ctx);
    if (!quotient) return std::nullopt;
    return shift_left(ring, *quotient, more, ctx);
  }
  if (!ends_divide(a, b)) return std::nullopt;
  const auto tuning = ctx.tuning().section<DivisionTuning>();
  const auto limbs = static_cast<std::size_t>(std::max<std::int64_t>(0, tuning.kronecker_max_limbs));
  V quotient;
  const Divisibility found = divide_by_kronecker(a, b, limbs, quotient, ctx);
  if (found == Divisibility::divides) return quotient;
  if (found == Divisibility::does_not) return std::nullopt;
  return divide_from_top(a, b, static_cast<std::size_t>(std::max<std::int64_t>(1, tuning.columns_length)), ctx);
}

std::optional<std::pair<IntegerVector, IntegerVector>> DenseOps<Integers>::try_div_rem(const Integers& ring, const V& a,
                                                                                       const V& b,
                                                                                       const ExecutionContext& ctx) {
  if (a.size() < b.size()) return std::pair<V, V>(V{}, a);
  const auto tuning = ctx.tuning().section<DivisionTuning>();
  const auto base = static_cast<std::size_t>(std::max<std::int64_t>(1, tuning.columns_length));
  auto quotient = quotient_from_top(a, b, std::numeric_limits<std::size_t>::max(), base, ctx);
  if (!quotient) return std::nullopt;
  V rest = sub(ring, a, mul(ring, *quotient, b, ctx), ctx);
  return std::pair<V, V>(std::move(*quotient), std::move(rest));
}

}  // namespace detail
}  // namespace polyfork::inline v1
