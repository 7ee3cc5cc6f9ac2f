// Capelli's theorem: h(x^q) is irreducible unless a root a of h is a q-th power in its field.
//
// The norm of a, (-1)^n h(0) / lc(h), is then a q-th power in Q. So is a in the residue field of every prime ideal that
// a is integral for: modulo a prime p = 1 mod q that leaves h square-free and does not divide lc(h), in F_p[x] / (u)
// for every irreducible factor u of h. With d the degree of u that means a^((p^d - 1) / q) = 1, and one factor for
// which it is not 1 is a proof. All factors of one degree are looked at together, modulo their product; the exponent is
// (p - 1) / q times 1 + p + p^2 + ... + p^(d - 1). Where a is no q-th power, it is none in the field with the q-th
// roots of unity either, whose degree is prime to q, so that by Chebotarev's theorem most of these primes show it.
// Literature: Lang, Algebra, VI.9.
#include "poly/factor_z/factor_z_inflation.hpp"

#include <algorithm>
#include <cstdint>

#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/primes.hpp>

#include "poly/factor/factor_zp.hpp"
#include "poly/factor/word_quotient.hpp"
#include "poly/factor_z/factor_z_primes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t least_prime = 1 << 6;
constexpr unsigned most_primes = 12;      // that are tried
constexpr unsigned most_power_bits = 62;  // of primes

/// The least prime above p that is 1 modulo the prime q; 0 where it has more than 62 bits.
std::uint64_t next_prime_one_modulo(std::uint64_t q, std::uint64_t p) {
  if (q == 2) return next_prime(p);
  if (q >> (most_power_bits - 1) != 0) return 0;
  const std::uint64_t step = 2 * q;
  for (std::uint64_t candidate = p - p % step + 1;; candidate += step) {
    if (candidate >> most_power_bits != 0) return 0;
    if (candidate > p && is_prime(candidate)) return candidate;
  }
}

/// Whether x is shown to be no q-th power modulo some factor; q divides p - 1.
bool is_no_power(const DistinctDegreeFactor& u, std::uint64_t q, const ExecutionContext& ctx) {
  const PolyZp& product = u.product;
  const std::uint64_t p = product.ring().modulus();
  const FactorAlgebra algebra(product.ring(), ctx);
  const ResidueVector& words = product.coefficients();
  const WordQuotient quotient(algebra, {words.data(), words.size()});
  const std::size_t n = quotient.degree();
  ResidueVector root(n, 0);
  quotient.power_of_linear(0, (p - 1) / q, {root.data(), n});
  ResidueVector conjugate = root;
  ResidueVector next(n, 0);
  for (std::size_t i = 1; i < u.degree; ++i) {
    ctx.poll();
    quotient.power({conjugate.data(), n}, p, {next.data(), n});
    std::swap(conjugate, next);
    quotient.multiply({root.data(), n}, {conjugate.data(), n}, {root.data(), n});
  }
  return root[0] != quotient.one() || std::any_of(root.begin() + 1, root.end(), [](std::uint64_t c) { return c != 0; });
}

}  // namespace

bool root_is_no_power(std::size_t q, std::uint64_t modulus, const std::function<PolyZp(std::uint64_t)>& image,
                      const ExecutionContext& ctx) {
  std::uint64_t p = least_prime;
  for (unsigned i = 0; i < most_primes;) {
    ctx.poll();
    p = next_prime_one_modulo(q, p);
    if (p == 0) return false;
    if (p % modulus != 1 % modulus) continue;
    ++i;
    const PolyZp h = image(p);
    if (h.is_zero()) continue;
    const std::vector<DistinctDegreeFactor> pattern = distinct_degree_pattern(h, ctx);
    if (std::any_of(pattern.begin(), pattern.end(), [&](const auto& u) { return is_no_power(u, q, ctx); })) return true;
  }
  return false;
}

bool is_power_of_rational(IntegerView numerator, IntegerView denominator, std::size_t q) {
  const Integer common = gcd(numerator, denominator);
  const auto exact = [q](const Integer& x) { return root_of_power(x, q).has_value(); };
  Integer a = exact_div(numerator, common);
  Integer b = exact_div(denominator, common);
  if (b.sign() < 0) {
    a.negate();
    b.negate();
  }
  return exact(a) && exact(b);
}

std::optional<Integer> root_of_power(const Integer& x, std::size_t q) {
  if (x.sign() < 0 && q % 2 == 0) return std::nullopt;
  if (x.is_zero() || x.view().abs().is_one()) return x;
  if (q >= x.bit_length()) return std::nullopt;
  Integer root;
  int is_exact = 0;
  root.with_mpz([&](mpz_ptr z) { is_exact = mpz_root(z, x.view().mpz(), q); });
  if (is_exact == 0) return std::nullopt;
  return root;
}

bool inflation_is_irreducible(const IntegerVector& h, std::size_t q, const ExecutionContext& ctx) {
  const std::size_t n = h.size() - 1;
  if (!is_power_of_rational(n % 2 == 0 ? h[0] : -h[0], h[n], q)) return true;
  if (n == 1) return false;  // the norm is the root itself
  return root_is_no_power(
      q, 1, [&](std::uint64_t p) { return square_free_image(h, p, ctx); }, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
