// Composed sums and products by power sums modulo word primes.
//
// With p_k = sum a^k over the roots a of f, sum p_k z^k = rev(f') / rev(f). Power sums of all products are products of
// power sums; of all sums, by the binomial theorem, p_k/k! is a product of exponential series; of e-th powers, p_(e k).
// Newton's identities give the polynomial back. The prime p must be greater than the number of roots, as word
// primes are, and must not divide the leading coefficients. Cost per prime: O(N^2) word operations for N roots of the
// result, and a quotient of power series. Enough primes are taken for the bound lc prod (1 + |root|) <= (2^m |f|)^n
// (2^n |g|)^m, |f| the Euclidean norm (Landau), so that the result is proved. Literature: Bostan, Flajolet, Salvy,
// Schost, JSC 2006.
#include "rootiso/algebraic/composed.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/function_ref.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/residues/power_series.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/prime_field.hpp>

#include "core/limits.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/residues/division_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// p_0, ..., p_(count-1) of f modulo p, whose leading coefficient is not zero there.
ResidueVector power_sums(const PolyZ& f, const PrimeField& field, std::size_t count, const ExecutionContext& ctx) {
  const PolyZp image = reduce(f, field, ctx);
  std::vector<std::uint64_t> reversed = image.elements();
  std::vector<std::uint64_t> slope = derivative(image, 1, ctx).elements();
  slope.resize(reversed.size() - 1);  // leading coefficients that vanish belong to it: its reverse is of degree m - 1
  std::reverse(reversed.begin(), reversed.end());
  std::reverse(slope.begin(), slope.end());
  const PolyZp series = divide_series(PolyZp::from_elements(field, std::move(slope)),
                                      PolyZp::from_elements(field, std::move(reversed)), count, ctx);
  ResidueVector sums(count);
  for (std::size_t k = 0; k < series.length(); ++k) sums[k] = series.coefficient(k);
  return sums;
}

/// k! and 1/k! for k < count, with one inversion. Precondition: count <= p.
class Factorials {
 public:
  Factorials(const PrimeField& field, std::size_t count) : field_(field), factorials_(count), inverses_(count) {
    factorials_[0] = 1;
    for (std::size_t k = 1; k < count; ++k) factorials_[k] = field.mul(factorials_[k - 1], k);
    inverses_[count - 1] = field.inverse(factorials_[count - 1]);
    for (std::size_t k = count - 1; k > 0; --k) inverses_[k - 1] = field.mul(inverses_[k], k);
  }
  std::uint64_t of(std::size_t k) const { return factorials_[k]; }
  std::uint64_t inverse_of(std::size_t k) const { return inverses_[k]; }
  /// 1/k for k >= 1.
  std::uint64_t reciprocal(std::size_t k) const { return field_.mul(inverses_[k], factorials_[k - 1]); }

 private:
  const PrimeField& field_;
  ResidueVector factorials_, inverses_;
};

/// `lead` times the monic polynomial with the power sums p_0, p_1, ..., p_n of its n roots, by Newton's identities.
ResidueVector polynomial_of(const ResidueVector& sums, const PrimeField& field, std::uint64_t lead,
                            const ExecutionContext& ctx) {
  const std::size_t n = sums.size() - 1;
  const WordModulus modulus(field.modulus());
  const Factorials factorials(field, n + 1);
  ResidueVector descending(n + 1);
  descending[0] = 1;
  for (std::size_t k = 1; k <= n; ++k) {
    if (k % 64 == 0) ctx.poll();
    WordDotProduct sum;
    sum.add_reversed(sums.data() + 1, descending.data() + (k - 1), k);
    descending[k] = field.neg(field.mul(sum.reduce(modulus), factorials.reciprocal(k)));
  }
  for (std::uint64_t& c : descending) c = field.mul(c, lead);
  std::reverse(descending.begin(), descending.end());
  return descending;
}

/// sum over i of binomial(k, i) a_i b_(k-i), for all k.
ResidueVector binomial_convolution(ResidueVector a, ResidueVector b, const PrimeField& field,
                                   const ExecutionContext& ctx) {
  const std::size_t count = a.size();
  const Factorials factorials(field, count);
  for (std::size_t k = 2; k < count; ++k) {
    a[k] = field.mul(a[k], factorials.inverse_of(k));
    b[k] = field.mul(b[k], factorials.inverse_of(k));
  }
  const PolyZp product = mul(PolyZp(field, std::move(a)), PolyZp(field, std::move(b)), ctx);
  ResidueVector result(count);
  for (std::size_t k = 0; k < count; ++k) result[k] = field.mul(product.coefficient(k), factorials.of(k));
  return result;
}

