// Images in two main variables, modulo a prime below 2^50: at each point of the others the operands are arrays in x_0
// and x_1, whose gcd and cofactors Brown's algorithm finds from values of x_1, eight a vector.
//
// The coefficients in two main variables have far fewer terms than those in one, and as many points are needed as
// these have, twice. An image costs univariate gcds at as many values of x_1 as the longest of h and the cofactors has
// coefficients there, which the image at the first point shows: it is computed for the bounds of the degrees, and with
// a proof. The others are not proved; who calls proves the gcd. Source: docs/reference/bibliography.md, [hu21].
#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/multi_gcd/gcd_points.hpp"
#include "poly/multi_gcd/lane_columns.hpp"
#include "poly/multi_gcd/lane_gcd.hpp"
#include "poly/multi_gcd/lane_progression.hpp"
#include "poly/residues/division_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The lengths of an array in x_0 and x_1 for the terms of a.
std::vector<std::size_t> pair_lengths(const WordTerms& a, const ExecutionContext& ctx) {
  const std::vector<std::size_t> degrees = word_degrees(a, &ctx);
  return {degrees[0] + 1, degrees[1] + 1};
}

/// An array without the columns at its end that are zero; 0 for the array of zeros.
std::size_t used_columns(std::span<const std::uint64_t> words, std::size_t columns) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] != 0) used = std::max(used, i % columns + 1);
  return used;
}

class BivariatePoints final : public GcdPoints {
 public:
  BivariatePoints(const GcdImageProblem& problem, std::span<const std::uint64_t> start,
                  std::span<const std::uint64_t> ratios, const GcdParts& wanted, const WordModulus& m,
                  const ExecutionContext& ctx)
      : m_(m),
        field_(m_),
        ctx_(ctx),
        shape_(pair_lengths(problem.a, ctx), pair_lengths(problem.b, ctx), pair_lengths(problem.lead, ctx),
               std::span(problem.degrees).first(2)),
        asked_(wanted),
        held_(ctx.memory(), LaneProgression::bytes_for(problem.a.size() + problem.b.size() + 2 * problem.lead.size())) {
    fork_join(
        ctx, [&] { a_.emplace(problem.a, shape_.a[1], start, ratios, m_, ctx); },
        [&] { b_.emplace(problem.b, shape_.b[1], start, ratios, m_, ctx); });
    lead_.emplace(problem.lead, shape_.lead[1], start, ratios, m_, ctx);
    divisor_.emplace(without_common_monomial(problem.lead), shape_.lead[1], start, ratios, m_, ctx);
  }

