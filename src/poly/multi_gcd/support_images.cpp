// Images of a gcd or of a cofactor whose monomials are known, for all primes but the first.
//
// At the points x_k = r_k^j of a random r the values of a coefficient in the main variables are power sums of its
// monomials' values, a transposed Vandermonde system. One point more than a coefficient has terms is looked at, and
// values of coefficients that the support does not have must vanish. Literature: docs/reference/bibliography.md,
// [zippel90].
#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/multi_gcd/gcd_points.hpp"
#include "poly/multi_gcd/multi_gcd_image.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr unsigned most_support_attempts = 4;

/// The terms of a support with equal exponents of the main variables.
struct MainGroup {
  std::size_t row, column;
  std::size_t begin, end;
};

class SupportImage {
 public:
  SupportImage(const WordTerms& support, GcdPart part, std::size_t main_variables, const GcdImageProblem& problem,
               const WordModulus& m, const ExecutionContext& ctx)
      : support_(support), part_(part), main_variables_(main_variables), problem_(problem), m_(m), ctx_(ctx) {
    for (std::size_t i = 0; i < support.size(); ++i) {
      const std::uint32_t* const e = support.monomial(i);
      if (part == GcdPart::gcd && e[0] == support.monomial(0)[0]) continue;  // the known leading coefficient
      const std::size_t column = main_variables == 2 ? e[1] : 0;
      if (groups_.empty() || groups_.back().row != e[0] || groups_.back().column != column)
        groups_.push_back({e[0], column, i, i});
      groups_.back().end = i + 1;
    }
    for (const MainGroup& g : groups_) most_ = std::max(most_, g.end - g.begin);
  }

  GcdImage run() {
    GcdImage image;
    image.part = part_;
    image.terms = {support_.variables, support_.exponents, std::vector<std::uint64_t>(support_.size(), 0)};
    WordRandom random(m_.value(), m_);
    for (unsigned attempt = 0; attempt < most_support_attempts && image.status == GcdImageStatus::unlucky; ++attempt)
      image.status = at_random_point(random, image);
    return image;
  }

 private:
  GcdImageStatus at_random_point(WordRandom& random, GcdImage& image) const {
    std::vector<std::uint64_t> ratios(support_.variables - 1, 1);
    for (std::size_t k = main_variables_ - 1; k < ratios.size(); ++k) ratios[k] = random.next();
    const std::vector<std::uint64_t> nodes = word_monomial_values(support_, ratios, m_, &ctx_);
    if (!distinct_in_groups(nodes)) return GcdImageStatus::unlucky;
    const std::vector<std::uint64_t> start(ratios.size(), 1);
    GcdParts wanted{};
    wanted[static_cast<std::size_t>(part_)] = true;
    const std::unique_ptr<GcdPoints> points = main_variables_ == 1
                                                  ? univariate_gcd_points(problem_, start, ratios, wanted, m_, ctx_)
                                                  : bivariate_gcd_points(problem_, start, ratios, wanted, m_, ctx_);
    const GcdImageStatus status = points->add(most_ + 1);
    image.points += points->count();
    if (status != GcdImageStatus::found) return status;
    if (!known_zeros(*points) || !set_leading(image.terms)) return GcdImageStatus::wrong_support;
    std::atomic<bool> right = true;
    constexpr std::size_t grain_work = std::size_t{1} << 14;
    parallel_for(ctx_, groups_.size(), 1 + grain_work / (1 + most_ * most_), [&](std::size_t begin, std::size_t end) {
      for (std::size_t g = begin; g < end; ++g)
        if (!solve(groups_[g], nodes, *points, image.terms.coefficients)) right.store(false, std::memory_order_relaxed);
    });
    return right.load() ? GcdImageStatus::found : GcdImageStatus::wrong_support;
  }

  bool distinct_in_groups(std::span<const std::uint64_t> nodes) const {
    return std::all_of(groups_.begin(), groups_.end(), [&](const MainGroup& g) {
      std::vector<std::uint64_t> sorted(nodes.begin() + static_cast<std::ptrdiff_t>(g.begin),
                                        nodes.begin() + static_cast<std::ptrdiff_t>(g.end));
      std::sort(sorted.begin(), sorted.end());
      return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
    });
  }

  /// Whether coefficients that the support does not have vanish at all points.
  bool known_zeros(const GcdPoints& points) const {
    const GcdPoints::Part& part = points.part(part_);
    std::vector<bool> known(part.width(), false);
    for (const MainGroup& g : groups_) {
      if (g.row >= part.rows) return false;  // the degree in x_0 is another one
      if (g.column < part.columns) known[g.row * part.columns + g.column] = true;
    }
    for (std::size_t i = 0; i < part.words.size(); ++i)
      if (part.words[i] != 0 && !known[i % part.width()]) return false;
    return true;
  }

  /// The leading coefficient of the gcd as far as it is known; false where it has other terms.
  bool set_leading(WordTerms& terms) const {
    if (part_ != GcdPart::gcd) return true;
    const WordTerms& lead = problem_.lead;
    std::size_t found = 0;
    for (std::size_t i = 0; i < terms.size() && found < lead.size() && terms.monomial(i)[0] == terms.monomial(0)[0];
         ++i)
      if (std::equal(terms.monomial(i) + 1, terms.monomial(i) + terms.variables, lead.monomial(found) + 1))
        terms.coefficients[i] = lead.coefficients[found++];
    return found == lead.size();
  }

  /// False when a value that is left over does not fit.
  bool solve(const MainGroup& group, std::span<const std::uint64_t> nodes, const GcdPoints& points,
             std::vector<std::uint64_t>& coefficients) const {
    const GcdPoints::Part& part = points.part(part_);
    if (group.column >= part.columns) return true;  // zeros
    const std::size_t n = group.end - group.begin;
    const std::span<const std::uint64_t> own = nodes.subspan(group.begin, n);
    const std::vector<std::uint64_t> values = points.values(part_, group.row * part.columns + group.column);
    const std::vector<std::uint64_t> solution = solve_power_sums(own, std::span(values).first(n), m_);
    std::copy(solution.begin(), solution.end(), coefficients.begin() + static_cast<std::ptrdiff_t>(group.begin));
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum = m_.add(sum, m_.mul(solution[i], m_.pow(own[i], n + 1)));
    return sum == values[n];
  }

  const WordTerms& support_;
  GcdPart part_;
  std::size_t main_variables_;
  const GcdImageProblem& problem_;
  const WordModulus& m_;
  const ExecutionContext& ctx_;
  std::vector<MainGroup> groups_;
  std::size_t most_ = 1;
};

}  // namespace

std::vector<std::uint32_t> common_monomial(const WordTerms& a) {
  std::vector<std::uint32_t> least(a.variables, 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < a.variables; ++k)
      least[k] = i == 0 ? a.monomial(i)[k] : std::min(least[k], a.monomial(i)[k]);
  return least;
}
WordTerms without_common_monomial(const WordTerms& a) {
  const std::vector<std::uint32_t> least = common_monomial(a);
  WordTerms result = a;
  for (std::size_t i = 0; i < result.exponents.size(); ++i) result.exponents[i] -= least[i % a.variables];
  return result;
}

GcdImage gcd_image_on(const WordTerms& support, GcdPart part, std::size_t main_variables,
                      const GcdImageProblem& problem, const WordModulus& m, const ExecutionContext& ctx) {
  return SupportImage(support, part, main_variables, problem, m, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
