// Capelli's theorem: h(x^q) is irreducible unless a root a of h is a q-th power in its field.
//
// The norm of a, (-1)^n h(0) / lc(h), is then a q-th power in Q. So is a in the residue field of every prime ideal that
// a is integral for: modulo a prime p that leaves h square-free and does not divide lc(h), in F_p[x] / (u) for every
// irreducible factor u of h. With d the degree of u and q a divisor of p^d - 1 that means a^((p^d - 1) / q) = 1, and
// one factor for which it is not 1 is a proof. All factors of one degree are looked at together, modulo their product.
// For e the order of p modulo q, the exponent is (p^e - 1) / q times 1 + p^e + p^2e + ... + p^(d - e).
// Literature: Lang, Algebra, VI.9.
#include "poly/factor/factor_z_inflation.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/primes.hpp>

#include "poly/factor/factor_z_primes.hpp"
#include "poly/factor/factor_zp.hpp"
#include "poly/factor/word_quotient.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t least_prime = 1 << 6;
constexpr unsigned most_primes = 12;  // that are tried
constexpr unsigned most_power_bits = 62;

/// Whether the quotient of two integers, in lowest terms but for the sign, is the q-th power of a rational.
bool is_power(IntegerView numerator, IntegerView denominator, std::size_t q) {
  const Integer common = gcd(numerator, denominator);
  const auto exact = [q](const Integer& x) {
    if (x.sign() < 0 && q % 2 == 0) return false;
    Integer root;
    int is_exact = 0;
    root.with_mpz([&](mpz_ptr z) { is_exact = mpz_root(z, x.view().mpz(), q); });
    return is_exact != 0;
  };
  Integer a = exact_div(numerator, common);
  Integer b = exact_div(denominator, common);
  if (b.sign() < 0) {
    a.negate();
    b.negate();
  }
  return exact(a) && exact(b);
}

/// The order of p modulo q, and p to it: where that is short.
struct OrderOfPrime {
  std::size_t order;
  std::uint64_t power;
};

std::optional<OrderOfPrime> order_of_prime(std::uint64_t p, std::size_t q) {
  std::uint64_t power = p;
  for (std::size_t e = 1;; ++e) {
    if (power % q == 1) return OrderOfPrime{e, power};
    if (power > (std::uint64_t{1} << most_power_bits) / p) return std::nullopt;
    power *= p;
  }
}

/// Whether x is shown to be no q-th power modulo some factor.
bool is_no_power(const DistinctDegreeFactor& u, const OrderOfPrime& p, std::size_t q, const ExecutionContext& ctx) {
  if (u.degree % p.order != 0) return false;
  const PolyZp& product = u.product;
  const FactorAlgebra algebra(product.ring(), ctx);
  const ResidueVector& words = product.coefficients();
  const WordQuotient quotient(algebra, {words.data(), words.size()});
  const std::size_t n = quotient.degree();
  ResidueVector root(n, 0);
  quotient.power_of_linear(0, (p.power - 1) / q, {root.data(), n});
  ResidueVector conjugate = root;
  ResidueVector next(n, 0);
  for (std::size_t i = p.order; i < u.degree; i += p.order) {
    ctx.poll();
    quotient.power({conjugate.data(), n}, p.power, {next.data(), n});
    std::swap(conjugate, next);
    quotient.multiply({root.data(), n}, {conjugate.data(), n}, {root.data(), n});
  }
  return root[0] != quotient.one() || std::any_of(root.begin() + 1, root.end(), [](std::uint64_t c) { return c != 0; });
}

}  // namespace

bool inflation_is_irreducible(const IntegerVector& h, std::size_t q, const ExecutionContext& ctx) {
  const std::size_t n = h.size() - 1;
  if (!is_power(n % 2 == 0 ? h[0] : -h[0], h[n], q)) return true;
  if (n == 1) return false;  // the norm is the root itself
  std::uint64_t p = least_prime;
  for (unsigned i = 0; i < most_primes; ++i) {
    ctx.poll();
    p = next_prime(p);
    const std::optional<OrderOfPrime> order = order_of_prime(p, q);
    if (p == q || !order) continue;
    const PolyZp image = square_free_image(h, p, ctx);
    if (image.is_zero()) continue;
    const std::vector<DistinctDegreeFactor> pattern = distinct_degree_pattern(image, ctx);
    if (std::any_of(pattern.begin(), pattern.end(), [&](const auto& u) { return is_no_power(u, *order, q, ctx); }))
      return true;
  }
  return false;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
