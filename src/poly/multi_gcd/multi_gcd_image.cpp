// Zippel's sparse interpolation of a gcd over a field of words.
//
// Stage k knows h(x_0, ..., x_(k-1)) at a random point of the other variables and interpolates x_k: at each further
// value of x_k the monomials are assumed to be the same, so that as many univariate gcds as a coefficient in x_0 has
// terms determine all coefficients (along a geometric progression of points, by transposed Vandermonde systems).
// Univariate gcds come with an arbitrary factor; that h has a known leading coefficient in x_0 removes it. What the
// assumption has cost is found later: one image more than necessary is compared, and who calls proves the result by
// division. Cost: sum_k deg_k t_k univariate gcds and evaluations, t_k the most terms of a coefficient after k
// variables; for dense polynomials as many as Brown's algorithm. Parallel over the values of x_k. Preconditions: see
// the header. Literature: docs/reference/bibliography.md, [zippel79]; Brown, JACM 1971.
#include "poly/multi_gcd/multi_gcd_image.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/residues/field_poly.hpp"
#include "poly/residues/gcd_word.hpp"
#include "poly/residues/quadratic_field.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Status = GcdImageStatus;

constexpr unsigned most_attempts = 4;  // at everything that chance can spoil
constexpr std::size_t most_interpolated_degree = std::size_t{1}
                                                 << 14;  // interpolation takes the square of words and products

std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  return (a ^ (b * 0xd1342543de82ef95U)) * 0x9e3779b97f4a7c15U;
}

std::size_t main_degree(const WordTerms& a) noexcept { return a.empty() ? 0 : a.monomial(0)[0]; }

/// The points that the values of one variable share, and what the operands' monomials are there.
template <class F>
struct SharedPoints {
  std::shared_ptr<const WordRatios> a, b, lead;
  std::size_t degree_a, degree_b;    // in x_0
  std::vector<std::uint64_t> nodes;  // of the support
};

/// Coefficients of the operands at one value of a level's last variable.
struct LevelValues {
  std::vector<std::uint64_t> a, b, lead;
};

/// Images in x_0 alone of gcd(a, b), scaled to the leading coefficient.
template <class F>
class UnivariateImages {
 public:
  UnivariateImages(const WordTerms& a, const WordTerms& b, const WordTerms& lead, std::span<const std::uint64_t> point,
                   std::size_t steps, const F& m, const ExecutionContext& ctx)
      : m_(m),
        ctx_(ctx),
        a_(a, point, steps, m, 1, {}, &ctx),
        b_(b, point, steps, m, 1, {}, &ctx),
        lead_(lead, point, steps, m, 1, {}, &ctx),
        u_(main_degree(a) + 1),
        v_(main_degree(b) + 1) {}

  /// At shared points: the operands' coefficients at one value of a level's last variable.
  UnivariateImages(const SharedPoints<F>& shared, LevelValues values, const F& m, const ExecutionContext& ctx)
      : m_(m),
        ctx_(ctx),
        a_(std::move(values.a), shared.a, m),
        b_(std::move(values.b), shared.b, m),
        lead_(std::move(values.lead), shared.lead, m),
        u_(shared.degree_a + 1),
        v_(shared.degree_b + 1) {}

