// Every image is one lifting in two variables. At the powers of a point values are carried on from one to the next;
// where the modulus has vectors, eight images are computed together.
#include "poly/multi_factor/step_images.hpp"

#include <algorithm>
#include <atomic>
#include <type_traits>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "core/limits.hpp"
#include "core/planning_threads.hpp"
#include "poly/multi_factor/bivariate_lift.hpp"
#include "poly/multi_factor/placed_terms.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t lanes = LaneImages::points;
constexpr std::size_t fewest_in_lanes = 3;

template <class F>
std::optional<LaneImages> lanes_of(const ImageStep& step, std::size_t images, const F& field) {
  if constexpr (std::is_same_v<F, WordModulus>)
    if (images >= fewest_in_lanes) return LaneImages::make(step, field);
  return std::nullopt;
}

/// Of what vectors read: for each term a coefficient, the number of a monomial and that in a table of them.
std::size_t lane_bytes(const ImageStep& step, std::size_t images) {
  if (images < fewest_in_lanes) return 0;
  std::size_t terms = step.f.size();
  for (const WordTerms& a : step.leads) terms += a.size();
  for (const WordTerms& a : step.known) terms += a.size();
  return saturating_mul(terms, sizeof(std::uint64_t) + 4 * sizeof(std::uint32_t));
}

}  // namespace

template <class F>
StepImages<F>::StepImages(const ImageStep& step, std::size_t images, const F& field, const ExecutionContext& ctx)
    : step_(step),
      images_(images),
      field_(field),
      ctx_(ctx),
      held_for_lanes_(ctx.memory(), lane_bytes(step, images)),
      lanes_(lanes_of(step, images, field)),
      begin_(1, 0) {
  for (std::size_t s = 0; s < step.known.size(); ++s) begin_.push_back(begin_.back() + step.length * width(s));
  const std::size_t words = saturating_mul(begin_.back(), images);
  held_ = MemoryReservation(ctx.memory(), saturating_mul(words, sizeof(std::uint64_t)));
  table_.resize(words);
}

template <class F>
void StepImages<F>::put(std::size_t image, const std::vector<SeriesRows>& factors) {
  for (std::size_t s = 0; s < factors.size(); ++s)
    for (std::size_t m = 0; m < step_.length; ++m)
      for (std::size_t x = 0; x < width(s); ++x)
        table_[(begin_[s] + m * width(s) + x) * images_ + image] = factors[s].row(m)[x];
}

template <class F>
void StepImages<F>::put_lane(std::size_t image, std::span<const std::uint64_t> cells, std::size_t lane) {
  for (std::size_t i = 0; i < begin_.back(); ++i) table_[i * images_ + image] = cells[lanes * i + lane];
}

template <class F>
std::vector<SeriesRows> StepImages<F>::lifted(const SeriesRows& f, std::vector<FieldPoly>&& bases,
                                              const std::vector<FieldPoly>& leads) const {
  if (std::any_of(bases.begin(), bases.end(), [](const FieldPoly& u) { return u.back() == 0; })) return {};
  const BivariateLifter<F> lifter(std::move(bases), field_);
  if (!lifter.coprime()) return {};
  std::vector<SeriesRows> factors = lifter.lift(f, leads, step_.length, ctx_);
  for (SeriesRows& factor : factors) shift_rows(factor, field_.neg(step_.value), field_);
  return factors;
}

template <class F>
template <class Sink>
bool StepImages<F>::at(const LiftPoint& point, const Sink& sink) const {
  const std::size_t k = step_.f.variables - 1;
  ctx_.poll();
  std::vector<FieldPoly> bases;
  std::vector<FieldPoly> leads;
  for (std::size_t s = 0; s < step_.known.size(); ++s) {
    bases.emplace_back(width(s));
    WordProgression<F>(step_.known[s], point, 1, field_).next(bases.back());
    leads.push_back(placed_image<F>(step_.leads[s], k, step_.value, point, field_, &ctx_).constants());
  }
  const auto factors = lifted(placed_image<F>(step_.f, k, step_.value, point, field_, &ctx_), std::move(bases), leads);
  if (factors.empty()) return false;
  sink(std::size_t{0}, factors);
  return true;
}

template <class F>
template <class Sink>
bool StepImages<F>::along(const LiftPoint& r, std::size_t begin, std::size_t end, const Sink& sink) const {
  const std::size_t steps = end - begin;
  std::vector<PlacedImages<F>> images;  // of f and of the leading coefficients
  for (const PlacedTerms& a : placed_) images.emplace_back(a, step_.value, r, begin + 1, steps, field_);
  std::vector<WordProgression<F>> known;
  for (const WordTerms& g : step_.known) known.emplace_back(g, r, steps, field_, begin + 1);
  for (std::size_t i = begin; i < end; ++i) {
    ctx_.poll();
    std::vector<FieldPoly> bases;
    std::vector<FieldPoly> leads;
    for (std::size_t s = 0; s < known.size(); ++s) {
      bases.emplace_back(width(s));
      known[s].next(bases.back());
      leads.push_back(images[s + 1].next().constants());
    }
    const std::vector<SeriesRows> factors = lifted(images[0].next(), std::move(bases), leads);
    if (factors.empty()) return false;
    sink(i, factors);
  }
  return true;
}

