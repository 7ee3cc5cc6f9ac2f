// Simple roots modulo p lifted to a word, all together.
//
// A root is t + d with t one of the points of ResiduePoints modulo p^e and d divisible by p, so that Taylor's formula
// ends after e terms: f(t + d) = sum over j < e of f^(j)(t) / j! d^j modulo p^e. The values of the first e - 1
// derivatives at all points are e transforms, whatever the number of roots; the d follow root by root from
// d = -(f(t) + sum over j >= 2) / f'(t), which gains one digit a step.
// Cost: e middle products modulo p^e of p coefficients and 4 n e word operations; e^2 word products a root.
// Newton's iteration with evaluations at arbitrary points instead would need a subproduct tree for each step.
// Preconditions: p > e, so that j! has an inverse; the roots are simple modulo p.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, chapter 9.
#include "poly/rational_roots/padic_roots.hpp"

#include <polyfork/core/memory.hpp>

#include "core/polled.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/rational_roots/residue_points.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// d with sum of taylor[j] d^j = 0 modulo p^digits; taylor[0] divisible by p, taylor[1] not.
std::uint64_t small_root(const WordModulus& m, ConstWords taylor) {
  const std::uint64_t factor = m.neg(m.inverse(taylor[1]));
  const std::uint64_t factor_shoup = m.shoup(factor);
  std::uint64_t d = 0;
  for (std::size_t step = 1; step < taylor.size(); ++step) {
    std::uint64_t sum = 0;
    for (std::size_t j = taylor.size(); j-- > 2;) sum = m.mul(m.add(sum, taylor[j]), d);
    sum = m.add(m.mul(sum, d), taylor[0]);
    d = m.mul_shoup(sum, factor, factor_shoup);
  }
  return d;
}

}  // namespace

PadicRoots lift_to_word(const IntegerVector& f, const ModularRoots& roots, std::size_t bits,
                        const ExecutionContext& ctx) {
  PadicRoots result;
  result.p = roots.p;
  result.digits = word_digits(roots.p, bits);
  result.modulus = word_power(roots.p, result.digits);
  const unsigned digits = result.digits;
  const std::size_t count = roots.simple.size();
  ResiduePoints points(roots.p, digits, ctx);
  const WordModulus& m = points.modulus();
  const MemoryReservation reservation(ctx.memory(), (f.size() + (digits + 2) * count) * sizeof(std::uint64_t));
  result.roots.resize(count);
  if (digits == 1) {
    for (std::size_t k = 0; k < count; ++k) result.roots[k] = points[roots.simple[k]];
    return result;
  }

  ResidueVector taylor(digits * count);  // root by root
  {
    ResidueVector h(f.size());
    ResidueVector values(count);
    residues(f, m.value(), h, ctx);
    std::uint64_t factorial = 1;
    for (unsigned j = 0; j < digits && !h.empty(); ++j) {
      if (j != 0) {
        differentiate_words(m, h, ctx);
        factorial = m.mul(factorial, j);
      }
      points.evaluate_at(h, roots.simple, values);
      const std::uint64_t inverse = m.inverse(factorial);
      for (std::size_t k = 0; k < count; ++k) taylor[k * digits + j] = m.mul(values[k], inverse);
    }
  }
  polled_for(
      ctx, count,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
          result.roots[k] =
              m.add(points[roots.simple[k]], small_root(m, ConstWords(taylor).subspan(k * digits, digits)));
        ctx.charge((end - begin) * digits * digits);
      },
      std::size_t{1} << 10);
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
