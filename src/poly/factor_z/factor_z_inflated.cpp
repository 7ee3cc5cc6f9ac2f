// h(x^n) without listing it.
//
// For irreducible h with a root a, h(x^n) is irreducible exactly when a is no q-th power in Q(a) for every prime q that
// divides n and, where 4 divides n, not -4 times a fourth power (Vahlen, Capelli, Redei). The last says that h(x^4) is
// irreducible, and is asked of h(x^2). Each is proved in h's own field (factor_z_inflation.cpp) or, where a may be such
// a power, by factoring h(x^q); several factors are inflated by what is left of n.
//
// Two families are known in closed form. With c > 0 no power that goes on, x^k - c^k is the product of the polynomials
// Phi_m(x / c), up to units, over the divisors m of k, and x^k + c^k of those over the divisors of 2 k that do not
// divide k; with c = 1 these are irreducible in x^n, and so is every Phi_m(x^n) a product of cyclotomic polynomials.
// Phi_m is Phi_K(x^(m / K)) for the product K of the primes that divide m. The factors of x^k +- c^k are inflated
// further by what c is no power of; then too it is told without factoring what stays irreducible. Literature: Lang,
// Algebra, VI.9.
#include "poly/factor_z/factor_z_inflated.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/sparse/detail/sparse_shape.hpp>
#include <polyfork/ring/integer.hpp>

#include "core/limits.hpp"
#include "poly/dense/deflation.hpp"
#include "poly/factor_z/cyclotomic_polynomial.hpp"
#include "poly/factor_z/cyclotomic_powers.hpp"
#include "poly/factor_z/factor_z_cyclotomic.hpp"
#include "poly/factor_z/factor_z_inflation.hpp"
#include "poly/factor_z/factor_z_square_free.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Inflated = std::vector<InflatedFactor>;

void append(Inflated& to, Inflated from) { std::move(from.begin(), from.end(), std::back_inserter(to)); }

InflatedFactor charged(IntegerVector f, std::uint64_t power, const ExecutionContext& ctx) {
  MemoryReservation held(ctx.memory(), saturating_add(f.bytes(), sizeof(InflatedFactor)));
  return {std::move(f), power, std::move(held)};
}

/// A positive rational number in lowest terms.
struct Fraction {
  Integer numerator, denominator;
  bool is_one() const { return numerator.is_one() && denominator.is_one(); }
};

/// Whether sqrt(x) is in the field of the K-th roots of unity, for an x != 0 and an odd K that is a product of distinct
/// primes. The discriminant of Q(sqrt(s)), s square-free, is s for s = 1 mod 4, else even; it has to divide K.
bool is_square_in_cyclotomic_field(Integer x, std::uint64_t kernel) {
  Integer part(x.sign());  // becomes s
  x = abs(x);
  for (const std::uint64_t p : prime_factors(kernel)) {
    const Integer prime(p);
    mp_bitcnt_t exponent = 0;
    x.with_mpz([&](mpz_ptr z) { exponent = mpz_remove(z, z, prime.view().mpz()); });
    if (exponent % 2 != 0) part = mul(part, prime);
  }
  return part.view().mod(4) == 1 && mpz_perfect_square_p(x.view().mpz()) != 0;
}

/// Whether h(y^n), h = Phi_K(y / C) for the kernel K of m and C = c^m.power, is shown to be irreducible by the
/// criterion. Preconditions: m.power divides n; c is no q-th power for the primes q that divide n / m.power. A root of
/// h is t = C z with a primitive K-th root of unity z.
///
/// Let q be an odd prime that divides n, and t = b^q with b in Q(z). With a root of unity w such that w^q = z, C is the
/// q-th power of b / w, which lies in an abelian field. Were C no q-th power of a rational number, x^q - C were
/// irreducible and Q(b / w), as all subfields of that field, normal; but its conjugate Q(C^(1/q)) is real and the other
/// roots are not. So C = d^q with a rational d. If q does not divide K, it does not divide m.power either, since the
/// primes of the latter divide K; then c is no q-th power, and neither is C. If q divides K, z = (b / d)^q is the q-th
/// power of a root of unity in Q(z), whose order divides 2 K; as K has no square factors, q does not divide the order
/// of z, which is K. So t is no q-th power.
///
/// For odd K, z is a square in Q(z), and for even K, -z is; so t is C or -C up to squares. With t = -4 b^4, -t is a
/// square. What may be one is left to others.
bool cyclotomic_stays_irreducible(const CyclotomicPower& m, const Fraction& c, std::uint64_t n) {
  if (n % 2 != 0) return true;
  const bool even = m.kernel % 2 == 0;
  const std::uint64_t odd_kernel = even ? m.kernel / 2 : m.kernel;
  // C up to squares.
  const Integer x = m.power % 2 == 0 ? Integer(1) : mul(c.numerator, c.denominator);
  if (is_square_in_cyclotomic_field(even ? -x : x, odd_kernel)) return false;
  return n % 4 != 0 || !is_square_in_cyclotomic_field(even ? x : -x, odd_kernel);
}

