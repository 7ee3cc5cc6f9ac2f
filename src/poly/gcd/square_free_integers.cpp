// Square-free decomposition in Z[x]: a test modulo word primes, then Yun's algorithm with the gcd's cofactors.
//
// If f mod p and its derivative are coprime for one prime p that does not divide lc(f), f is square-free over Q; for a
// square-free f nearly every prime of 50 bits shows it, so Yun's algorithm only runs on inputs that have repeated
// factors. The test takes primes that have transforms of their own, with which half-gcds cost half as much. The
// quotients b / f_i and d / f_i are the cofactors that the modular gcd's proof has computed anyway. The power of x is
// taken out first. Cost: that of gcd(f, f'); for a square-free f usually one gcd modulo one prime. Preconditions:
// normalised, not empty.
// Literature: Yun, SYMSAC 1976; von zur Gathen, Gerhard, Modern Computer Algebra, section 14.6.
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "core/polled.hpp"
#include "fft/word_convolution.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/gcd/square_free_proof.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/residues/half_gcd.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Ops = DenseOps<Integers>;

/// Yun's loop on a primitive polynomial with a nonzero constant term.
void yun(const IntegerVector& a, std::vector<IntegerFactor>& out, const ExecutionContext& ctx) {
  const Integers ring;
  std::vector<MemoryReservation> kept;  // for the factors
  GcdCofactors step;
  {
    const IntegerVector slope = Ops::derivative(ring, a, ctx);
    const MemoryReservation held = hold(slope, ctx);
    step = gcd_cofactors(a, slope, ctx);
  }
  IntegerVector b = std::move(step.a);
  IntegerVector c = std::move(step.b);
  for (std::uint64_t multiplicity = 1; b.size() > 1; ++multiplicity) {
    const MemoryReservation held(ctx.memory(), b.bytes() + c.bytes());
    IntegerVector d;
    {
      const IntegerVector slope = Ops::derivative(ring, b, ctx);
      const MemoryReservation held_slope = hold(slope, ctx);
      d = Ops::sub(ring, c, slope, ctx);
    }
    const MemoryReservation held_d = hold(d, ctx);
    if (d.empty()) {  // all that is left has this multiplicity
      out.push_back({primitive_positive(b, ctx), multiplicity});
      return;
    }
    step = gcd_cofactors(b, d, ctx);
    if (step.gcd.size() > 1) {
      kept.push_back(hold(step.gcd, ctx));
      out.push_back({std::move(step.gcd), multiplicity});
    }
    b = std::move(step.a);
    c = std::move(step.b);
  }
}

/// Multiplies x into the factor of the given multiplicity, or inserts it.
void insert_x(std::vector<IntegerFactor>& factors, std::uint64_t multiplicity, const ExecutionContext& ctx) {
  const auto at = std::find_if(factors.begin(), factors.end(),
                               [&](const IntegerFactor& f) { return f.multiplicity >= multiplicity; });
  if (at != factors.end() && at->multiplicity == multiplicity)
    at->factor = Ops::shift_left(Integers{}, at->factor, 1, ctx);
  else
    factors.insert(at, {IntegerVector{0, 1}, multiplicity});
}

}  // namespace

bool proved_square_free(const IntegerVector& a, const ExecutionContext& ctx) {
  constexpr std::size_t attempts = 2;
  const MemoryReservation reservation(ctx.memory(), 2 * a.size() * sizeof(std::uint64_t));
  for (const std::uint64_t p : std::span(transform_primes).first(attempts)) {
    if (a[a.size() - 1].mod(p) == 0) continue;
    const WordAlgebra w(PrimeField::trusted(p), ctx);
    ResidueVector f(a.size());
    ResidueVector slope(a.size() - 1);
    residues(a, p, f, ctx);
    polled_for(ctx, slope.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) slope[k] = w.modulus.mul(f[k + 1], k + 1);  // degrees are below p
    });
    if (gcd_words(w, std::move(f), std::move(slope)).size() == 1) return true;
  }
  return false;
}

std::vector<IntegerFactor> square_free_factors(const IntegerVector& a, const ExecutionContext& ctx) {
  const std::size_t zeros = trailing_zero_terms(a);
  std::vector<IntegerFactor> factors;
  if (a.size() - zeros > 1) {
    IntegerVector f;
    if (zeros == 0) {
      f = primitive_positive(a, ctx);
    } else {
      const IntegerVector rest = Ops::shift_right(Integers{}, a, zeros, ctx);
      const MemoryReservation held = hold(rest, ctx);
      f = primitive_positive(rest, ctx);
    }
    const MemoryReservation held = hold(f, ctx);
    if (f.size() == 2 || proved_square_free(f, ctx))
      factors.push_back({std::move(f), 1});
    else
      yun(f, factors, ctx);
  }
  if (zeros != 0) insert_x(factors, zeros, ctx);
  return factors;
}

bool is_square_free_over_q(const IntegerVector& a, const ExecutionContext& ctx) {
  if (a.size() <= 2) return true;
  if (a.signed_size(0) == 0 && a.signed_size(1) == 0) return false;
  if (proved_square_free(a, ctx)) return true;
  return gcd_cofactors(a, Ops::derivative(Integers{}, a, ctx), ctx).gcd.size() == 1;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
