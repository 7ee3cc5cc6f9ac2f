// Powers and composition of dense polynomials over any ring.
//
// Composition splits the coefficients of a at a power of two: a = a0 + x^h a1, a(b) = a0(b) + b^h a1(b); the powers
// b^(2^i) are made once, both halves run in parallel. O(M(deg a deg b) log deg a) operations, the powers and one
// product per level of memory. Over Q the numerators are composed over Z after making a homogeneous in the
// denominator of b, so that fractions are reduced once, not at every node.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, section 9.2; Hart, Novocin, CASC 2011.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/dense/detail/power_recurrence.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a[i] s^(a.size() - 1 - i): a made homogeneous in x and s. Compiled in src/poly/dense/convert.cpp.
POLYFORK_EXPORT IntegerVector homogenised(const IntegerVector& a, const Integer& s, const ExecutionContext& ctx);

/// Throws MemoryLimit where a^exponent is known to be too long. Precondition: a not constant, the degree no overflow.
/// Over Z and Q: with two terms or more |a| reaches sqrt(2) on the unit circle, so that the coefficients of the power
/// of a primitive a add up to 2^(exponent / 2) at least.
template <Ring R>
void require_power(const DensePoly<R>& a, std::uint64_t exponent, const ExecutionContext& ctx) {
  DensePoly<R>::check_degree(static_cast<std::size_t>(a.degree()) * exponent, ctx);
  if constexpr (IntegralDomain<R>) check_power(a.ring(), a.leading_coefficient(), exponent);
  if constexpr (std::same_as<R, Integers> || std::same_as<R, Rationals>) {
    bool monomial = true;
    for (std::size_t i = 0; i + 1 < a.length() && monomial; ++i) monomial = a.ring().is_zero(a.coefficient(i));
    if (monomial) return;
    const std::uint64_t bits = exponent / 2 > 128 ? exponent / 2 - 128 : 0;
    if (bits > largest_power_bits) throw MemoryLimit(bits / 8, ctx.memory().used(), ctx.memory().limit());
    require_list(bits / 8, 1, ctx);
    // About half of the coefficients, of which there are `exponent`, are that long.
    const double bytes = static_cast<double>(bits) / 8 * static_cast<double>(exponent) / 4;
    if (bytes > static_cast<double>(largest_power_bits) * 2)
      throw MemoryLimit(bytes < 1e18 ? static_cast<std::size_t>(bytes) : SIZE_MAX, ctx.memory().used(),
                        ctx.memory().limit());
  }
}

/// The degree of powers modulo a word that are multiplied in the memory of the result.
inline constexpr std::uint64_t longest_in_place = 4096;

/// out = a^exponent; false, with nothing done, where that is no short power.
inline bool short_power_into(DensePoly<Integers>& out, const DensePoly<Integers>& a, std::uint64_t exponent,
                             const ExecutionContext& ctx) {
  return DensePoly<Integers>::with_coefficients(
      out, a, [&](IntegerVector& power) { return power_short(power, a.coefficients(), exponent, ctx); });
}

template <Ring R>
class Composition {
 public:
  Composition(const DensePoly<R>& a, const DensePoly<R>& b, const ExecutionContext& ctx) : a_(a), ctx_(ctx) {
    powers_.push_back(b);
    while ((std::size_t{1} << powers_.size()) < a.length()) powers_.push_back(mul(powers_.back(), powers_.back(), ctx));
  }

  /// Sum of a[begin + i] b^i for begin + i < end. Precondition: begin < end.
  DensePoly<R> range(std::size_t begin, std::size_t end) const {
    ctx_.poll();
    DensePoly<R> constant = DensePoly<R>::constant(a_.ring(), a_.coefficient(begin));
    if (end - begin == 1) return constant;
    if (end - begin == 2) return add(scale(powers_[0], a_.coefficient(begin + 1), ctx_), constant, ctx_);
    const auto level = static_cast<std::size_t>(std::bit_width(end - begin - 1)) - 1;  // 2^level < end - begin
    const std::size_t middle = begin + (std::size_t{1} << level);
    std::optional<DensePoly<R>> low;
    std::optional<DensePoly<R>> high;
    fork_join(
        ctx_, [&] { low.emplace(range(begin, middle)); },
        [&] { high.emplace(mul(powers_[level], range(middle, end), ctx_)); });
    return add(*low, *high, ctx_);
  }

 private:
  const DensePoly<R>& a_;
  const ExecutionContext& ctx_;
  std::vector<DensePoly<R>> powers_;  // b^(2^i)
};

}  // namespace detail

