// The steps of sparse Hensel lifting: images, liftings and linear systems.
#include "poly/multi_factor/lift_factors.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "core/planning_threads.hpp"
#include "poly/multi_factor/bivariate_lift.hpp"
#include "poly/multi_factor/field_random.hpp"
#include "poly/multi_factor/placed_terms.hpp"
#include "poly/multi_factor/prime_subfield.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr unsigned most_draws = 100;   // of random values for a step; each one costs the monomials' values
constexpr unsigned most_failures = 3;  // of images

/// The terms of a support with one exponent of x.
struct Group {
  std::size_t factor;
  std::size_t exponent;
  std::size_t begin;
  std::size_t end;
  std::size_t size() const noexcept { return end - begin; }
};

bool distinct(std::span<const std::uint64_t> nodes) {
  std::vector<std::uint64_t> sorted(nodes.begin(), nodes.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

/// Coefficients [x][power of y_k][image] of one factor.
class ImageTable {
 public:
  ImageTable(std::size_t width, std::size_t length, std::size_t images)
      : length_(length), images_(images), words_(width * length * images) {}
  std::size_t bytes() const noexcept { return words_.size() * sizeof(std::uint64_t); }
  void put(std::size_t image, const SeriesRows& rows) {
    for (std::size_t m = 0; m < length_; ++m)
      for (std::size_t x = 0; x < rows.width; ++x) words_[(x * length_ + m) * images_ + image] = rows.row(m)[x];
  }
  std::span<const std::uint64_t> values(std::size_t x, std::size_t m) const {
    return std::span(words_).subspan((x * length_ + m) * images_, images_);
  }

 private:
  std::size_t length_;
  std::size_t images_;
  std::vector<std::uint64_t> words_;
};

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
        ctx_(ctx) {
    for (std::size_t s = 0; s < known.size(); ++s) add_groups(s);
    std::size_t most = 1;
    for (const Group& g : groups_) most = std::max(most, g.size());
    images_ = k_ == 1 ? 1 : most + 1;
  }

  LiftedFactors run(std::uint64_t seed) {
    if (expected_meetings() > most_meetings) return {LiftOutcome::few_elements, {}};
    FieldRandom<F> random(seed, field_);
    unsigned failures = 0;
    for (unsigned draw = 0; draw < most_draws && failures < most_failures; ++draw) {
      std::vector<std::uint64_t> point(k_ - 1);
      for (std::uint64_t& x : point) x = random.nonzero();
      std::vector<std::vector<std::uint64_t>> nodes;
      for (const WordTerms& g : known_) nodes.push_back(word_monomial_values(g, point, field_));
      if (!distinct_in_groups(nodes)) continue;
      if (!find_images(point)) {
        ++failures;
        continue;
      }
      if (auto factors = solve(nodes)) return {LiftOutcome::found, std::move(*factors)};
      break;
    }
    return {LiftOutcome::unlucky, {}};
  }

 private:
  /// The leading one is known.
  void add_groups(std::size_t s) {
    const WordTerms& g = known_[s];
    const std::size_t degree = g.monomial(0)[0];
    widths_.push_back(degree + 1);
    for (std::size_t i = 0; i < g.size(); ++i) {
      const std::size_t exponent = g.monomial(i)[0];
      if (exponent == degree) continue;
      if (groups_.empty() || groups_.back().factor != s || groups_.back().exponent != exponent)
        groups_.push_back({s, exponent, i, i});
      groups_.back().end = i + 1;
    }
  }

  /// The values of n monomials are distinct with a probability of about exp(-n^2 / 2q) in a field of q elements.
  double expected_meetings() const {
    double squares = 0;
    for (const Group& g : groups_) squares += k_ == 1 ? 0 : static_cast<double>(g.size() * g.size());
    return squares / (2 * static_cast<double>(element_count(field_)));
  }

  bool distinct_in_groups(const std::vector<std::vector<std::uint64_t>>& nodes) const {
    return std::all_of(groups_.begin(), groups_.end(),
                       [&](const Group& g) { return distinct(std::span(nodes[g.factor]).subspan(g.begin, g.size())); });
  }

  bool find_images(const std::vector<std::uint64_t>& point) {
    tables_.clear();
    std::size_t bytes = 0;
    for (std::size_t s = 0; s < known_.size(); ++s) bytes += widths_[s] * length_ * images_ * sizeof(std::uint64_t);
    held_ = MemoryReservation();
    held_ = MemoryReservation(ctx_.memory(), bytes);
    for (std::size_t s = 0; s < known_.size(); ++s) tables_.emplace_back(widths_[s], length_, images_);
    // A thread's first image costs powers of the monomials' values, so there are few pieces.
    const std::size_t pieces = 4 * static_cast<std::size_t>(planning_threads(ctx_));
    std::atomic<bool> lucky = true;
    parallel_for(ctx_, images_, std::max<std::size_t>(4, images_ / pieces), [&](std::size_t begin, std::size_t end) {
      if (lucky && !find_images(point, begin, end)) lucky = false;
    });
    return lucky;
  }

  bool find_images(const std::vector<std::uint64_t>& point, std::size_t begin, std::size_t end) {
    const std::size_t steps = end - begin;
    PlacedImages<F> f(f_, k_, value_, point, begin + 1, steps, field_);
    std::vector<PlacedImages<F>> leads;
    std::vector<WordProgression<F>> known;
    for (std::size_t s = 0; s < known_.size(); ++s) {
      leads.emplace_back(leads_[s], k_, value_, point, begin + 1, steps, field_);
      known.emplace_back(known_[s], point, steps, field_, begin + 1);
    }
    for (std::size_t i = begin; i < end; ++i) {
      ctx_.poll();
      const SeriesRows a = f.next();
      std::vector<FieldPoly> bases;
      std::vector<FieldPoly> series;
      bool full = true;
      for (std::size_t s = 0; s < known_.size(); ++s) {
        bases.emplace_back(widths_[s]);
        known[s].next(bases.back());
        series.push_back(leads[s].next().constants());
        full = full && bases.back().back() != 0;
      }
      if (!full) return false;
      const BivariateLifter<F> lifter(std::move(bases), field_);
      if (!lifter.coprime()) return false;
      std::vector<SeriesRows> factors = lifter.lift(a, series, length_, ctx_);
      if (factors.empty()) return false;
      for (std::size_t s = 0; s < factors.size(); ++s) {
        shift_rows(factors[s], field_.neg(value_), field_);
        tables_[s].put(i, factors[s]);
      }
    }
    return true;
  }

  std::optional<std::vector<WordTerms>> solve(const std::vector<std::vector<std::uint64_t>>& nodes) const {
    std::vector<std::vector<std::uint64_t>> solutions(groups_.size());
    std::atomic<bool> consistent = missing_are_zero();
    parallel_for(ctx_, groups_.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end && consistent; ++i) {
        ctx_.poll();
        const Group& g = groups_[i];
        if (!solve_group(g, std::span(nodes[g.factor]).subspan(g.begin, g.size()), solutions[i])) consistent = false;
      }
    });
    if (!consistent) return std::nullopt;
    std::vector<WordTerms> result(known_.size());
    for (std::size_t s = 0; s < known_.size(); ++s) append_lead(s, result[s]);
    for (std::size_t i = 0; i < groups_.size(); ++i) append(groups_[i], solutions[i], result[groups_[i].factor]);
    return result;
  }

  /// Powers of x that the support does not have.
  bool missing_are_zero() const {
    for (std::size_t s = 0; s < known_.size(); ++s) {
      std::vector<bool> there(widths_[s], false);
      there.back() = true;
      for (const Group& g : groups_)
        if (g.factor == s) there[g.exponent] = true;
      for (std::size_t x = 0; x < widths_[s]; ++x)
        for (std::size_t m = 0; m <= degrees_[s] && !there[x]; ++m)
          if (tables_[s].values(x, m)[0] != 0) return false;
    }
    return true;
  }

  /// Coefficients [power of y_k][term]; false when the image that is left over does not fit.
  bool solve_group(const Group& g, std::span<const std::uint64_t> nodes, std::vector<std::uint64_t>& solution) const {
    const std::size_t n = g.size();
    const std::size_t powers = degrees_[g.factor] + 1;
    std::vector<std::uint64_t> values;
    values.reserve(n * powers);
    for (std::size_t m = 0; m < powers; ++m) {
      const auto row = tables_[g.factor].values(g.exponent, m).first(n);
      values.insert(values.end(), row.begin(), row.end());
    }
    solution = solve_power_sums(nodes, values, field_);
    if (n == images_) return true;
    std::vector<std::uint64_t> next(n);
    for (std::size_t i = 0; i < n; ++i) next[i] = field_.pow(nodes[i], n + 1);
    for (std::size_t m = 0; m < powers; ++m) {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum = field_.add(sum, field_.mul(solution[m * n + i], next[i]));
      if (sum != tables_[g.factor].values(g.exponent, m)[n]) return false;
    }
    return true;
  }

  void append_lead(std::size_t s, WordTerms& out) const {
    out = leads_[s];
    for (std::size_t i = 0; i < out.size(); ++i)
      out.exponents[i * out.variables] = static_cast<std::uint32_t>(widths_[s] - 1);
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
  std::vector<std::size_t> widths_;
  std::vector<Group> groups_;
  std::size_t images_ = 1;
  std::vector<ImageTable> tables_;
  MemoryReservation held_;
};

