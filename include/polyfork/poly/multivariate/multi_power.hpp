// Powers of sparse polynomials.
//
// Four ways. Factor by factor: f^k = f f^(k-1), cheap when f has few terms, since then every product has as few rows.
// Squaring: half as many variables in the exponent at each step, but the last product is that of two large powers. With
// t terms that meet in nothing but the multinomial way, f^i has C(i + t - 1, i) terms: factor by factor takes
// t C(k + t - 1, t) products of coefficients in all, the last squaring C(k/2 + t - 1, t - 1)^2, which is less only for
// t = 2 or where the box of exponents is small and the dense algorithms take over. There each term of the power can be
// written down, by the multinomial theorem: over Z and Q in words (src/poly/multi_products/multinomial_power.cpp), over
// other rings by the powers of f without its leading term, t - 1 products for each term.
// Source: Monagan, Pearce: Sparse polynomial powering using heaps, CASC 2012 (which compares them).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_products/detail/multinomial_power.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multi_products/multi_products.hpp>
#include <polyfork/poly/sparse/detail/sparse_list_products.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// At most so many terms has f^k, k = 1, 2, ... in turn: multinomials, and the box of its exponents.
class PowerTerms {
 public:
  PowerTerms(double terms, const std::vector<std::uint64_t>& degrees) : terms_(terms), degrees_(degrees) {}
  double next() noexcept {
    ++k_;
    multinomials_ *= (k_ + terms_ - 1) / k_;
    return std::min(box(k_), multinomials_);
  }
  double box(double k) const noexcept {
    double places = 1;
    for (const std::uint64_t d : degrees_) places *= k * static_cast<double>(d) + 1;
    return places;
  }

 private:
  double terms_;
  const std::vector<std::uint64_t>& degrees_;
  double k_ = 0;
  double multinomials_ = 1;
};

/// How a power is made.
enum class PowerWay { factor_by_factor, squarings, binomial };

/// The way of the least products of coefficients; dense squarings count twice the box where that is less.
inline PowerWay power_way(std::size_t terms, const std::vector<std::uint64_t>& degrees, std::uint64_t k) {
  constexpr std::uint64_t most_steps = 1 << 16;
  constexpr double dense_factor = 32;  // of a dense product, for a place of its box and in products of a scattered one
  constexpr double merged_factor = 3;  // of a term that is multiplied and merged, likewise
  if (k > most_steps) return PowerWay::squarings;
  const auto t = static_cast<double>(terms);
  PowerTerms of_power(t, degrees);
  PowerTerms of_rest(t - 1, degrees);
  double steps = 0;
  double parts = 0;  // terms of the powers of h
  double powers = 0;
  double squarings = 0;
  std::uint64_t square = 1;  // the exponents of squarings are k's leading bits
  while (square <= k / 2) square *= 2;
  for (std::uint64_t i = 1; i <= k; ++i) {
    const double terms_of_power = of_power.next();
    const double part = of_rest.next();
    parts += part;
    if (i == k) break;
    steps += t * terms_of_power;
    if (terms > 2) powers += (t - 1) * part;
    if (i == k / square && square > 1) {
      square /= 2;
      squarings += std::min(terms_of_power * terms_of_power, dense_factor * of_power.box(static_cast<double>(2 * i)));
    }
  }
  constexpr double overhead = 150;  // of the polynomials that a step makes
  const double binomial =
      powers + merged_factor * parts * std::log2(static_cast<double>(k) + 2) + overhead * static_cast<double>(k);
  if (binomial < std::min(steps, squarings)) return PowerWay::binomial;
  return steps <= squarings ? PowerWay::factor_by_factor : PowerWay::squarings;
}

/// a^k with the leading term apart. Preconditions: two terms at least, k >= 1, checked degrees and sizes.
template <Ring R>
SparseMultiPoly<R> binomial_power(const SparseMultiPoly<R>& a, std::uint64_t k, const ExecutionContext& ctx) {
  using P = SparseMultiPoly<R>;
  const R& ring = a.ring();
  const auto lead = a.term(0);
  const auto term = [&](const typename R::element& c, std::uint64_t exponent) {
    std::vector<std::uint64_t> exponents = lead.exponents;
    for (std::uint64_t& e : exponents) e *= exponent;
    return P::monomial(ring, a.variables(), c, std::move(exponents));
  };
  const P rest = sub(a, term(lead.coefficient, 1), ctx);
  std::vector<typename R::element> lead_powers{ring.one()};  // lc^i
  std::vector<P> powers{a.constant_like(ring.one())};        // rest^i
  std::vector<MemoryReservation> held;
  for (std::uint64_t i = 1; i <= k; ++i) {
    ctx.poll();
    lead_powers.push_back(ring.mul(lead_powers.back(), lead.coefficient));
    powers.push_back(i == 1 ? rest : mul(rest, powers.back(), ctx));
    const std::size_t terms = powers.back().term_count();
    std::size_t bytes = terms * sizeof(typename R::element);
    if constexpr (has_flat_vector<R> && !std::is_same_v<R, PrimeField>) bytes = powers.back().coefficients().bytes();
    held.emplace_back(ctx.memory(), bytes + powers.back().monomials().bytes());
  }
  std::vector<P> terms;
  Integer choices = 1;  // C(k, i)
  for (std::uint64_t i = 0; i <= k; ++i) {
    if (i != 0) choices = exact_div(mul(choices, Integer(k - i + 1)), Integer(i));
    terms.push_back(term(ring.mul(ring.from_integer(choices), lead_powers[k - i]), k - i));
  }
  return dot(std::span<const P>(powers), std::span<const P>(terms), ctx);
}