/// f(x / c^power), made primitive: the coefficient of x^i is f_i a^(n - i) b^i with c^power = a / b.
IntegerVector scaled(const IntegerVector& f, const Fraction& c, std::uint64_t power, const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  // Powers of a and b of half the degree on the average in the list; in the result a stripe is as wide as its longest.
  const auto bits_per_factor = [](const Integer& x) { return sub(x, Integer(1)).bit_length(); };
  const std::size_t bits = bits_per_factor(c.numerator) + bits_per_factor(c.denominator);
  const std::size_t factors = n / 2 + 1 + std::min(n, n / 2 + IntegerVector::stripe_rows);
  const std::size_t long_bytes = saturating_mul(saturating_mul(bits, power), factors) / 8;
  const std::size_t row = saturating_add(long_bytes, f.max_bits(ctx) / 4 + sizeof(Integer) + 4 * sizeof(mp_limb_t));
  const std::size_t bytes = saturating_mul(row, f.size());
  require_list(bytes, 1, ctx);
  const MemoryReservation reservation(ctx.memory(), bytes);
  const Integer a = bounded_power(c.numerator, power, ctx);
  const Integer b = bounded_power(c.denominator, power, ctx);
  std::vector<Integer> rows(f.size());
  Integer factor(1);
  for (std::size_t i = f.size(); i-- != 0; factor = polled_product(factor, a, ctx)) {
    ctx.poll();
    rows[i] = mul(factor, f[i]);
  }
  if (!b.is_one()) {
    factor = 1;
    for (std::size_t i = 0; i < f.size(); ++i, factor = polled_product(factor, b, ctx)) {
      ctx.poll();
      rows[i] = polled_product(factor, rows[i], ctx);
    }
  }
  return within_memory(ctx, [&] { return IntegerVector(std::span<const Integer>(rows)); });
}

/// Lists the polynomials Phi_m(x / c), made primitive, of which those of one kernel are asked for one after another.
class CyclotomicFactors {
 public:
  explicit CyclotomicFactors(const ExecutionContext& ctx) : ctx_(ctx) {}

  InflatedFactor of(const CyclotomicPower& m, const Fraction& c) {
    ctx_.poll();
    if (m.kernel != kernel_) {
      sup::require_dense(saturating_add(m.degree, 1), ctx_);
      plain_ = {};
      plain_ = charged(cyclotomic(m.kernel, ctx_), 1, ctx_);
      kernel_ = m.kernel;
    }
    return charged(c.is_one() ? plain_.f.copy(ctx_) : scaled(plain_.f, c, m.power, ctx_), m.power, ctx_);
  }

 private:
  const ExecutionContext& ctx_;
  std::uint64_t kernel_ = 0;
  InflatedFactor plain_;
};

/// What may be a power is factored; else h(x^n) is irreducible.
Inflated by_primes(const IntegerVector& h, std::uint64_t n, const ExecutionContext& ctx) {
  const auto split = [&](const IntegerVector& g, std::uint64_t q, std::uint64_t rest) -> std::optional<Inflated> {
    ctx.poll();
    if (inflation_is_irreducible(g, q, ctx)) return std::nullopt;
    sup::require_dense(saturating_mul(g.size(), q), ctx);
    const std::vector<IntegerVector> factors = compact_factors(inflate(g, q, ctx), ctx);
    if (factors.size() == 1) return std::nullopt;
    Inflated result;
    for (const IntegerVector& f : factors) append(result, inflated_factors(f, rest, ctx));
    return result;
  };
  for (const std::uint64_t q : prime_factors(n))
    if (auto factors = split(h, q, n / q)) return std::move(*factors);
  if (n % 4 == 0)
    if (auto factors = split(inflate(h, 2, ctx), 2, n / 4)) return std::move(*factors);
  Inflated one;
  one.push_back(charged(h.copy(ctx), n, ctx));
  return one;
}

/// x^n = +-c^k with the largest k that divides n.
Inflated of_linear(const IntegerVector& h, std::uint64_t n, const ExecutionContext& ctx) {
  const bool positive = h[0].sign() < 0;
  Fraction c{Integer(h[0].abs()), Integer(h[1])};
  std::uint64_t k = 1;
  if (c.is_one()) {
    k = n;
  } else {
    for (const std::uint64_t q : prime_factors(n))
      for (std::uint64_t rest = n; rest % q == 0; rest /= q) {
        auto a = root_of_power(c.numerator, q);
        auto b = a ? root_of_power(c.denominator, q) : std::nullopt;
        if (!b) break;
        c = {std::move(*a), std::move(*b)};
        k *= q;
      }
  }
  if (k == 1) return by_primes(h, n, ctx);
  Inflated factors;
  CyclotomicFactors listed(ctx);
  for (const CyclotomicPower& m : cyclotomic_powers(positive ? 1 : 2, k, ctx)) {
    InflatedFactor f = listed.of(m, c);
    f.power *= n / k;
    if (k == n || cyclotomic_stays_irreducible(m, c, f.power))
      factors.push_back(std::move(f));
    else
      append(factors, by_primes(f.f, f.power, ctx));
  }
  return factors;
}

}  // namespace

std::vector<InflatedFactor> inflated_factors(const IntegerVector& h, std::uint64_t n, const ExecutionContext& ctx) {
  if (n != 1 && h.size() == 2) return of_linear(h, n, ctx);
  Inflated factors;
  if (n == 1) {
    factors.push_back(charged(h.copy(ctx), 1, ctx));
  } else if (const std::uint64_t index = cyclotomic_index(h, ctx); index != 0) {
    CyclotomicFactors listed(ctx);
    for (const CyclotomicPower& m : cyclotomic_powers(index, n, ctx)) factors.push_back(listed.of(m, {1, 1}));
  } else {
    factors = by_primes(h, n, ctx);
  }
  return factors;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
