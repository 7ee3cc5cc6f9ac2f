// All rational roots of a square-free polynomial, by p-adic lifting.
//
// Modulo a prime p that does not divide the leading coefficient a_n, every rational root has an image; if all roots of
// f mod p are simple, different rational roots have different images and each image lifts to one p-adic root (Hensel).
// a_n r is an integer for a rational root r, bounded by |a_n| 2^u, so its residue modulo p^e > 2 |a_n| 2^u determines
// it. Candidates are proved by exact division. Loos: Computing rational zeros of integral polynomials by p-adic
// expansion (SIAM J. Comput. 12, 1983).
//
// p is a little larger than the degree, so the roots modulo p are found by evaluating at all residues: O(p n) word
// operations. A few primes are tried for the one with the fewest roots; none at all ends the search. Lifting doubles
// the precision each time: O(n) operations on integers modulo p^e per root. Roots are lifted in parallel.
#include "rootiso/rational_roots.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/convert.hpp>
#include <polyfork/ring/primes.hpp>

#include "core/limits.hpp"
#include "ring/gmp_memory.hpp"
#include "ring/held.hpp"
#include "rootiso/root_bound.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

constexpr int primes_to_try = 3;
constexpr std::size_t poll_products = 1 << 15;  // modular products: a tenth of a millisecond
constexpr std::uint64_t smallest_prime = 61;    // fewer chance roots than with tiny primes

/// The roots of f modulo p; nothing when p divides the leading coefficient or a root is not simple.
std::optional<std::vector<std::uint64_t>> simple_roots_modulo(const PolyZ& f, std::uint64_t p,
                                                              const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(p);
  const MemoryReservation reservation(ctx.memory(), 2 * f.length() * sizeof(std::uint64_t));  // image and slope
  const PolyZp image = reduce(f, field, ctx);
  if (image.degree() != f.degree()) return std::nullopt;
  const WordModulus& m = field.word_modulus();
  const ResidueVector& a = image.coefficients();

  constexpr std::size_t grain = 64;
  using Roots = std::vector<std::uint64_t>;
  Roots roots = parallel_reduce(
      ctx, static_cast<std::size_t>(p), grain, Roots{},
      [&](std::size_t begin, std::size_t end) {
        Roots found;
        for (std::uint64_t x = begin; x < end; ++x) {
          const std::uint64_t x_shoup = m.shoup(x);
          std::uint64_t y = 0;
          for (std::size_t top = a.size(); top != 0;) {
            ctx.poll();
            const std::size_t bottom = top - std::min(top, poll_products);
            for (std::size_t i = top; i-- > bottom;) y = m.add(m.mul_shoup(y, x, x_shoup), a[i]);
            top = bottom;
          }
          if (y == 0) found.push_back(x);
        }
        ctx.charge((end - begin) * a.size());
        return found;
      },
      [](Roots&& left, Roots&& right) {
        left.insert(left.end(), right.begin(), right.end());
        return std::move(left);
      });
  const PolyZp slope = derivative(image, 1, ctx);
  for (const std::uint64_t x : roots)
    if (evaluate(slope, x, ctx) == 0) return std::nullopt;
  return roots;
}

/// The prime with the fewest roots among a few, with its roots.
std::pair<std::uint64_t, std::vector<std::uint64_t>> best_prime(const PolyZ& f, const ExecutionContext& ctx) {
  std::uint64_t best = 0;
  std::vector<std::uint64_t> best_roots;
  std::uint64_t p = std::max<std::uint64_t>(smallest_prime, static_cast<std::uint64_t>(f.length()));
  for (int tried = 0; tried < primes_to_try;) {
    p = next_prime(p);
    auto roots = simple_roots_modulo(f, p, ctx);
    if (!roots) continue;  // ends: only finitely many primes divide the leading coefficient or the discriminant
    ++tried;
    if (best == 0 || roots->size() < best_roots.size()) {
      best = p;
      best_roots = std::move(*roots);
    }
    if (best_roots.empty()) break;
  }
  return {best, std::move(best_roots)};
}

