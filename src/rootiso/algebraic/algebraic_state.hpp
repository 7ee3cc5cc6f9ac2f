// The state of an irrational algebraic number: a polynomial and a cell that do not change, and the best enclosure that
// has been found. A number that came out of arithmetic in the field of another one is an element of that field first,
// a polynomial in the field's generator; its own polynomial and cell are computed when they are asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

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

class AlgebraicState;

/// A number as a polynomial in a generator, which is no such element itself.
struct FieldElement {
  std::shared_ptr<const AlgebraicState> generator;
  PolyQ value;  ///< not constant; of lower degree than the generator's minimal polynomial
};

/// An irreducible polynomial, and the same one made monic, by which elements of the field are reduced.
struct MinimalPolynomial {
  SharedPolynomial primitive;
  PolyQ monic;
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
  /// The same where the polynomial is known to be irreducible.
  struct Irreducible {};
  AlgebraicState(Irreducible, SharedPolynomial polynomial, DyadicCell first);
  /// A number whose polynomial and cell are known, and which is this element of a field. Preconditions as above.
  AlgebraicState(SharedPolynomial polynomial, DyadicCell first, FieldElement element);
  /// Polynomial and cell are computed on demand. Precondition: the value is reduced by the minimal polynomial, so that
  /// the number is irrational.
  explicit AlgebraicState(FieldElement element);

  const SharedPolynomial& polynomial(const ExecutionContext& ctx) const { return made(ctx).polynomial; }
  /// The cell at construction.
  const DyadicCell& first(const ExecutionContext& ctx) const { return made(ctx).first; }
  int sign(const ExecutionContext& ctx) const { return first(ctx).c.sign() < 0 ? -1 : 1; }
  /// Nothing for a number that generates its own field.
  const std::optional<FieldElement>& element() const noexcept { return element_; }
  /// Found by factorization at the first call, unless the polynomial is known to be irreducible.
  std::shared_ptr<const MinimalPolynomial> minimal(const ExecutionContext& ctx) const;

  /// The best enclosure that has been found.
  Enclosure current(const ExecutionContext& ctx) const;
  /// An enclosure whose cell has at least this level.
  Enclosure at_level(std::int64_t level, const ExecutionContext& ctx) const;
  /// The cell of this level: a function of the number alone.
  DyadicCell cell_at(std::int64_t level, const ExecutionContext& ctx) const;
  /// An enclosure whose cell has at least `bits` significant bits.
  Enclosure with_bits(std::size_t bits, const ExecutionContext& ctx) const;
  /// Keeps a factor that vanishes at the number, if it has a smaller degree than the current one.
  void record(const SharedPolynomial& factor, const ExecutionContext& ctx) const;
  /// Keeps a cell of the number, if it is finer than the current one.
  void record(const DyadicCell& cell, const ExecutionContext& ctx) const;

 private:
  /// What does not change once it is there.
  struct Made {
    SharedPolynomial polynomial;
    DyadicCell first;
  };

  const Made& made(const ExecutionContext& ctx) const {
    const Made* const ready = ready_.load(std::memory_order_acquire);
    return ready != nullptr ? *ready : make(ctx);
  }
  const Made& make(const ExecutionContext& ctx) const;
  void set_made(SharedPolynomial polynomial, DyadicCell first) const;
  /// Of threads that ask at the same time the first one's answer stays.
  std::shared_ptr<const MinimalPolynomial> set_minimal(std::shared_ptr<const MinimalPolynomial> found) const;
  Enclosure improve(const SharedPolynomial& factor, const DyadicCell& cell, const ExecutionContext& ctx) const;

  std::optional<FieldElement> element_;
  bool irreducible_ = false;
  mutable std::mutex mutex_;  // for what is below
  mutable std::optional<Made> made_;
  mutable std::atomic<const Made*> ready_{nullptr};
  mutable Enclosure current_;
  mutable std::shared_ptr<const MinimalPolynomial> minimal_;
};

/// Whether the divisor d of a factor vanishes at the factor's root in the cell: whether it changes sign there.
bool vanishes_in(const PolyZ& d, const DyadicCell& cell, const ExecutionContext& ctx);

/// The coarsest cell inside the interval around the one root of f there, as AlgebraicState wants it.
DyadicCell cell_away_from_zero(const PolyZ& f, const Rational& lower, const Rational& upper,
                               const ExecutionContext& ctx);

/// The coarsest standard cell around this one that has no other root of f and does not touch zero: a function of the
/// root and f alone. Preconditions: f square-free, without rational roots; the cell has one root of f and does not
/// touch zero.
DyadicCell coarsest_isolating_cell(const PolyZ& f, const DyadicCell& cell, const ExecutionContext& ctx);

/// The number that is the one root of the polynomial in the open interval, as AlgebraicState wants the polynomial.
/// The element, if there is one, is the number itself.
AlgebraicReal make_algebraic(PolyZ polynomial, const Rational& lower, const Rational& upper,
                             const ExecutionContext& ctx, std::optional<FieldElement> element = std::nullopt);
/// The one root of the preprocessed polynomial in the cell, with the factor that has it.
AlgebraicReal make_algebraic(const Preprocessed& source, DyadicCell cell, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
