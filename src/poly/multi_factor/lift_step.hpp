// One step of sparse Hensel lifting: from the factors in x, y_1, ..., y_(k-1) to those with y_k.
//
// Images of the factors in x and y_k at points for the variables between, along the powers of one point or, where the
// field has too few elements for that, at any points; the coefficients of their monomials solve linear systems, one for
// each power of x, which are independent of each other. A wrong support shows in an image more than is needed.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/multi_factor/field_random.hpp"
#include "poly/multi_factor/lift_factors.hpp"
#include "poly/multi_factor/linear_system.hpp"
#include "poly/multi_factor/point_powers.hpp"
#include "poly/multi_factor/step_images.hpp"
#include "poly/multi_factor/support_groups.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr unsigned most_draws = 100;     // of random values for a step; each one costs the monomials' values
inline constexpr unsigned most_failures = 3;    // of images
inline constexpr double few_meetings = 0.25;    // pairs of monomials whose values meet: then another draw is cheap
inline constexpr std::size_t spare_images = 3;  // beyond the unknowns, which show wrong monomials
inline constexpr std::size_t few_points = 8;

inline bool distinct(std::span<const std::uint64_t> nodes) {
  std::vector<std::uint64_t> sorted(nodes.begin(), nodes.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

/// One variable: from the factors in x, y_1, ..., y_(k-1) to those with y_k.
template <class F>
class LiftStep {
 public:
  /// f and leads in the variables up to y_k, k >= 1; known: the factors in one variable less.
  LiftStep(const WordTerms& f, const std::vector<WordTerms>& leads, const std::vector<WordTerms>& known,
           std::uint64_t value, const std::vector<std::size_t>& degrees, const F& field, const ExecutionContext& ctx)
      : f_(f),
        leads_(leads),
        known_(known),
        k_(f.variables - 1),
        value_(value),
        degrees_(degrees),
        length_(*std::max_element(degrees.begin(), degrees.end()) + 1),
        field_(field),
        ctx_(ctx),
        groups_(known) {}

  LiftedFactors run(std::uint64_t seed) {
    FieldRandom<F> random(seed, field_);
    const double meetings = expected_meetings();
    if (meetings > few_meetings && groups_.most() <= most_unknowns(element_count(field_)))
      return at_scattered_points(random);
    if (meetings > most_meetings) return {LiftOutcome::few_elements, {}};
    return along_powers(random);
  }

 private:
  /// The values of n monomials are distinct with a probability of about exp(-n^2 / 2q) in a field of q elements.
  double expected_meetings() const {
    double squares = 0;
    for (const Group& g : groups_) squares += k_ == 1 ? 0 : static_cast<double>(g.size() * g.size());
    return squares / (2 * static_cast<double>(element_count(field_)));
  }

  ImageStep image_step() const { return {f_, leads_, known_, value_, length_}; }

  LiftPoint draw(FieldRandom<F>& random) const {
    LiftPoint point(k_ - 1);
    for (std::uint64_t& x : point) x = random.nonzero();
    return point;
  }

  LiftedFactors along_powers(FieldRandom<F>& random) {
    StepImages<F> images(image_step(), k_ == 1 ? 1 : groups_.most() + 1, field_, ctx_);
    unsigned failures = 0;
    for (unsigned attempt = 0; attempt < most_draws && failures < most_failures; ++attempt) {
      const LiftPoint point = draw(random);
      std::vector<std::vector<std::uint64_t>> nodes;
      for (const WordTerms& g : known_) nodes.push_back(word_monomial_values(g, point, field_));
      if (!distinct_in_groups(nodes)) continue;
      if (!images.find_along(point)) {
        ++failures;
        continue;
      }
      if (auto factors = solve(images, nodes)) return {LiftOutcome::found, std::move(*factors)};
      break;
    }
    return {LiftOutcome::unlucky, {}};
  }

  bool distinct_in_groups(const std::vector<std::vector<std::uint64_t>>& nodes) const {
    return std::all_of(groups_.begin(), groups_.end(),
                       [&](const Group& g) { return distinct(std::span(nodes[g.factor]).subspan(g.begin, g.size())); });
  }

  std::optional<std::vector<WordTerms>> solve(const StepImages<F>& images,
                                              const std::vector<std::vector<std::uint64_t>>& nodes) const {
    std::vector<std::vector<std::uint64_t>> solutions(groups_.size());
    std::atomic<bool> consistent = missing_are_zero(images);
    parallel_for(ctx_, groups_.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end && consistent; ++i) {
        ctx_.poll();
        const Group& g = groups_[i];
        if (!solve_group(images, g, std::span(nodes[g.factor]).subspan(g.begin, g.size()), solutions[i]))
          consistent = false;
      }
    });
    if (!consistent) return std::nullopt;
    return with_solutions(solutions);
  }

  std::vector<WordTerms> with_solutions(const std::vector<std::vector<std::uint64_t>>& solutions) const {
    std::vector<WordTerms> result(known_.size());
    for (std::size_t s = 0; s < known_.size(); ++s) append_lead(s, result[s]);
    for (std::size_t i = 0; i < groups_.size(); ++i) append(groups_[i], solutions[i], result[groups_[i].factor]);
    return result;
  }

  /// Powers of x that the support does not have.
  bool missing_are_zero(const StepImages<F>& images) const {
    for (std::size_t s = 0; s < known_.size(); ++s) {
      std::vector<bool> there(images.width(s), false);
      there.back() = true;
      for (const Group& g : groups_)
        if (g.factor == s) there[g.exponent] = true;
      for (std::size_t x = 0; x < images.width(s); ++x)
        for (std::size_t m = 0; m <= degrees_[s] && !there[x]; ++m)
          if (images.values(s, x, m)[0] != 0) return false;
    }
    return true;
  }

  /// Coefficients [power of y_k][term]; false when the image that is left over does not fit.
  bool solve_group(const StepImages<F>& images, const Group& g, std::span<const std::uint64_t> nodes,
                   std::vector<std::uint64_t>& solution) const {
    const std::size_t n = g.size();
    const std::size_t powers = degrees_[g.factor] + 1;
    std::vector<std::uint64_t> values;
    values.reserve(n * powers);
    for (std::size_t m = 0; m < powers; ++m) {
      const auto row = images.values(g.factor, g.exponent, m).first(n);
      values.insert(values.end(), row.begin(), row.end());
    }
    solution = solve_power_sums(nodes, values, field_);
    if (n == images.count()) return true;
    std::vector<std::uint64_t> next(n);
    for (std::size_t i = 0; i < n; ++i) next[i] = field_.pow(nodes[i], n + 1);
    for (std::size_t m = 0; m < powers; ++m) {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum = field_.add(sum, field_.mul(solution[m * n + i], next[i]));
      if (sum != images.values(g.factor, g.exponent, m)[n]) return false;
    }
    return true;
  }

  // --- points without structure: where the field has too few elements for the powers of one ---

  LiftedFactors at_scattered_points(FieldRandom<F>& random) {
    StepImages<F> images(image_step(), groups_.most() + spare_images, field_, ctx_);
    const std::vector<std::vector<std::size_t>> classes = groups_.by_support();
    for (unsigned attempt = 0; attempt < most_failures; ++attempt) {
      const std::size_t draws = 4 * (images.count() + few_points);
      // In a tree and in two lists.
      const MemoryReservation held(ctx_.memory(), draws * 3 * (sizeof(LiftPoint) + 2 * k_ * sizeof(std::uint64_t)));
      std::set<LiftPoint> drawn;
      std::vector<LiftPoint> points;
      for (std::size_t i = 0; i < draws; ++i)
        if (const auto [point, is_new] = drawn.insert(draw(random)); is_new) points.push_back(*point);
      std::vector<LiftPoint> used;
      if (!images.find_among(points, used))
        return {used.empty() ? LiftOutcome::unlucky : LiftOutcome::few_elements, {}};
      if (!missing_are_zero(images)) break;
      const PointPowers<F> powers(used, known_, field_, ctx_);
      std::vector<std::vector<std::uint64_t>> solutions(groups_.size());
      std::atomic<bool> solved = true;
      parallel_for(ctx_, classes.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && solved; ++i)
          if (!solve_class(images, powers, classes[i], solutions)) solved = false;
      });
      if (solved) return {LiftOutcome::found, with_solutions(solutions)};
    }
    return {LiftOutcome::unlucky, {}};
  }

  bool solve_class(const StepImages<F>& images, const PointPowers<F>& powers, const std::vector<std::size_t>& members,
                   std::vector<std::vector<std::uint64_t>>& solutions) const {
    const Group& first = groups_[members.front()];
    const std::size_t n = first.size();
    const WordTerms& g = known_[first.factor];
    std::size_t width = n;
    for (const std::size_t i : members) width += degrees_[groups_[i].factor] + 1;
    const MemoryReservation reservation(ctx_.memory(), images.count() * width * sizeof(std::uint64_t));
    std::vector<std::uint64_t> rows;
    rows.reserve(images.count() * width);
    for (std::size_t at = 0; at < images.count(); ++at) {
      ctx_.poll();
      for (std::size_t j = first.begin; j < first.end; ++j) rows.push_back(powers.value(at, g.monomial(j)));
      for (const std::size_t i : members)
        for (std::size_t m = 0; m <= degrees_[groups_[i].factor]; ++m)
          rows.push_back(images.values(groups_[i].factor, groups_[i].exponent, m)[at]);
    }
    if (!solve_equations(rows, n, width, field_, ctx_)) return false;
    std::size_t column = n;
    for (const std::size_t i : members)
      for (std::size_t m = 0; m <= degrees_[groups_[i].factor]; ++m, ++column)
        for (std::size_t j = 0; j < n; ++j) solutions[i].push_back(rows[j * width + column]);
    return true;
  }

  void append_lead(std::size_t s, WordTerms& out) const {
    out = leads_[s];
    for (std::size_t i = 0; i < out.size(); ++i) out.exponents[i * out.variables] = known_[s].monomial(0)[0];
  }

  void append(const Group& g, const std::vector<std::uint64_t>& solution, WordTerms& out) const {
    const std::size_t n = g.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t m = degrees_[g.factor] + 1; m-- > 0;) {
        const std::uint64_t c = solution[m * n + i];
        if (c == 0) continue;
        const std::uint32_t* const monomial = known_[g.factor].monomial(g.begin + i);
        out.exponents.insert(out.exponents.end(), monomial, monomial + k_);
        out.exponents.push_back(static_cast<std::uint32_t>(m));
        out.coefficients.push_back(c);
      }
  }

  const WordTerms& f_;
  const std::vector<WordTerms>& leads_;
  const std::vector<WordTerms>& known_;
  std::size_t k_;
  std::uint64_t value_;
  const std::vector<std::size_t>& degrees_;
  std::size_t length_;
  const F& field_;
  const ExecutionContext& ctx_;
  SupportGroups groups_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