/// f(x) modulo `modulus` by Horner.
Integer evaluate_modulo(const IntegerVector& f, const Integer& x, const Integer& modulus, const ExecutionContext& ctx) {
  Integer y;
  y.with_mpz([&](mpz_ptr z) {
    for (std::size_t i = f.size(); i-- > 0;) {
      if (i % 64 == 0) ctx.poll();
      mpz_mul(z, z, x.view().mpz());
      mpz_add(z, z, f[i].mpz());
      mpz_mod(z, z, modulus.view().mpz());
    }
  });
  return y;
}

/// floor-mod into [0, modulus).
Integer reduced(const Integer& a, const Integer& modulus) { return floor_div_rem(a, modulus).second; }

/// The p-adic root above r0, modulo p^(2^steps) >= target: Newton on f and on the inverse of f'.
std::pair<Integer, Integer> lift_root(const IntegerVector& f, const IntegerVector& slope, std::uint64_t p,
                                      std::uint64_t r0, const Integer& target, const ExecutionContext& ctx) {
  // The last modulus is below the square of the target; numbers modulo it are multiplied and divided.
  const std::size_t limbs = 4 * (target.view().limbs().size() + 1);
  const MemoryReservation reservation(ctx.memory(), saturating_add(gmp_mul_bytes(limbs), gmp_div_bytes(limbs)));
  const WordModulus m(p);
  Integer modulus = p;
  Integer r = r0;
  Integer inverse = m.inverse(evaluate_modulo(slope, r, modulus, ctx).view().mod(p));
  while (modulus < target) {
    modulus *= modulus;
    r = reduced(r - evaluate_modulo(f, r, modulus, ctx) * inverse, modulus);
    inverse = reduced(inverse * (Integer(2) - evaluate_modulo(slope, r, modulus, ctx) * inverse), modulus);
    ctx.charge(2 * f.size() * (modulus.bit_length() / 64 + 1));
    ctx.poll();
  }
  return {std::move(r), std::move(modulus)};
}

}  // namespace

std::pair<std::vector<Rational>, PolyZ> split_rational_roots(const PolyZ& f, const ExecutionContext& ctx) {
  const auto found = best_prime(f, ctx);
  const std::uint64_t p = found.first;
  const std::vector<std::uint64_t>& images = found.second;
  if (images.empty()) {
    return {{}, PolyZ(charged_copy(f.coefficients(), ctx)).with_variable(f.variable())};
  }

  const Integer lead = f.leading_coefficient();
  const std::int64_t u = std::max<std::int64_t>(root_modulus_exponent(f.coefficients(), ctx), 0);
  const Integer target = abs(lead) << static_cast<std::size_t>(u + 2);
  const IntegerVector slope = derivative(f, 1, ctx).coefficients();
  const MemoryReservation held_slope = hold(slope, ctx);

  std::vector<Rational> candidates(images.size());
  parallel_for(ctx, images.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto [r, modulus] = lift_root(f.coefficients(), slope, p, images[i], target, ctx);
      Integer scaled = reduced(lead * r, modulus);
      if ((scaled << 1) > modulus) scaled -= modulus;
      candidates[i] = Rational(std::move(scaled), lead);
    }
  });

  std::vector<Rational> roots;
  // The candidates, the polynomial and its next quotient.
  const MemoryReservation held(
      ctx.memory(), saturating_add(2 * f.coefficients().bytes(), saturating_mul(images.size(), 2 * bytes_of(target))));
  PolyZ rest = f;
  for (const Rational& candidate : candidates) {
    const PolyZ factor = PolyZ{-candidate.numerator(), candidate.denominator()}.with_variable(f.variable());
    if (auto quotient = try_exact_div(rest, factor, ctx)) {
      rest = std::move(*quotient);
      roots.push_back(candidate);
    }
  }
  std::sort(roots.begin(), roots.end());
  return {std::move(roots), rest.with_variable(f.variable())};
}

}  // namespace detail
}  // namespace polyfork::inline v1