/// power = a^k where power_of_few_terms makes it; else false.
template <class P>
bool write_few_term_power(P& power, const P& a, std::uint64_t k, const ExecutionContext& ctx) {
  if (a.term_count() > 2) return false;
  bool done = false;
  P::with_terms_of(power, a, [&](auto& terms) { done = power_of_few_terms(terms, a.packed_terms(), k, ctx); });
  return done;
}

}  // namespace detail

/// a^k; 1 for k = 0. Throws DomainError when a degree would be 2^63 or more, and MemoryLimit at once when the leading
/// coefficient, or over integral domains of characteristic 0 the number of terms, is known to be more than any machine
/// holds or the context allows.
template <Ring R>
SparseMultiPoly<R> pow(const SparseMultiPoly<R>& a, std::uint64_t k,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (k == 0) return a.constant_like(a.ring().one());
  if (a.is_zero() || k == 1) return a;
  if constexpr (std::is_same_v<R, Integers> || std::is_same_v<R, Rationals>) {
    if (SparseMultiPoly<R> power(a.ring(), a.variables()); detail::write_few_term_power(power, a, k, ctx)) return power;
  }
  for (const std::uint64_t degree : a.degrees())
    if (degree != 0 && k > std::uint64_t{INT64_MAX} / degree)
      throw DomainError("the degree of a power is 2^63 or more");
  detail::check_power(a.ring(), a.coefficient(0), k);
  if constexpr (IntegralDomain<R>) {
    // A word of exponents; flat vectors keep a size and a limb of an integer.
    constexpr std::size_t bytes =
        sizeof(std::uint64_t) + std::min(sizeof(typename R::element), sizeof(std::int32_t) + sizeof(std::uint64_t));
    constexpr std::uint64_t few_terms = 1 << 12;  // which are refused while they are made, if at all
    const std::size_t widest = std::min(a.term_count() - 1, a.variables().size());
    if (detail::least_terms_of_power(k, widest) > few_terms && a.ring().characteristic().is_zero())
      detail::sup::require_terms(detail::least_terms_of_power(k, a.monomials().least_dimension()), bytes, ctx);
  }
  if constexpr (std::is_same_v<R, Integers> || std::is_same_v<R, Rationals>) {
    if (a.term_count() > 1 && detail::terms_stay_apart(a.term_count(), a.degrees(), k))
      if (auto terms = detail::power_by_terms(a.packed_terms(), k, ctx))
        return SparseMultiPoly<R>::make(a.ring(), a.variables(), *std::move(terms));
  }
  constexpr std::size_t few_terms = 4;
  if (k <= 3 && a.term_count() <= few_terms) {  // whatever the way, it takes less time than to choose
    SparseMultiPoly<R> power = mul(a, a, ctx);
    if (k == 3) mul_into(power, a, power, ctx);
    return power;
  }
  const detail::PowerWay way =
      a.term_count() == 1 ? detail::PowerWay::squarings : detail::power_way(a.term_count(), a.degrees(), k);
  if (way == detail::PowerWay::binomial) return detail::binomial_power(a, k, ctx);
  if (way == detail::PowerWay::factor_by_factor) {
    SparseMultiPoly<R> result = mul(a, a, ctx);
    for (std::uint64_t i = 2; i < k; ++i) mul_into(result, a, result, ctx);
    return result;
  }
  // From the top bit, so that the odd steps multiply by a itself.
  SparseMultiPoly<R> result = a;
  for (std::uint64_t bit = std::bit_floor(k) >> 1; bit != 0; bit >>= 1) {
    mul_into(result, result, result, ctx);
    if ((k & bit) != 0) mul_into(result, a, result, ctx);
  }
  return result;
}

/// What pow returns, into a polynomial that exists and may be the operand: over Z and Q powers of one term or two, and
/// everywhere squares, in its memory. Throws what pow throws; after an exception `out` has some value.
template <Ring R>
void pow_into(SparseMultiPoly<R>& out, const SparseMultiPoly<R>& a, std::uint64_t k,
              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (k == 2) return mul_into(out, a, a, ctx);
  if constexpr (std::is_same_v<R, Integers> || std::is_same_v<R, Rationals>)
    if (k > 1 && !a.is_zero() && detail::write_few_term_power(out, a, k, ctx)) return;
  constexpr std::size_t few_terms = 4;  // where pow multiplies, too
  if (k == 3 && a.term_count() <= few_terms && &out != &a) {
    mul_into(out, a, a, ctx);
    return mul_into(out, a, out, ctx);
  }
  out = pow(a, k, ctx);
}

/// Throws DomainError for a negative exponent.
template <Ring R, std::signed_integral I>
SparseMultiPoly<R> pow(const SparseMultiPoly<R>& a, I k,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return pow(a, detail::natural_number(k, "exponent"), ctx);
}

// Compiled in the library, since programs with polynomials over Z and Q would compile nothing else as long.
extern template POLYFORK_EXPORT SparseMultiPoly<Integers> pow(const SparseMultiPoly<Integers>&, std::uint64_t,
                                                              const ExecutionContext&);
extern template POLYFORK_EXPORT SparseMultiPoly<Rationals> pow(const SparseMultiPoly<Rationals>&, std::uint64_t,
                                                               const ExecutionContext&);

}  // namespace v1
}  // namespace polyfork
