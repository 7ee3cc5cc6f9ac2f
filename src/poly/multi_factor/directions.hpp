// A square-free polynomial near one point, in the direction of each variable: which of the factors at the point belong
// together, and what their products look like along the directions.
//
// For every variable y_k the factors of f(x, point) are lifted to power series in y_k, the other variables at their
// values. For a factor g of f, the logarithmic derivative f g'/g by x is a polynomial of no higher degree in y_k than
// f; it is the sum of those of the lifted factors in g. So all coefficients beyond that degree are linear equations for
// the indicator of g (relations.hpp), and all directions together separate factors that differ in any variable only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "poly/multi_factor/bivariate_lift.hpp"
#include "poly/multi_factor/relations.hpp"
#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The factors of classes as polynomials in x and y_k = point_k + t, up to constants: [k][class].
struct ClassImages {
  std::vector<std::vector<std::size_t>> degrees;  ///< in y_k
  std::vector<std::vector<FieldPoly>> leads;      ///< the leading coefficients in x, by powers of t
};

template <class F>
class Directions {
 public:
  /// f in (x, y_1, ..., y_n), whose leading coefficient in x does not vanish at the point; bases: f(x, point) =
  /// constant times their product, monic. All arguments but bases must outlive this.
  Directions(const WordTerms& f, std::span<const std::uint64_t> point, std::vector<FieldPoly> bases, const F& field,
             const ExecutionContext& ctx);
  /// Whether f(x, point) is square-free, as everything here needs.
  bool coprime() const noexcept { return lifter_.coprime(); }

  /// All equations with series that are `extra` terms longer than f's degrees; ends when there is one solution left.
  Relations relations(std::size_t extra);
  /// After relations() with several solutions left. Nothing when the degrees do not add up to those of f, which shows
  /// that the point is unlucky or a class is no factor.
  std::optional<ClassImages> images_of(const std::vector<std::vector<std::size_t>>& classes) const;

 private:
  struct Direction {
    SeriesRows image;
    FieldPoly lead;  // of f, by powers of t
    std::size_t degree;
    std::vector<SeriesRows> factors;
    MemoryReservation held;
  };
  /// The bytes that a direction will hold, which is to be charged before it is made.
  std::size_t expected_bytes(std::size_t k, std::size_t extra) const;
  SeriesRows image(std::size_t k) const;
  Direction direction(std::size_t k, std::size_t extra) const;
  void add_equations(const Direction& direction, std::size_t extra, Relations& relations) const;

  const WordTerms& f_;
  std::span<const std::uint64_t> point_;
  const F& field_;
  const ExecutionContext& ctx_;
  BivariateLifter<F> lifter_;
  std::vector<Direction> directions_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
