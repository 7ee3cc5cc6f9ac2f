// The images of one step of lifting: factors in x and y_k at values of y_1, ..., y_(k-1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "poly/multi_factor/lane_images.hpp"
#include "poly/multi_factor/placed_terms.hpp"
#include "poly/multi_factor/series_rows.hpp"
#include "poly/residues/field_poly.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Values of y_1, ..., y_(k-1).
using LiftPoint = std::vector<std::uint64_t>;

template <class F>
class StepImages {
 public:
  /// Room for so many images. What the step refers to must outlive this, as field and context.
  StepImages(const ImageStep& step, std::size_t images, const F& field, const ExecutionContext& ctx);

  /// Images at r, r^2, ..., all of them; false where one of these points is unlucky. Parallel.
  bool find_along(const LiftPoint& r);
  /// Images at points of this list, those at which it is possible, until there are enough; `used` gets the points.
  /// False where there are too few. Parallel; the result does not depend on the number of threads.
  bool find_among(std::span<const LiftPoint> points, std::vector<LiftPoint>& used);

  std::size_t count() const noexcept { return images_; }
  /// Of factor s the coefficients of x.
  std::size_t width(std::size_t s) const noexcept { return step_.known[s].monomial(0)[0] + 1; }
  /// Of factor s the coefficient of x^x y_k^m, m < the step's length, in all images.
  std::span<const std::uint64_t> values(std::size_t s, std::size_t x, std::size_t m) const noexcept {
    return std::span(table_).subspan((begin_[s] + m * width(s) + x) * images_, images_);
  }

 private:
  /// Calls sink(i, factors) for the images at r^(i + 1), begin <= i < end; false where one is unlucky.
  template <class Sink>
  bool along(const LiftPoint& r, std::size_t begin, std::size_t end, const Sink& sink) const;
  bool along_in_lanes(const LiftPoint& r, std::size_t begin, std::size_t end);
  /// Calls sink(0, factors) for the image at one point; false where that is unlucky.
  template <class Sink>
  bool at(const LiftPoint& point, const Sink& sink) const;
  /// The factors of f with these leading coefficients and these bases; none where they are no bases.
  std::vector<SeriesRows> lifted(const SeriesRows& f, std::vector<FieldPoly>&& bases,
                                 const std::vector<FieldPoly>& leads) const;
  /// Of factors given by images in two variables.
  void put(std::size_t image, const std::vector<SeriesRows>& factors);
  /// Of eight points, at most `count` of them in use, into `cells`; their bits where they are lucky.
  unsigned batch(std::span<const LiftPoint> points, std::span<std::uint64_t> cells) const;
  void put_lane(std::size_t image, std::span<const std::uint64_t> cells, std::size_t lane);
  std::size_t cell_words() const noexcept { return LaneImages::points * begin_.back(); }

  ImageStep step_;
  std::size_t images_;
  const F& field_;
  const ExecutionContext& ctx_;
  MemoryReservation held_for_lanes_;
  std::optional<LaneImages> lanes_;
  MemoryReservation held_for_placed_;
  std::vector<PlacedTerms> placed_;   // f and the leading coefficients, where images are made along powers in words
  std::vector<std::size_t> begin_;    // of the factors' coefficients, and the end
  std::vector<std::uint64_t> table_;  // for each coefficient the values in all images
  MemoryReservation held_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