/// Bits of (2^m |f|)^n, m = deg f.
std::size_t bound_bits(const PolyZ& f, std::size_t n, const ExecutionContext& ctx) {
  const std::size_t norm = f.coefficients().max_bits(ctx) + f.length() / 2 + 1;  // log2 sqrt(length) is much less
  return saturating_mul(saturating_add(norm, f.length() - 1), n);
}

/// The polynomial with integer coefficients below 2^bits whose image modulo p is image(field), where no leading
/// coefficient vanishes.
PolyZ from_images(std::size_t length, std::size_t bits, FunctionRef<bool(std::uint64_t)> usable,
                  FunctionRef<ResidueVector(const PrimeField&)> image, const ExecutionContext& ctx) {
  const std::size_t count = saturating_add(bits, 2) / 61 + 1;  // primes of 62 bits
  const MemoryReservation held(ctx.memory(), saturating_mul(saturating_mul(count, 3 * sizeof(std::uint64_t)), length));
  GcdPrimes source;
  std::vector<std::uint64_t> primes;
  while (primes.size() < count) {
    ctx.poll();
    const std::uint64_t p = source.next();
    if (usable(p)) primes.push_back(p);
  }
  std::vector<ResidueVector> images(count);
  parallel_for(ctx, count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      ctx.poll();
      images[j] = image(PrimeField::trusted(primes[j]));
    }
  });
  std::vector<std::span<const std::uint64_t>> rows(images.begin(), images.end());
  const CrtBasis basis(CrtBasis::KnownPrimes{}, primes, ctx);
  return PolyZ(basis.from_residues(rows, ctx));
}

using Combine = ResidueVector(ResidueVector, ResidueVector, const PrimeField&, const ExecutionContext&);

PolyZ composed(const PolyZ& f, const PolyZ& g, FunctionRef<Combine> combine, const ExecutionContext& ctx) {
  const std::size_t m = f.length() - 1;
  const std::size_t n = g.length() - 1;
  const std::size_t length = saturating_add(saturating_mul(m, n), 1);
  const Integer f_lead = f.leading_coefficient();
  const Integer g_lead = g.leading_coefficient();
  const auto usable = [&](std::uint64_t p) { return f_lead.view().mod(p) != 0 && g_lead.view().mod(p) != 0; };
  const auto image = [&](const PrimeField& field) {
    const std::uint64_t lead = field.mul(polyfork::pow(field, field.from_integer(f_lead), n),
                                         polyfork::pow(field, field.from_integer(g_lead), m));
    return polynomial_of(combine(power_sums(f, field, length, ctx), power_sums(g, field, length, ctx), field, ctx),
                         field, lead, ctx);
  };
  const std::size_t bits = saturating_add(bound_bits(f, n, ctx), bound_bits(g, m, ctx));
  return from_images(length, bits, usable, image, ctx).with_variable(f.variable());
}

}  // namespace

PolyZ composed_sum(const PolyZ& f, const PolyZ& g, const ExecutionContext& ctx) {
  return composed(
      f, g,
      [](ResidueVector a, ResidueVector b, const PrimeField& field, const ExecutionContext& inner) {
        return binomial_convolution(std::move(a), std::move(b), field, inner);
      },
      ctx);
}

PolyZ composed_product(const PolyZ& f, const PolyZ& g, const ExecutionContext& ctx) {
  return composed(
      f, g,
      [](ResidueVector a, const ResidueVector& b, const PrimeField& field, const ExecutionContext&) {
        for (std::size_t k = 0; k < a.size(); ++k) a[k] = field.mul(a[k], b[k]);
        return a;
      },
      ctx);
}

PolyZ composed_power(const PolyZ& f, std::uint64_t exponent, const ExecutionContext& ctx) {
  const std::size_t m = f.length() - 1;
  const std::size_t count = saturating_add(saturating_mul(m, exponent), 1);
  const MemoryReservation held(ctx.memory(), saturating_mul(count, 4 * sizeof(std::uint64_t)));
  const Integer lead = f.leading_coefficient();
  const auto usable = [&](std::uint64_t p) { return lead.view().mod(p) != 0; };
  const auto image = [&](const PrimeField& field) {
    const ResidueVector sums = power_sums(f, field, count, ctx);
    ResidueVector chosen(m + 1);
    for (std::size_t k = 0; k <= m; ++k) chosen[k] = sums[k * exponent];
    return polynomial_of(chosen, field, polyfork::pow(field, field.from_integer(lead), exponent), ctx);
  };
  return from_images(m + 1, bound_bits(f, exponent, ctx), usable, image, ctx).with_variable(f.variable());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
