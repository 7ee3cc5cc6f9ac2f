// Polynomials modulo an integer: the arithmetic of Hensel lifting, and of factorization modulo long primes.
//
// Coefficients are canonical residues in rows of equal length, as long as the modulus. Short products are sums of
// products in one accumulator with one reduction for each coefficient; long ones are products in Z[x] of the library.
// The modulus changes from step to step, so a ring is a value that is made for a step, and residues carry none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Coefficients in ascending degree, `stride` limbs each; the length counts leading zeros, too.
struct Residues {
  Residues() = default;
  Residues(std::size_t size, std::size_t limbs_each) : limbs(size * limbs_each), length(size), stride(limbs_each) {}

  mp_limb_t* row(std::size_t i) noexcept { return limbs.data() + i * stride; }
  const mp_limb_t* row(std::size_t i) const noexcept { return limbs.data() + i * stride; }
  /// The value of one coefficient; valid while the residues are.
  IntegerView operator[](std::size_t i) const noexcept;

  std::vector<mp_limb_t> limbs;
  std::size_t length = 0;
  std::size_t stride = 1;
};

/// A monic divisor g of degree n; for long divisors the inverse of its reversal as a power series, as long as the
/// quotients that are asked for.
struct MonicDivisor {
  Residues g;
  Residues inverse;  ///< empty for short divisors
};

/// The last coefficients first.
Residues reversed(const Residues& a);
/// The coefficients [begin, end), zeros beyond the length.
Residues part(const Residues& a, std::size_t begin, std::size_t end);

class ResidueRing {
 public:
  /// Modulus at least 2.
  explicit ResidueRing(Integer modulus);

  const Integer& modulus() const noexcept { return modulus_; }
  std::size_t limbs() const noexcept { return limbs_; }

  /// a modulo this modulus, whatever modulus it comes from.
  Residues reduced(const Residues& a, const ExecutionContext& ctx) const;
  Residues reduced(const IntegerVector& a, const ExecutionContext& ctx) const;
  /// The absolutely least residues.
  IntegerVector symmetric(const Residues& a, const ExecutionContext& ctx) const;
  Integer symmetric(const Residues& a, std::size_t i) const;

  /// The n lowest coefficients of a b, or all of them. Operands may be shorter than the modulus.
  Residues mul_low(const Residues& a, const Residues& b, std::size_t n, const ExecutionContext& ctx) const;
  Residues mul(const Residues& a, const Residues& b, const ExecutionContext& ctx) const;
  /// out[j] = sum over i < count of a[begin + i] columns[(j + 1) stride - 1 - i] for all columns of `stride` residues,
  /// which stand one after another. Parallel over the columns.
  Residues combine(const Residues& a, std::size_t begin, std::size_t count, const Residues& columns, std::size_t stride,
                   const ExecutionContext& ctx) const;
  /// All residues times a factor below the modulus.
  void scale(Residues& a, const Integer& factor, const ExecutionContext& ctx) const;
  /// a -= b; a at least as long, both with this ring's rows.
  void subtract(Residues& a, const Residues& b) const;
  /// a += b, likewise.
  void add(Residues& a, const Residues& b) const;
  void negate(Residues& a) const;

  /// a modulo a monic g, of exactly deg g coefficients.
  Residues rem(const Residues& a, const MonicDivisor& divisor, const ExecutionContext& ctx) const;
  /// The quotient of a by a monic g; nothing when a is shorter than g. An inverse series is as long as the quotient, or
  /// empty.
  Residues quotient(const Residues& a, const MonicDivisor& divisor, const ExecutionContext& ctx) const;
  /// a/b modulo x^n. Precondition: b(0) = 1. Quadratic in n.
  Residues series_quotient(const Residues& a, const Residues& b, std::size_t n) const;
  /// The derivative, with a's length less one.
  Residues derivative(const Residues& a) const;
  /// 1/a modulo x^n. Precondition: a(0) = 1, a not empty.
  Residues inverse_series(const Residues& a, std::size_t n, const ExecutionContext& ctx) const;
  /// One step of Newton's iteration in the modulus: `inverse` is right modulo a divisor of this modulus whose square
  /// this modulus divides.
  Residues lifted_inverse(const Residues& a, const Residues& inverse, const ExecutionContext& ctx) const;

 private:
  friend class ResidueSum;
  bool in_words() const noexcept { return word_.has_value(); }
  Residues product_of_integers(const Residues& a, const Residues& b, std::size_t n, const ExecutionContext& ctx) const;
  void reduce_row(mp_limb_t* out, const mp_limb_t* a, std::size_t n, mp_limb_t* quotient) const noexcept;
  Residues short_quotient(const Residues& a, const Residues& g) const;

  Integer modulus_;
  std::size_t limbs_;
  std::optional<WordModulus> word_;  // of moduli below 2^63
};

/// body(begin, end) over all rows of so many limbs each, in parallel where they are long. Rows are multiplied and
/// divided, which grows with the square of their length.
template <class Body>
void over_rows(std::size_t rows, std::size_t limbs, const ExecutionContext& ctx, const Body& body) {
  constexpr std::size_t limbs_of_a_task = 4096;
  constexpr std::size_t products_of_a_task = 65536;
  const std::size_t grain = std::min(limbs_of_a_task / limbs, products_of_a_task / (limbs * limbs));
  parallel_for(ctx, rows, std::max<std::size_t>(1, grain), body);
}

/// prime^exponent as a ring's modulus.
inline ResidueRing power_ring(std::uint64_t prime, std::size_t exponent) {
  return ResidueRing(pow(Integer(prime), exponent));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
