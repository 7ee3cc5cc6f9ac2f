// Rational roots by Newton's iteration from roots modulo a prime.
//
// For a square-free f that stays so modulo p each root of f modulo p lifts to one root modulo every p^k, and a rational
// root a/b is among the lifts. |a| divides f(0) and b divides lc(f), so that lc(f) a/b is an integer of at most
// |lc(f) f(0)|, which it is known by as an absolutely least residue once p^k exceeds twice as much. Division by b x - a
// decides.
#include "poly/factor/factor_z_roots.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "poly/factor/factor_z_primes.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t first_prime = 1 << 10;

Integer reduced(IntegerView x, const Integer& m) { return floor_div_rem(x, m).second; }

/// f(x) and f'(x) modulo m.
std::pair<Integer, Integer> value_and_slope(const IntegerVector& f, const Integer& x, const Integer& m,
                                            const ExecutionContext& ctx) {
  Integer value;
  Integer slope;
  for (std::size_t i = f.size(); i-- != 0;) {
    if (i % 256 == 0) ctx.poll();
    slope = reduced(slope * x + value, m);
    value = value * x;
    value += f[i];
    value = reduced(value, m);
  }
  return {std::move(value), std::move(slope)};
}

/// The root modulo p^(2^i) > bound that is x modulo p, lc(f) times it as an absolutely least residue.
Integer scaled_root(const IntegerVector& f, std::uint64_t p, std::uint64_t x0, const Integer& bound,
                    const ExecutionContext& ctx) {
  Integer modulus(p);
  Integer x(x0);
  while (modulus <= bound) {
    modulus = modulus * modulus;
    const auto at_x = value_and_slope(f, x, modulus, ctx);
    Integer inverse;
    inverse.with_mpz([&](mpz_ptr z) { mpz_invert(z, at_x.second.view().mpz(), modulus.view().mpz()); });
    x = reduced(x - at_x.first * inverse, modulus);
  }
  x *= f[f.size() - 1];
  x = reduced(x, modulus);
  return x + x > modulus ? x - modulus : x;
}

/// Precondition: f primitive, square-free, f(0) not zero, not constant.
void append_roots(IntegerVector f, std::size_t multiplicity, std::vector<PolynomialRoot<Rationals>>& out,
                  const ExecutionContext& ctx) {
  std::uint64_t p = next_prime(first_prime);
  PolyZp image = square_free_image(f, p, ctx);
  while (image.is_zero()) {
    p = next_prime(p);
    image = square_free_image(f, p, ctx);
  }
  const Integer lead(f[f.size() - 1]);
  Integer bound = lead * Integer(f[0]);
  bound = abs(bound + bound);
  // f and what is left of it; integers up to the square of the bound and their products.
  constexpr std::size_t integers = 24;
  const MemoryReservation held(ctx.memory(), 2 * f.bytes() + integers * bytes_of(bound));
  const IntegerVector whole = f.copy(ctx);
  for (const PolynomialRoot<PrimeField>& root : roots(image, ctx)) {
    const Integer scaled = scaled_root(whole, p, root.value, bound, ctx);
    Rational value(scaled, lead);
    const IntegerVector linear{-Integer(value.numerator()), Integer(value.denominator())};
    std::optional<IntegerVector> quotient = DenseOps<Integers>::try_exact_div(Integers{}, f, linear, ctx);
    if (!quotient) continue;
    f = std::move(*quotient);
    out.push_back({std::move(value), multiplicity});
  }
}

}  // namespace

std::vector<PolynomialRoot<Rationals>> rational_roots(const IntegerVector& f, const ExecutionContext& ctx) {
  std::vector<PolynomialRoot<Rationals>> roots;
  if (f.size() == 1) return roots;
  for (const IntegerFactor& part : square_free_factors(f, ctx)) {
    const auto multiplicity = static_cast<std::size_t>(part.multiplicity);
    const bool at_zero = part.factor.signed_size(0) == 0;
    if (at_zero) roots.push_back({Rational(0), multiplicity});
    IntegerVector rest = part.factor.slice(at_zero ? 1 : 0, part.factor.size(), ctx);
    if (rest.size() > 1) append_roots(std::move(rest), multiplicity, roots, ctx);
  }
  std::sort(roots.begin(), roots.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  return roots;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
