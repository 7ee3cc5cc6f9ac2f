// The state of an irrational algebraic number: a polynomial and a cell that do not change, and the best enclosure that
// has been found.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/rootiso/algebraic_real.hpp>

#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

using SharedPolynomial = std::shared_ptr<const PolyZ>;

/// An enclosure of a number, which is the one root of the factor in the cell.
struct RootEnclosure {
  SharedPolynomial factor;  ///< of the defining polynomial
  DyadicCell cell;          ///< inside the first one

  const IntegerVector& coefficients() const noexcept { return factor->coefficients(); }
};

/// The state that all copies of a number share. Its enclosure is replaced as a whole, by one that is at least as good,
/// under a mutex that is never held while anything is computed: threads that refine the same number at the same time
/// may do so twice.
class AlgebraicState {
 public:
  using Enclosure = std::shared_ptr<const RootEnclosure>;

  /// Preconditions: the polynomial primitive, square-free, without rational roots, with a positive leading coefficient
  /// and exactly one root in the cell, which does not touch zero.
  AlgebraicState(SharedPolynomial polynomial, DyadicCell first);

  const SharedPolynomial& polynomial() const noexcept { return polynomial_; }
  /// The cell at construction.
  const DyadicCell& first() const noexcept { return first_; }
  int sign() const noexcept { return first_.c.sign() < 0 ? -1 : 1; }

  /// The best enclosure that has been found.
  Enclosure current() const;
  /// An enclosure whose cell has at least this level.
  Enclosure at_level(std::int64_t level, const ExecutionContext& ctx) const;
  /// The cell of this level, or the first one where that is finer: a function of the number as it was given.
  DyadicCell cell_at(std::int64_t level, const ExecutionContext& ctx) const;
  /// An enclosure whose cell has at least `bits` significant bits.
  Enclosure with_bits(std::size_t bits, const ExecutionContext& ctx) const;
  /// Keeps a factor that vanishes at the number, if it has a smaller degree than the current one.
  void record(const SharedPolynomial& factor) const;
  /// Keeps a cell of the number, if it is finer than the current one.
  void record(const DyadicCell& cell) const;

 private:
  Enclosure improve(const SharedPolynomial& factor, const DyadicCell& cell) const;

  SharedPolynomial polynomial_;
  DyadicCell first_;
  mutable std::mutex mutex_;
  mutable Enclosure current_;
};

/// Whether the divisor d of a factor vanishes at the factor's root in the cell: whether it changes sign there.
bool vanishes_in(const PolyZ& d, const DyadicCell& cell, const ExecutionContext& ctx);

/// The number that is the one root of the polynomial in the open interval, as AlgebraicState wants the polynomial.
AlgebraicReal make_algebraic(PolyZ polynomial, const Rational& lower, const Rational& upper,
                             const ExecutionContext& ctx);
/// The one root of the preprocessed polynomial in the cell, with the factor that has it.
AlgebraicReal make_algebraic(const Preprocessed& source, DyadicCell cell, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
