// Powers in Q(i), up to units, without factoring numbers.
//
// Z[i] is a unique factorization domain with the units i^k; numerator and denominator, made coprime there, have to be
// powers each. An integer z of Z[i] is (1 + i)^v r w up to a unit, with r > 0 odd and w prime to 1 + i and not divided
// by a rational prime, so that w and its conjugate are coprime. z is a q-th power up to a unit exactly when q divides
// v, r is one in Z, and w is one: then w = e^q up to a unit, the norm of w is the q-th power of the norm M of e, and
// gcd(w, M) = gcd(e^q, e conj(e)) = e up to a unit, as e and its conjugate are coprime. So that gcd is the only
// candidate, and is verified.
#include "poly/extensions/gaussian_powers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <polyfork/ring/integer.hpp>

#include "poly/factor_z/factor_z_inflation.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// An element of Z[i].
struct GaussianInteger {
  Integer real, imaginary;
  bool is_zero() const { return real.is_zero() && imaginary.is_zero(); }
  Integer norm() const { return add(mul(real, real), mul(imaginary, imaginary)); }
};

GaussianInteger product(const GaussianInteger& a, const GaussianInteger& b) {
  return {sub(mul(a.real, b.real), mul(a.imaginary, b.imaginary)),
          add(mul(a.real, b.imaginary), mul(a.imaginary, b.real))};
}

/// The quotient whose parts are rounded to the nearest integers; exact where b divides a.
GaussianInteger quotient(const GaussianInteger& a, const GaussianInteger& b) {
  const Integer n = b.norm();
  const GaussianInteger t = product(a, {b.real, -b.imaginary});
  const auto rounded = [&](const Integer& x) { return floor_div_rem(add(add(x, x), n), add(n, n)).first; };
  return {rounded(t.real), rounded(t.imaginary)};
}

/// Up to a unit, by Euclid's algorithm: norms at least halve.
GaussianInteger common_divisor(GaussianInteger a, GaussianInteger b, const ExecutionContext& ctx) {
  while (!b.is_zero()) {
    ctx.poll();
    const GaussianInteger t = product(quotient(a, b), b);
    GaussianInteger r{sub(a.real, t.real), sub(a.imaginary, t.imaginary)};
    a = std::exchange(b, std::move(r));
  }
  return a;
}

GaussianInteger power(GaussianInteger base, std::uint64_t e, const ExecutionContext& ctx) {
  GaussianInteger result{1, 0};
  for (; e != 0; e >>= 1) {
    ctx.poll();
    if ((e & 1) != 0) result = product(result, base);
    if (e > 1) base = product(base, base);
  }
  return result;
}

/// (1 + i)^twos content primitive, the latter two odd.
struct Parts {
  std::uint64_t twos;
  Integer content;
  GaussianInteger primitive;
};
Parts parts_of(GaussianInteger z) {
  // (1 + i)^2 = 2 up to a unit.
  std::uint64_t halvings = ~std::uint64_t{0};
  for (const Integer* x : {&z.real, &z.imaginary})
    if (!x->is_zero()) halvings = std::min<std::uint64_t>(halvings, x->view().trailing_zeros());
  const auto halved = [](const Integer& x, std::uint64_t k) { return exact_div(x, Integer(1) << k); };
  z = {halved(z.real, halvings), halved(z.imaginary, halvings)};
  std::uint64_t twos = 2 * halvings;
  if (z.real.is_odd() == z.imaginary.is_odd()) {
    z = {halved(add(z.real, z.imaginary), 1), halved(sub(z.imaginary, z.real), 1)};
    ++twos;
  }
  Integer content = gcd(z.real, z.imaginary);
  z = {exact_div(z.real, content), exact_div(z.imaginary, content)};
  return {twos, std::move(content), std::move(z)};
}

/// The e whose q-th power z is, up to units.
std::optional<GaussianInteger> root_up_to_unit(const GaussianInteger& z, std::uint64_t q, const ExecutionContext& ctx) {
  const Parts parts = parts_of(z);
  if (parts.twos % q != 0) return std::nullopt;
  const auto content = root_of_power(parts.content, q);
  if (!content) return std::nullopt;
  const Integer norm = parts.primitive.norm();
  const auto root_norm = root_of_power(norm, q);
  if (!root_norm) return std::nullopt;
  GaussianInteger e{1, 0};
  if (!norm.is_one()) {
    e = common_divisor(parts.primitive, {*root_norm, 0}, ctx);
    if (e.norm() != *root_norm) return std::nullopt;
    const GaussianInteger verified = power(e, q, ctx);
    // Equal norms, so that the quotient is a unit where it is in Z[i].
    const GaussianInteger unit = quotient(parts.primitive, verified);
    const GaussianInteger again = product(unit, verified);
    if (again.real != parts.primitive.real || again.imaginary != parts.primitive.imaginary) return std::nullopt;
  }
  e = product(e, power({1, 1}, parts.twos / q, ctx));
  return GaussianInteger{mul(e.real, *content), mul(e.imaginary, *content)};
}

/// numerator / denominator, coprime in Z[i].
struct GaussianFraction {
  GaussianInteger numerator, denominator;
};
GaussianFraction fraction_of(const GaussianRational& c, const ExecutionContext& ctx) {
  const Integer common = lcm(c.real().denominator(), c.imaginary().denominator());
  const auto scaled = [&](const Rational& x) { return mul(x.numerator(), exact_div(common, x.denominator())); };
  GaussianInteger z{scaled(c.real()), scaled(c.imaginary())};
  GaussianInteger w{common, 0};
  const GaussianInteger g = common_divisor(z, w, ctx);
  return {quotient(z, g), quotient(w, g)};
}

GaussianRational value_of(const GaussianInteger& z) { return {Rational(z.real), Rational(z.imaginary)}; }

}  // namespace

std::optional<unsigned> exponent_of_i(const GaussianRational& z) {
  for (unsigned u = 0; u < 4; ++u)
    if (z == power_of_i(u)) return u;
  return std::nullopt;
}

GaussianRational power_of_i(std::uint64_t u) {
  constexpr std::array<int, 4> cosine{1, 0, -1, 0};
  return {Rational(cosine[u % 4]), Rational(cosine[(u + 3) % 4])};
}

GaussianPower largest_gaussian_power(const GaussianRational& c, std::uint64_t n, const ExecutionContext& ctx) {
  if (const auto u = exponent_of_i(c)) return {*u, GaussianRational(1), n};
  GaussianFraction root = fraction_of(c, ctx);
  std::uint64_t k = 1;
  for (const std::uint64_t q : prime_factors(n))
    for (std::uint64_t rest = n; rest % q == 0; rest /= q) {
      auto numerator = root_up_to_unit(root.numerator, q, ctx);
      auto denominator = numerator ? root_up_to_unit(root.denominator, q, ctx) : std::nullopt;
      if (!denominator) break;
      root = {std::move(*numerator), std::move(*denominator)};
      k *= q;
    }
  if (k == 1) return {0, c, 1};
  const GaussianRational whole = value_of(power(root.numerator, k, ctx)) / value_of(power(root.denominator, k, ctx));
  return {*exponent_of_i(c / whole), value_of(root.numerator) / value_of(root.denominator), k};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