template <Ring R>
DensePoly<R> pow(const DensePoly<R>& a, std::uint64_t exponent, const ExecutionContext& ctx) {
  const R& ring = a.ring();
  if constexpr (std::same_as<R, Integers>) {
    DensePoly<R> power;
    if (detail::short_power_into(power, a, exponent, ctx)) return power;
  }
  if (a.is_constant()) {
    const typename R::element value = detail::bounded_power(ring, a.coefficient(0), exponent, ctx);
    return DensePoly<R>::constant(ring, value).with_variable(a.variable());
  }
  constexpr auto longest = static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max()) - 1;
  if (exponent > longest / static_cast<std::uint64_t>(a.degree()))
    throw DomainError("the degree of the power is too large");
  detail::require_power(a, exponent, ctx);
  if constexpr (std::same_as<R, Integers> || std::same_as<R, Rationals>)
    if (auto power = detail::power_by_recurrence(a.coefficients(), exponent, ctx))
      return DensePoly<R>(std::move(*power)).with_variable(a.variable());
  DensePoly<R> result = DensePoly<R>::constant(ring, ring.one()).with_variable(a.variable());
  for (int bit = static_cast<int>(std::bit_width(exponent)); bit-- != 0;) {
    if (!result.is_one()) result = mul(result, result, ctx);
    if ((exponent >> bit & 1) != 0) result = mul(result, a, ctx);
  }
  return result;
}

template <Ring R>
void pow_into(DensePoly<R>& out, const DensePoly<R>& a, std::uint64_t exponent, const ExecutionContext& ctx) {
  if constexpr (std::same_as<R, Integers>)
    if (detail::short_power_into(out, a, exponent, ctx)) return;
  if constexpr (std::same_as<R, PrimeField>) {
    // Products of a polynomial with itself go into its own memory where they are short.
    if (exponent != 0 && &out != &a && !a.is_constant() && a.length() - 1 <= detail::longest_in_place / exponent) {
      out = a;
      for (int bit = static_cast<int>(std::bit_width(exponent)) - 1; bit-- != 0;) {
        mul_into(out, out, out, ctx);
        if ((exponent >> bit & 1) != 0) mul_into(out, out, a, ctx);
      }
      return;
    }
  }
  out = pow(a, exponent, ctx);
}

template <Ring R>
DensePoly<R> product(std::span<const DensePoly<R>> factors, const ExecutionContext& ctx) {
  ctx.poll();
  if (factors.empty()) {
    if constexpr (std::default_initializable<R>) return DensePoly<R>::constant(R{}, R{}.one());
    throw DomainError("a product of no factors has no ring");
  }
  if (factors.size() == 1) return factors[0];
  std::size_t total = 0;
  for (const DensePoly<R>& f : factors) total += f.length();
  // Cut where half of the coefficients are on either side.
  std::size_t cut = 1;
  for (std::size_t half = factors[0].length(); cut + 1 < factors.size() && 2 * half < total; ++cut)
    half += factors[cut].length();
  std::optional<DensePoly<R>> left;
  std::optional<DensePoly<R>> right;
  fork_join(
      ctx, [&] { left.emplace(product(factors.first(cut), ctx)); },
      [&] { right.emplace(product(factors.subspan(cut), ctx)); });
  return mul(*left, *right, ctx);
}

template <Ring R>
DensePoly<R> compose(const DensePoly<R>& a, const DensePoly<R>& b, const ExecutionContext& ctx) {
  if (!(a.ring() == b.ring())) throw ModulusMismatch("polynomials over different rings");
  // The result is a polynomial in the variable of b.
  const auto in_b = [&](DensePoly<R> p) { return std::move(p).with_variable(b.variable()); };
  if (a.is_constant()) return in_b(a);
  if (b.is_constant()) return in_b(DensePoly<R>::constant(a.ring(), evaluate(a, b.coefficient(0), ctx)));
  if (a.degree() > PTRDIFF_MAX / b.degree()) throw DomainError("the degree of the composition is too large");
  DensePoly<R>::check_degree(static_cast<std::size_t>(a.degree()) * static_cast<std::size_t>(b.degree()), ctx);
  if constexpr (IntegralDomain<R>)
    detail::check_power(a.ring(), b.leading_coefficient(), static_cast<std::uint64_t>(a.degree()));
  if constexpr (std::same_as<R, Rationals>) {
    const auto& va = a.coefficients();
    const auto& vb = b.coefficients();
    const DensePoly<Integers> za(detail::homogenised(va.numerators(), vb.denominator(), ctx));
    const DensePoly<Integers> zb(vb.numerators());
    const Integer powers = detail::bounded_power(vb.denominator(), va.size() - 1, ctx);
    const DensePoly<Integers> z = detail::Composition<Integers>(za, zb, ctx).range(0, za.length());
    return in_b(DensePoly<R>(RationalVector(z.coefficients(), mul(powers, va.denominator()), ctx)));
  } else {
    return in_b(detail::Composition<R>(a, in_b(b), ctx).range(0, a.length()));
  }
}

}  // namespace v1
}  // namespace polyfork
