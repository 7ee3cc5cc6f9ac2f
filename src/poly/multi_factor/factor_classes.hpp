// What one point tells of the factors of a polynomial in several variables: which of the factors there belong together,
// and the leading coefficients in the main variable of their products.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/multi_factor/directions.hpp"
#include "poly/multi_factor/lead_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Of several points with more than `few` factors the one with the fewest, where two have as many one of them: the
/// fewest there are, most likely. draw(): a point with its `factors`, or nothing.
template <class Draw>
auto point_of_few_factors(std::size_t few, const Draw& draw) {
  constexpr unsigned trials = 3;
  auto best = draw();
  for (unsigned i = 1; i < trials && !(best && best->factors.size() <= few); ++i) {
    auto next = draw();
    if (!next) continue;
    const bool again = best && next->factors.size() == best->factors.size();
    if (!best || next->factors.size() < best->factors.size()) best = std::move(next);
    if (again) break;
  }
  return best;
}

/// One class: the polynomial is irreducible, and nothing else is known of it.
template <GcdDomain R>
struct FactorClasses {
  std::vector<std::vector<std::size_t>> members;  ///< of each class, by number among the factors at the point
  ClassImages images;
  std::vector<SparseMultiPoly<R>> leads;  ///< up to elements of the ring, normalised
};

template <GcdDomain R>
class ClassFinder {
 public:
  using P = SparseMultiPoly<R>;

  /// f, square-free and primitive in x, the first variable of the sequence. All arguments must outlive this.
  ClassFinder(const P& f, const std::vector<std::size_t>& sequence, const ExecutionContext& ctx)
      : f_(f), sequence_(sequence), ctx_(ctx) {}

  /// The terms of f in the field, a point, the monic factors of f(x, point) up to a constant, how many terms the series
  /// have beyond f's degrees; map(terms) brings terms into the field. Nothing where the point is unlucky.
  template <class F, class Map>
  std::optional<FactorClasses<R>> at(const WordTerms& words, std::span<const std::uint64_t> point,
                                     std::vector<FieldPoly> bases, const F& field, std::size_t extra, const Map& map) {
    Directions<F> directions(words, point, std::move(bases), field, ctx_);
    if (!directions.coprime()) return std::nullopt;
    const Relations relations = directions.relations(extra);
    if (relations.nullity() == 1) return FactorClasses<R>{{{}}, {}, {}};
    std::optional<std::vector<std::vector<std::size_t>>> members = relations.partition();
    if (!members) return std::nullopt;
    std::optional<ClassImages> images = directions.images_of(*members);
    if (!images) return std::nullopt;
    if (!leads_) leads_.emplace(f_, sequence_, ctx_);
    std::optional<std::vector<P>> leads = leads_->of_classes(*images, point, field, map);
    if (!leads) return std::nullopt;
    return FactorClasses<R>{std::move(*members), std::move(*images), std::move(*leads)};
  }

  /// Of f's leading coefficient in x what is no polynomial, after classes have been found: over Z the content with its
  /// sign.
  const typename R::element& unit() const noexcept { return leads_->unit(); }

 private:
  const P& f_;
  const std::vector<std::size_t>& sequence_;
  const ExecutionContext& ctx_;
  std::optional<LeadParts<R>> leads_;  // the same for all points and fields
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