  /// The next image, ascending; empty when it is of no use.
  std::span<const std::uint64_t> next() {
    std::uint64_t lead = 0;
    a_.next(u_);
    b_.next(v_);
    lead_.next({&lead, 1});
    return image(u_, v_, lead);
  }
  /// The terms that an image is the value of.
  std::size_t terms() const noexcept { return a_.terms() + b_.terms(); }
  /// take(j, image) for the next `count` images, in parallel.
  template <class Take>
  void for_next(std::size_t count, const Take& take) {
    const MemoryReservation held(ctx_.memory(), count * (u_.size() + v_.size() + 1) * sizeof(std::uint64_t));
    std::vector<std::uint64_t> u(count * u_.size());
    std::vector<std::uint64_t> v(count * v_.size());
    std::vector<std::uint64_t> leads(count);
    fork_join(
        ctx_, [&] { a_.next_rows(u, count, ctx_); }, [&] { b_.next_rows(v, count, ctx_); });
    lead_.next_rows(leads, count, ctx_);
    parallel_for(ctx_, count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j)
        take(j, image(std::span(u).subspan(j * u_.size(), u_.size()), std::span(v).subspan(j * v_.size(), v_.size()),
                      leads[j]));
    });
  }

 private:
  std::span<const std::uint64_t> image(std::span<std::uint64_t> u, std::span<std::uint64_t> v,
                                       std::uint64_t lead) const {
    if (lead == 0) return {};
    const std::span<std::uint64_t> g = word_gcd(u, v, m_, ctx_);
    if (!g.empty()) word_set_leading(g, lead, m_);
    return g;
  }

  F m_;
  const ExecutionContext& ctx_;
  WordProgression<F> a_;
  WordProgression<F> b_;
  WordProgression<F> lead_;
  std::vector<std::uint64_t> u_;
  std::vector<std::uint64_t> v_;
};

/// The terms of a support with one exponent of x_0.
struct Group {
  std::size_t exponent;
  std::size_t begin;
  std::size_t end;
};

std::vector<Group> groups_of(const WordTerms& support) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < support.size(); ++i) {
    if (groups.empty() || groups.back().exponent != support.monomial(i)[0])
      groups.push_back({support.monomial(i)[0], i, i});
    groups.back().end = i + 1;
  }
  return groups;
}