  GcdImageStatus add(std::size_t count) override {
    count = whole_lanes(count);
    const std::size_t sizes[] = {lane_places(shape_.a), lane_places(shape_.b), lane_places(shape_.lead)};
    const MemoryReservation reservation(ctx_.memory(),
                                        count * (sizes[0] + sizes[1] + 2 * sizes[2]) * sizeof(std::uint64_t));
    std::vector<std::uint64_t> a(count * sizes[0]);
    std::vector<std::uint64_t> b(count * sizes[1]);
    std::vector<std::uint64_t> lead(count * sizes[2]);
    std::vector<std::uint64_t> divisor(count * sizes[2]);
    fork_join(
        ctx_, [&] { a_->next(a, count, ctx_); }, [&] { b_->next(b, count, ctx_); });
    lead_->next(lead, count, ctx_);
    divisor_->next(divisor, count, ctx_);
    if (count_ == 0) {
      const GcdImageStatus status = first_image(std::span(a).first(sizes[0]), std::span(b).first(sizes[1]),
                                                std::span(lead).first(sizes[2]), std::span(divisor).first(sizes[2]));
      if (status != GcdImageStatus::found) return status;
    }
    std::size_t words = 0;
    for (const Part& part : parts_) words += part.wanted ? part.width() : 0;
    images_.emplace_back(ctx_.memory(), 2 * count * words * sizeof(std::uint64_t));
    for (Part& part : parts_)
      if (part.wanted) part.words.resize((count_ + count) * part.width());
    std::vector<GcdImageStatus> status(count);
    parallel_for(ctx_, count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j)
        status[j] = image({a.data() + j * sizes[0], b.data() + j * sizes[1], lead.data() + j * sizes[2],
                           divisor.data() + j * sizes[2]},
                          count_ + j);
    });
    count_ += count;
    for (const GcdImageStatus s : status)
      if (s != GcdImageStatus::found) return s;
    return GcdImageStatus::found;
  }

 private:
  /// How many columns h and the quotients have, and whether these are polynomials.
  GcdImageStatus first_image(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                             std::span<const std::uint64_t> lead, std::span<const std::uint64_t> divisor) {
    const LaneGcdResult first = lane_gcd(shape_, a, b, lead, m_, ctx_);
    if (first.status != GcdImageStatus::found) return first.status;
    Part& h = parts_[0];
    h.wanted = asked_[0];
    h.rows = shape_.h[0] - 1;  // the leading one is known
    h.columns = used_columns(first.h, shape_.h[1]);
    divisor = divisor.first(used_columns(divisor, divisor.size()));
    const std::size_t h_points = whole_lanes(h.columns);
    std::size_t points = h.wanted ? h_points : 0;
    for (const std::size_t i : {1, 2}) {
      Part& part = parts_[i];
      const std::vector<std::size_t>& lengths = i == 1 ? shape_.cofactor_a : shape_.cofactor_b;
      part.rows = lengths[0];
      part.columns = quotient_columns(i == 1 ? first.cofactor_a : first.cofactor_b, lengths[1], divisor);
      part.wanted = asked_[i] && part.columns != 0 && (!h.wanted || whole_lanes(part.columns) <= 2 * h_points);
      if (part.wanted) points = std::max(points, whole_lanes(part.columns));
    }
    if (points == 0) return GcdImageStatus::unlucky;  // what is wanted is no polynomial
    axis_ = field_.axis(m_.value() / 3, points, std::max({shape_.a[1], shape_.b[1], shape_.lead[1]}), true);
    interpolation_ = field_.interpolation_at(axis_.points);
    return GcdImageStatus::found;
  }

  /// How many columns the array has after a division by a polynomial in x_1; 0 where it is not divisible.
  std::size_t quotient_columns(std::span<const std::uint64_t> words, std::size_t columns,
                               std::span<const std::uint64_t> divisor) const {
    const std::size_t used = used_columns(words, columns);
    if (used < divisor.size()) return 0;
    std::vector<std::uint64_t> quotient(used - divisor.size() + 1);
    for (std::size_t i = 0; i < words.size(); i += columns) {
      const auto row = words.subspan(i, used);
      std::vector<std::uint64_t> rest(row.begin(), row.end());
      word_div_rem(rest, divisor, quotient, m_, ctx_);
      if (std::any_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(divisor.size()) - 1,
                      [](std::uint64_t w) { return w != 0; }))
        return 0;
    }
    return quotient.size();
  }

  struct Arrays {
    const std::uint64_t *a, *b, *lead, *divisor;
  };

  /// The arrays of the operands at point j.
  GcdImageStatus image(const Arrays& in, std::size_t j) {
    ctx_.poll();
    const LaneLengths lengths{shape_.a[0], shape_.b[0], shape_.h[0], shape_.cofactor_a[0], shape_.cofactor_b[0]};
    const std::size_t points = axis_.points.size();
    Workspace::Frame frame;
    LaneColumns c = lane_columns(lengths, 0, points, frame);
    field_.columns(axis_, in.a, shape_.a[0], shape_.a[1], 0, points, c.a);
    field_.columns(axis_, in.b, shape_.b[0], shape_.b[1], 0, points, c.b);
    field_.columns(axis_, in.lead, 1, shape_.lead[1], 0, points, c.lead);
    lane_column_gcds(field_, lengths, c, false, ctx_);
    for (const GcdImageStatus s : c.status)
      if (s == GcdImageStatus::lower_degree) return s;
    for (const GcdImageStatus s : c.status)
      if (s != GcdImageStatus::found) return s;
    const auto interpolate = [&](Part& part, const std::uint64_t* rows) {
      field_.column_coefficients(interpolation_.data(), points, rows, points, part.rows, 0, part.columns,
                                 part.words.data() + j * part.width());
    };
    if (parts_[0].wanted) interpolate(parts_[0], c.h);
    if (!parts_[1].wanted && !parts_[2].wanted) return GcdImageStatus::found;
    const auto scratch = frame.allocate<std::uint64_t>(points);
    std::uint64_t* const inverses = c.lead;
    field_.columns(axis_, in.divisor, 1, shape_.lead[1], 0, points, inverses);
    if (std::any_of(inverses, inverses + points, [](std::uint64_t w) { return w == 0; }))
      return GcdImageStatus::unlucky;
    field_.kernels.invert(field_.lane, inverses, points, scratch.data());
    for (const std::size_t i : {1, 2}) {
      Part& part = parts_[i];
      if (!part.wanted) continue;
      std::uint64_t* const rows = i == 1 ? c.cofactor_a : c.cofactor_b;
      for (std::size_t e = 0; e < part.rows; ++e)
        field_.kernels.multiply(field_.lane, rows + e * points, inverses, field_.lane.r1, points);
      interpolate(part, rows);
    }
    return GcdImageStatus::found;
  }

  const WordModulus m_;
  const LaneField field_;
  const ExecutionContext& ctx_;
  LaneGcdShape shape_;  // for the bounds of the degrees
  GcdParts asked_;
  MemoryReservation held_;
  std::vector<MemoryReservation> images_;
  std::optional<LaneProgression> a_, b_, lead_, divisor_;
  LaneAxis axis_;
  std::vector<std::uint64_t> interpolation_;
};

}  // namespace

std::unique_ptr<GcdPoints> bivariate_gcd_points(const GcdImageProblem& problem, std::span<const std::uint64_t> start,
                                                std::span<const std::uint64_t> ratios, const GcdParts& wanted,
                                                const WordModulus& m, const ExecutionContext& ctx) {
  return std::make_unique<BivariatePoints>(problem, start, ratios, wanted, m, ctx);
}

bool bivariate_points_possible(const SparseGcdShape& shape, std::uint64_t p) {
  if (shape.h.size() < 3) return false;
  const auto lengths = [](const std::vector<std::size_t>& degrees) {
    return std::vector<std::size_t>{degrees[0] + 1, degrees[1] + 1};
  };
  return LaneGcdShape(lengths(shape.a), lengths(shape.b), lengths(shape.lead), std::span(shape.h).first(2)).possible(p);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