WordTerms univariate_terms(const FieldPoly& u) {
  WordTerms terms{1, {}, {}};
  for (std::size_t e = u.size(); e-- > 0;) {
    if (u[e] == 0) continue;
    terms.exponents.push_back(static_cast<std::uint32_t>(e));
    terms.coefficients.push_back(u[e]);
  }
  return terms;
}

/// [k]: with the variables x, y_1, ..., y_k, the others at the point; [n] is the polynomial itself.
template <class F>
std::vector<WordTerms> levels_of(const WordTerms& a, const std::vector<std::uint64_t>& point, const F& field,
                                 const ExecutionContext& ctx) {
  std::vector<WordTerms> levels(a.variables);
  levels.back() = a;
  for (std::size_t k = a.variables - 1; k > 1; --k)
    levels[k - 1] = WordLastVariable(levels[k]).evaluate(point[k - 1], field, ctx);
  return levels;
}

}  // namespace

template <class F>
LiftedFactors lift_factors(const LiftProblem& problem, const F& field, std::uint64_t seed,
                           const ExecutionContext& ctx) {
  const std::vector<WordTerms> f = levels_of(problem.f, problem.point, field, ctx);
  std::vector<std::vector<WordTerms>> leads(problem.f.variables);
  for (const WordTerms& lead : problem.leads) {
    std::vector<WordTerms> levels = levels_of(lead, problem.point, field, ctx);
    for (std::size_t k = 1; k < levels.size(); ++k) leads[k].push_back(std::move(levels[k]));
  }
  std::vector<WordTerms> known;
  for (const FieldPoly& u : problem.bases) known.push_back(univariate_terms(u));
  for (std::size_t k = 1; k < problem.f.variables; ++k) {
    for (const WordTerms& lead : leads[k])
      if (lead.empty()) return {LiftOutcome::unlucky, {}};
    LiftStep<F> step(f[k], leads[k], known, problem.point[k - 1], problem.degrees[k - 1], field, ctx);
    LiftedFactors next = step.run(seed + k);
    if (next.outcome != LiftOutcome::found) return next;
    known = std::move(next.factors);
    ctx.progress("lifting factors", static_cast<double>(k) / static_cast<double>(problem.f.variables - 1));
  }
  return {LiftOutcome::found, std::move(known)};
}

template LiftedFactors lift_factors(const LiftProblem&, const WordModulus&, std::uint64_t, const ExecutionContext&);
template LiftedFactors lift_factors(const LiftProblem&, const TableField&, std::uint64_t, const ExecutionContext&);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
