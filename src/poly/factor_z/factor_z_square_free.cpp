// Irreducible factors of square-free polynomials over Z: what structure tells, then the general algorithm.
//
// f(x^d) is factored as f first, whose factors are then inflated (factor_z_inflated.cpp); that settles x^n - a.
// Quadratic polynomials are settled by their discriminants. Cyclotomic factors are recognised. Eisenstein's criterion:
// with g the gcd of all coefficients but the leading one, a prime that divides g once and not f(0) / g proves
// irreducibility. It is tried on the reversed polynomial as well, and the one with the smaller leading coefficient is
// factored.
#include "poly/factor_z/factor_z_square_free.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>
#include <polyfork/ring/integer.hpp>

#include "core/limits.hpp"
#include "poly/dense/deflation.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/factor_z/factor_z_cyclotomic.hpp"
#include "poly/factor_z/factor_z_inflated.hpp"
#include "poly/factor_z/factor_z_primes.hpp"
#include "poly/factor_z/factor_z_recombination.hpp"
#include "ring/reversed.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Ops = DenseOps<Integers>;
using Factors = std::vector<IntegerVector>;

/// Whether a prime is shown to divide x once. Trial division by short primes; of what is left, two primes at most, it
/// is enough not to be a square.
bool has_simple_prime(Integer x) {
  constexpr std::uint64_t end = 1 << 10;
  for (std::uint64_t q = 2; q < end && !x.is_one(); ++q) {
    std::size_t exponent = 0;
    for (; x.view().mod(q) == 0; ++exponent) x = exact_div(x, Integer(q));
    if (exponent == 1) return true;
  }
  return !x.is_one() && x.bit_length() <= 30 && mpz_perfect_square_p(x.view().mpz()) == 0;
}

/// Some prime divides `middle` and x, and its square does not divide x. False also where such primes are too long to be
/// found.
bool has_eisenstein_prime(const Integer& middle, IntegerView x) {
  Integer g = gcd(middle, x);
  if (g.is_one()) return false;
  const Integer rest = exact_div(x, g);
  for (Integer common = gcd(g, rest); !common.is_one(); common = gcd(g, rest)) g = exact_div(g, common);
  return has_simple_prime(std::move(g));
}

void append(Factors& to, Factors from) {
  for (IntegerVector& f : from) to.push_back(std::move(f));
}

/// No structure: a prime, lifting, recombination. Precondition as for irreducible_factors, and f(0) not zero.
Factors general_factors(const IntegerVector& f, const ExecutionContext& ctx) {
  const ModularFactors local = modular_factors(f, ctx);
  if (local.irreducible) return {f.copy(ctx)};
  return Recombination(f, local, ctx).run();
}

/// The factors of a x^2 + b x + c: with s^2 = b^2 - 4 a c its roots are (-b - s) / 2a and (-b + s) / 2a.
Factors quadratic_factors(IntegerVector f, const ExecutionContext& ctx) {
  Integer s = mul(f[1], f[1]);
  s.sub_mul(mul(f[0], f[2]), Integer(4));
  Factors factors;
  if (s.sign() < 0 || mpz_perfect_square_p(s.view().mpz()) == 0) {
    factors.push_back(std::move(f));
    return factors;
  }
  s.with_mpz([](mpz_ptr z) { mpz_sqrt(z, z); });
  const Integer twice = Integer(f[2]) << 1;
  for (const Integer& constant : {add(f[1], s), sub(f[1], s)})
    factors.push_back(primitive_positive(IntegerVector{constant, twice}, ctx));
  return factors;
}

}  // namespace

bool is_eisenstein(const IntegerVector& f) {
  Integer middle;  // the gcd of the coefficients between the ends
  for (std::size_t i = 1; i + 1 < f.size() && !middle.is_one(); ++i)
    if (f.signed_size(i) != 0) middle = gcd(middle, f[i]);
  return !middle.is_one() && (has_eisenstein_prime(middle, f[0]) || has_eisenstein_prime(middle, f[f.size() - 1]));
}

SquareFreeStep square_free_step(const IntegerVector& f) {
  if (f.size() == 1) return SquareFreeStep::none;
  if (f.size() == 2) return SquareFreeStep::linear;
  if (f.size() == 3) return SquareFreeStep::quadratic;
  return is_eisenstein(f) ? SquareFreeStep::eisenstein : SquareFreeStep::general;
}

bool is_factored_reversed(const IntegerVector& f) {
  const IntegerView low = f[0];
  const IntegerView lead = f[f.size() - 1];
  return low.limbs().size() <= lead.limbs().size() && low.abs() < lead;
}

IntegerVector reversed_associate(const IntegerVector& f, const ExecutionContext& ctx) {
  return with_positive_lead(reversed(f, ctx));
}

std::vector<IntegerVector> compact_factors(IntegerVector f, const ExecutionContext& ctx) {
  Factors factors;
  if (f.size() > 3) factors = take_cyclotomic_factors(f, ctx);
  switch (square_free_step(f)) {
    case SquareFreeStep::none:
      break;
    case SquareFreeStep::linear:
    case SquareFreeStep::eisenstein:
      factors.push_back(std::move(f));
      break;
    case SquareFreeStep::quadratic:
      append(factors, quadratic_factors(std::move(f), ctx));
      break;
    case SquareFreeStep::general:
      if (is_factored_reversed(f)) {
        for (const IntegerVector& g : general_factors(reversed_associate(f, ctx), ctx))
          factors.push_back(reversed_associate(g, ctx));
      } else {
        append(factors, general_factors(f, ctx));
      }
  }
  return factors;
}

std::vector<IntegerVector> irreducible_factors(const IntegerVector& f, const ExecutionContext& ctx) {
  // f deflated, reversed, made primitive, and its factors; or the square of a coefficient.
  const MemoryReservation held(ctx.memory(), saturating_mul(6, f.bytes()));
  Factors factors;
  if (f.signed_size(0) == 0) {  // once, as f is square-free
    factors.push_back(IntegerVector{0, 1});
    if (f.size() > 2) append(factors, irreducible_factors(Ops::shift_right(Integers{}, f, 1, ctx), ctx));
    return factors;
  }
  const std::size_t d = deflation_power(f, ctx);
  if (d == 1) return compact_factors(f.copy(ctx), ctx);
  std::vector<MemoryReservation> charges;  // coefficients of x^n - c^n are short, those of its factors are not
  for (const IntegerVector& h : compact_factors(deflate(f, d, ctx), ctx))
    for (const InflatedFactor& g : inflated_factors(h, d, ctx)) {
      factors.push_back(inflate(g.f, g.power, ctx));
      charges.emplace_back(ctx.memory(), factors.back().bytes());
    }
  return factors;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