template <class F>
bool StepImages<F>::along_in_lanes(const LiftPoint& r, std::size_t begin, std::size_t end) {
  const std::size_t words = saturating_add(cell_words(), saturating_mul(lanes + 1, r.size()));
  const MemoryReservation reservation(ctx_.memory(), saturating_mul(words, sizeof(std::uint64_t)));
  std::vector<std::uint64_t> cells(cell_words());
  std::vector<LiftPoint> points;
  LiftPoint point(r);
  for (std::size_t v = 0; v < r.size(); ++v) point[v] = field_.pow(r[v], begin + 1);
  for (std::size_t i = begin; i < end; i += lanes) {
    points.clear();
    for (std::size_t j = i; j < std::min(end, i + lanes); ++j) {
      points.push_back(point);
      for (std::size_t v = 0; v < r.size(); ++v) point[v] = field_.mul(point[v], r[v]);
    }
    const unsigned lucky = batch(points, cells);
    for (std::size_t j = 0; j < points.size(); ++j) {
      if ((lucky >> j & 1) != 0) {
        put_lane(i + j, cells, j);
        continue;
      }
      // The vectors ask for more than there has to be.
      if (!at(points[j], [&](std::size_t, const auto& factors) { put(i + j, factors); })) return false;
    }
  }
  return true;
}

template <class F>
bool StepImages<F>::find_along(const LiftPoint& r) {
  if (images_ == 1) return at(r, [&](std::size_t i, const auto& factors) { put(i, factors); });
  if (!lanes_ && placed_.empty()) {
    std::size_t bytes = step_.f.bytes();
    for (const WordTerms& lead : step_.leads) bytes += lead.bytes();
    held_for_placed_ = MemoryReservation(ctx_.memory(), bytes);
    placed_.emplace_back(step_.f, step_.f.variables - 1);
    for (const WordTerms& lead : step_.leads) placed_.emplace_back(lead, step_.f.variables - 1);
  }
  // A thread's first image costs powers of the monomials' values, so there are few pieces, of whole vectors.
  const std::size_t pieces = 4 * static_cast<std::size_t>(planning_threads(ctx_));
  const std::size_t least = lanes_ ? lanes : 4;
  const std::size_t groups = (images_ + least - 1) / least;
  std::atomic<bool> lucky = true;
  parallel_for(ctx_, groups, std::max<std::size_t>(1, groups / pieces), [&](std::size_t first, std::size_t last) {
    if (!lucky) return;
    const std::size_t begin = first * least;
    const std::size_t end = std::min(last * least, images_);
    const bool found = lanes_ ? along_in_lanes(r, begin, end)
                              : along(r, begin, end, [&](std::size_t i, const auto& factors) { put(i, factors); });
    if (!found) lucky = false;
  });
  return lucky;
}

template <class F>
unsigned StepImages<F>::batch(std::span<const LiftPoint> points, std::span<std::uint64_t> cells) const {
  ctx_.poll();
  const std::size_t coordinates = step_.f.variables - 2;
  if (lanes_) {
    const MemoryReservation reservation(ctx_.memory(),
                                        (lanes_->workspace() + lanes * coordinates) * sizeof(std::uint64_t));
    std::vector<std::uint64_t> workspace(lanes_->workspace());
    std::vector<std::uint64_t> in_lanes(lanes * coordinates);
    for (std::size_t v = 0; v < coordinates; ++v)
      for (std::size_t j = 0; j < lanes; ++j) in_lanes[lanes * v + j] = points[std::min(j, points.size() - 1)][v];
    return lanes_->at(in_lanes, workspace, cells);
  }
  unsigned lucky = 0;
  for (std::size_t j = 0; j < points.size(); ++j) {
    const bool found = at(points[j], [&](std::size_t, const std::vector<SeriesRows>& factors) {
      for (std::size_t s = 0; s < factors.size(); ++s)
        for (std::size_t m = 0; m < step_.length; ++m)
          for (std::size_t x = 0; x < width(s); ++x)
            cells[lanes * (begin_[s] + m * width(s) + x) + j] = factors[s].row(m)[x];
    });
    if (found) lucky |= 1U << j;
  }
  return lucky;
}

template <class F>
bool StepImages<F>::find_among(std::span<const LiftPoint> points, std::vector<LiftPoint>& used) {
  used.clear();
  const std::size_t most_batches = 4 * static_cast<std::size_t>(planning_threads(ctx_));
  const std::size_t words = cell_words();
  const MemoryReservation reservation(
      ctx_.memory(), saturating_mul(most_batches, saturating_mul(words, sizeof(std::uint64_t)) + sizeof(unsigned)));
  std::vector<std::uint64_t> cells(most_batches * words);
  std::vector<unsigned> lucky(most_batches);
  for (std::size_t begin = 0; begin < points.size() && used.size() < images_;) {
    const std::size_t missing = (images_ - used.size() + lanes - 1) / lanes;
    const std::size_t left = (points.size() - begin + lanes - 1) / lanes;
    const std::size_t batches = std::min({most_batches, missing, left});
    const std::span<const LiftPoint> part = points.subspan(begin, std::min(batches * lanes, points.size() - begin));
    parallel_for(ctx_, batches, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t b = first; b < last; ++b)
        lucky[b] = batch(part.subspan(b * lanes, std::min(lanes, part.size() - b * lanes)),
                         std::span(cells).subspan(b * words, words));
    });
    for (std::size_t i = 0; i < part.size() && used.size() < images_; ++i) {
      if ((lucky[i / lanes] >> (i % lanes) & 1) == 0) continue;
      put_lane(used.size(), std::span(cells).subspan(i / lanes * words, words), i % lanes);
      used.push_back(part[i]);
    }
    begin += part.size();
  }
  return used.size() == images_;
}

template class StepImages<WordModulus>;
template class StepImages<TableField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