bool distinct(std::span<const std::uint64_t> nodes) {
  std::vector<std::uint64_t> sorted(nodes.begin(), nodes.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

/// The coefficients of h on a support, all variables of which are in a, b and lead.
template <class F>
class OnSupport {
 public:
  OnSupport(const WordTerms& support, const F& m, const ExecutionContext& ctx)
      : support_(support), m_(m), ctx_(ctx), groups_(groups_of(support)) {
    for (const Group& g : groups_) most_ = std::max(most_, g.end - g.begin);
  }

  /// Univariate images that all calls have asked for.
  std::size_t points() const noexcept { return points_.load(std::memory_order_relaxed); }

  /// Points for polynomials with the monomials of a, b and lead; empty where chance gives none that are of use.
  std::optional<SharedPoints<F>> shared_points(const WordTerms& a, const WordTerms& b, const WordTerms& lead,
                                               std::uint64_t seed) const {
    WordRandom random(seed, m_);
    for (unsigned attempt = 0; attempt < most_attempts; ++attempt) {
      const std::vector<std::uint64_t> point = next_point(random);
      std::vector<std::uint64_t> nodes = word_monomial_values(support_, point, m_);
      if (!distinct_in_groups(nodes)) continue;
      const auto ratios = [&](const WordTerms& terms) {
        return std::make_shared<const WordRatios>(terms, point, m_, true);
      };
      return SharedPoints<F>{ratios(a), ratios(b), ratios(lead), main_degree(a), main_degree(b), std::move(nodes)};
    }
    return std::nullopt;
  }
  Status solve(const SharedPoints<F>& shared, LevelValues values, bool check,
               std::vector<std::uint64_t>& coefficients) const {
    const std::size_t images = most_ + (check ? 1 : 0);
    UnivariateImages<F> univariate(shared, std::move(values), m_, ctx_);
    return solve_from(univariate, images, shared.nodes, coefficients);
  }

  Status solve(const WordTerms& a, const WordTerms& b, const WordTerms& lead, bool check, std::uint64_t seed,
               std::vector<std::uint64_t>& coefficients) const {
    WordRandom random(seed, m_);
    for (unsigned attempt = 0; attempt < most_attempts; ++attempt) {
      const std::vector<std::uint64_t> point = next_point(random);
      const std::vector<std::uint64_t> nodes = word_monomial_values(support_, point, m_);
      if (!distinct_in_groups(nodes)) continue;
      const std::size_t images = most_ + (check ? 1 : 0);
      UnivariateImages<F> univariate(a, b, lead, point, images, m_, ctx_);
      const Status status = solve_from(univariate, images, nodes, coefficients);
      if (status != Status::unlucky) return status;
    }
    return Status::unlucky;
  }

 private:
  bool distinct_in_groups(std::span<const std::uint64_t> nodes) const {
    return std::all_of(groups_.begin(), groups_.end(),
                       [&](const Group& g) { return distinct(nodes.subspan(g.begin, g.end - g.begin)); });
  }

  std::vector<std::uint64_t> next_point(WordRandom& random) const {
    std::vector<std::uint64_t> point(support_.variables - 1);
    for (std::uint64_t& x : point) x = random.next_in(m_);
    return point;
  }

  Status solve_from(UnivariateImages<F>& univariate, std::size_t images, std::span<const std::uint64_t> nodes,
                    std::vector<std::uint64_t>& coefficients) const {
    points_.fetch_add(images, std::memory_order_relaxed);
    std::vector<std::uint64_t> values(groups_.size() * images);
    constexpr std::size_t parallel_terms = std::size_t{1} << 15;  // of an image: fewer are seen one after the other
    if (univariate.terms() >= parallel_terms) {
      std::vector<Status> status(images, Status::found);
      univariate.for_next(images, [&](std::size_t j, std::span<const std::uint64_t> image) {
        status[j] = take_image(image, j, images, values);
      });
      for (const Status s : status)
        if (s != Status::found) return s;
    } else {
      for (std::size_t j = 0; j < images; ++j) {
        ctx_.poll();
        const Status status = take_image(univariate.next(), j, images, values);
        if (status != Status::found) return status;
      }
    }
    coefficients.assign(support_.size(), 0);
    std::vector<Status> solved(groups_.size(), Status::found);
    constexpr std::size_t grain_work = std::size_t{1} << 14;
    parallel_for(ctx_, groups_.size(), 1 + grain_work / (1 + images * images), [&](std::size_t begin, std::size_t end) {
      for (std::size_t g = begin; g < end; ++g)
        if (!solve_group(groups_[g], nodes, std::span(values).subspan(g * images, images), coefficients))
          solved[g] = Status::wrong_support;
    });
    return std::all_of(solved.begin(), solved.end(), [](Status s) { return s == Status::found; })
               ? Status::found
               : Status::wrong_support;
  }

  /// Image j's coefficients into the rows of values of the groups.
  Status take_image(std::span<const std::uint64_t> image, std::size_t j, std::size_t images,
                    std::span<std::uint64_t> values) const {
    const std::size_t degree = main_degree(support_);
    if (image.empty() || image.size() > degree + 1) return Status::unlucky;
    if (image.size() < degree + 1) return Status::lower_degree;
    std::size_t known = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      values[g * images + j] = image[groups_[g].exponent];
      known += image[groups_[g].exponent] != 0 ? 1 : 0;
    }
    const auto zeros = static_cast<std::size_t>(std::count(image.begin(), image.end(), 0));
    return known == image.size() - zeros ? Status::found : Status::wrong_support;
  }

  /// False when a value that is left over does not fit.
  bool solve_group(const Group& group, std::span<const std::uint64_t> nodes, std::span<const std::uint64_t> values,
                   std::vector<std::uint64_t>& coefficients) const {
    const std::size_t n = group.end - group.begin;
    const std::span<const std::uint64_t> own = nodes.subspan(group.begin, n);
    const std::vector<std::uint64_t> solution = solve_power_sums(own, values.first(n), m_);
    std::copy(solution.begin(), solution.end(), coefficients.begin() + static_cast<std::ptrdiff_t>(group.begin));
    if (n == values.size()) return true;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum = m_.add(sum, m_.mul(solution[i], m_.pow(own[i], n + 1)));
    return sum == values[n];
  }

  const WordTerms& support_;
  const F& m_;
  const ExecutionContext& ctx_;
  std::vector<Group> groups_;
  std::size_t most_ = 1;
  mutable std::atomic<std::size_t> points_ = 0;
};

/// The operands with the variables from some place on at a fixed point.
struct Level {
  WordTerms a;
  WordTerms b;
  WordTerms lead;
};

/// A level that the last variable is taken from again and again.
class LastOfLevel {
 public:
  explicit LastOfLevel(const Level& level) : a_(level.a), b_(level.b), lead_(level.lead) {}
  template <class F>
  Level at(std::uint64_t value, const F& m, const ExecutionContext& ctx) const {
    return {a_.evaluate(value, m, ctx), b_.evaluate(value, m, ctx), lead_.evaluate(value, m, ctx)};
  }
  /// The coefficients with zeros, for the terms that the supports have.
  template <class F>
  LevelValues values(std::uint64_t value, const F& m, const ExecutionContext& ctx) const {
    return {a_.values(value, m, ctx), b_.values(value, m, ctx), lead_.values(value, m, ctx)};
  }
  Level support() const { return {a_.support(), b_.support(), lead_.support()}; }
  std::size_t bytes() const noexcept { return a_.bytes() + b_.bytes() + lead_.bytes(); }

 private:
  WordLastVariable a_;
  WordLastVariable b_;
  WordLastVariable lead_;
};

template <class F>
class Zippel {
 public:
  Zippel(const GcdImageProblem& problem, const F& m, const ExecutionContext& ctx)
      : problem_(problem), m_(m), ctx_(ctx), n_(problem.a.variables) {}

  GcdImage run() {
    GcdImage image;
    for (unsigned attempt = 0; attempt < most_attempts; ++attempt) {
      seed_ = mix(element_count(m_), attempt);
      image.status = attempt_at(image.terms);
      image.points = points_;
      if (image.status == Status::found) break;
    }
    return image;
  }

 private:
  Status attempt_at(WordTerms& h) {
    WordRandom random(seed_, m_);
    point_.resize(n_);
    for (std::uint64_t& x : point_) x = random.next_in(m_);
    levels_.clear();  // levels_[n - 1 - k] has the variables 0, ..., k
    first_ = {problem_.a, problem_.b, problem_.lead};
    for (std::size_t k = n_; k-- > 1;) {
      levels_.emplace_back(first_);
      first_ = levels_.back().at(point_[k], m_, ctx_);
    }
    if (!first_image(h)) return Status::unlucky;
    for (std::size_t k = 1; k < n_; ++k) {
      if (main_degree(h) == 0) break;
      const Status status = add_variable(k, h);
      if (status != Status::found) return status;
    }
    return Status::found;
  }

  bool first_image(WordTerms& h) {
    ++points_;
    UnivariateImages<F> univariate(first_.a, first_.b, first_.lead, {}, 1, m_, ctx_);
    const std::span<const std::uint64_t> image = univariate.next();
    if (image.empty()) return false;
    h = WordTerms{1, {}, {}};
    for (std::size_t e = image.size(); e-- > 0;)
      if (image[e] != 0) {
        h.exponents.push_back(static_cast<std::uint32_t>(e));
        h.coefficients.push_back(image[e]);
      }
    return true;
  }

  /// From h in the variables 0, ..., k - 1 at x_k = point_[k] to h in x_0, ..., x_k.
  Status add_variable(std::size_t k, WordTerms& h) {
    const std::size_t degree = problem_.degrees[k];
    if (degree == 0) {
      append(h, k, {}, {});
      return Status::found;
    }
    if ((element_count(m_) - 2) / 8 < degree || degree > most_interpolated_degree)
      return Status::unlucky;  // not enough values
    std::vector<std::uint64_t> points(degree + 1);
    std::vector<std::vector<std::uint64_t>> values(degree + 1);
    std::vector<Status> status(degree + 1, Status::found);
    points[0] = point_[k];
    values[0] = h.coefficients;
    const MemoryReservation reservation(
        ctx_.memory(), (degree + 1) * (h.size() * sizeof(std::uint64_t) + (degree + 1) * sizeof(std::uint64_t)));
    const OnSupport<F> solver(h, m_, ctx_);
    const LastOfLevel& last = levels_[n_ - 1 - k];
    const Level support = last.support();
    const std::optional<SharedPoints<F>> shared =
        solver.shared_points(support.a, support.b, support.lead, mix(mix(seed_, k), 0));
    parallel_for(ctx_, degree, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin + 1; i <= end; ++i)
        for (unsigned attempt = 0; attempt < most_attempts; ++attempt) {
          // Distinct values for every i and attempt: steps from the known one.
          points[i] = element_after(m_, point_[k], i + attempt * degree);
          if (attempt == 0 && shared) {
            status[i] = solver.solve(*shared, last.values(points[i], m_, ctx_), i == 1, values[i]);
            if (status[i] != Status::unlucky) break;
            continue;
          }
          const Level level = last.at(points[i], m_, ctx_);
          status[i] = solver.solve(level.a, level.b, level.lead, i == 1, mix(mix(seed_, k), i), values[i]);
          if (status[i] != Status::unlucky) break;
        }
    });
    points_ += solver.points();
    for (const Status s : status)
      if (s != Status::found) return s;
    append(h, k, points, values);
    return Status::found;
  }

  void append(WordTerms& h, std::size_t k, std::span<const std::uint64_t> points,
              const std::vector<std::vector<std::uint64_t>>& values) const {
    WordTerms next;
    next.variables = k + 1;
    const auto push = [&](std::size_t i, std::size_t e, std::uint64_t c) {
      next.exponents.insert(next.exponents.end(), h.monomial(i), h.monomial(i) + k);
      next.exponents.push_back(static_cast<std::uint32_t>(e));
      next.coefficients.push_back(c);
    };
    const std::size_t n = points.size();
    if (n == 0) {
      for (std::size_t i = 0; i < h.size(); ++i) push(i, 0, h.coefficients[i]);
    } else {
      const WordInterpolation<F> interpolation(points, m_);
      std::vector<std::uint64_t> column(n);
      std::vector<std::uint64_t> coefficients(n);
      for (std::size_t i = 0; i < h.size(); ++i) {
        ctx_.poll();
        for (std::size_t j = 0; j < n; ++j) column[j] = values[j][i];
        interpolation.coefficients(column, coefficients);
        for (std::size_t e = n; e-- > 0;)
          if (coefficients[e] != 0) push(i, e, coefficients[e]);
      }
    }
    h = std::move(next);
  }

  const GcdImageProblem& problem_;
  const F& m_;
  const ExecutionContext& ctx_;
  std::size_t n_;
  std::uint64_t seed_ = 0;
  std::size_t points_ = 0;  // of all attempts
  std::vector<std::uint64_t> point_;
  Level first_;                      // in x_0 alone
  std::vector<LastOfLevel> levels_;  // with n, n - 1, ..., 2 variables
};

}  // namespace

template <class F>
GcdImage gcd_image(const GcdImageProblem& problem, const F& m, const ExecutionContext& ctx) {
  return Zippel<F>(problem, m, ctx).run();
}
template GcdImage gcd_image(const GcdImageProblem&, const WordModulus&, const ExecutionContext&);
template GcdImage gcd_image(const GcdImageProblem&, const TableField&, const ExecutionContext&);
template GcdImage gcd_image(const GcdImageProblem&, const QuadraticField&, const ExecutionContext&);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
