// Ben-Or and Tiwari's interpolation of a gcd modulo a word prime.
//
// Along the points x_k = b_k w^(s_k j), j = 1, 2, ..., with Kronecker's strides s_k, a term c x_1^e_1 x_2^e_2 ... has
// the values c b^e (w^E)^j, E its place in the box of the degrees, and w's order is above all places. So the values of
// one coefficient in x_0 obey the linear recurrence whose roots are the w^E of its terms: Berlekamp and Massey's
// algorithm finds it from twice as many values as there are terms, the order of w is a power of two, which makes the
// roots' logarithms cheap (two_power_roots.cpp), and a transposed Vandermonde system gives the coefficients. The random
// b_k make every single point uniformly distributed. Images are added until every coefficient's recurrence has been
// confirmed by two values more than determine it.
// Against Zippel's interpolation (multi_gcd_image.cpp): 2 t images for t terms of a coefficient instead of t for every
// value of every variable; but p - 1 has to be divisible by a power of two as large as the box. Cost: 2 t values of
// both operands, as many univariate gcds, O(t^2) for each coefficient. Literature: docs/reference/bibliography.md,
// [ben-or88], [kaltofen03] (early termination), [hu21].
#include "poly/multivariate/power_images.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/multivariate/multi_parts.hpp"
#include "poly/residues/gcd_word.hpp"
#include "poly/residues/two_power_roots.hpp"
#include "poly/residues/word_recurrence.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr unsigned most_progressions = 3;
constexpr std::size_t confirmations = 2;  // values beyond those that determine a recurrence

MultiBox box_of(std::span<const std::size_t> degrees) {
  return MultiBox(MultiExponents(degrees.begin() + 1, degrees.end()));
}

/// The values of one coefficient in x_0, and what is known of it.
struct PowerColumn {
  std::vector<std::uint64_t> values;
  std::vector<std::uint64_t> recurrence;  // empty until it is confirmed
  std::vector<std::uint64_t> places;      // of the terms, descending
  std::vector<std::uint64_t> coefficients;
};

/// The images of a polynomial at the points of the progression, as rows of coefficients in x_0.
class ShiftedProgression {
 public:
  ShiftedProgression(const WordTerms& a, std::span<const std::uint64_t> start, std::span<const std::uint64_t> ratios,
                     const WordModulus& m, const ExecutionContext& ctx)
      : progression_(a, ratios, many_steps, m, 1, start, &ctx) {
    for (std::size_t i = 0; i < a.size(); ++i) width_ = std::max<std::size_t>(width_, a.monomial(i)[0] + 1);
  }
  std::size_t width() const noexcept { return width_; }
  std::vector<std::uint64_t> rows(std::size_t count, const ExecutionContext& ctx) {
    std::vector<std::uint64_t> rows(count * width_);
    progression_.next_rows(rows, count, ctx);
    return rows;
  }

 private:
  static constexpr std::size_t many_steps = 64;

  WordProgression<WordModulus> progression_;
  std::size_t width_ = 1;
};

class PowerImages {
 public:
  PowerImages(const GcdImageProblem& problem, const WordModulus& m, const ExecutionContext& ctx)
      : problem_(problem),
        m_(m),
        ctx_(ctx),
        box_(box_of(problem.degrees)),
        group_(m, power_image_bits(problem.degrees)),
        degree_(problem.degrees[0]) {}

  GcdImage run() {
    GcdImage image;
    for (unsigned attempt = 0; attempt < most_progressions; ++attempt) {
      image.status = progression(WordRandom(m_.value() + attempt, m_));
      image.points += points_;
      if (image.status != GcdImageStatus::unlucky) break;
    }
    if (image.status == GcdImageStatus::found) image.terms = terms();
    return image;
  }

 private:
  GcdImageStatus progression(WordRandom random) {
    start_.clear();
    std::vector<std::uint64_t> ratios;
    for (const std::uint64_t stride : box_.strides) {
      start_.push_back(random.next());
      ratios.push_back(group_.power(stride % (std::uint64_t{1} << group_.bits())));
    }
    const MemoryReservation reservation(
        ctx_.memory(), (problem_.a.size() + problem_.b.size() + problem_.lead.size()) * 5 * sizeof(std::uint64_t));
    std::optional<ShiftedProgression> first;
    std::optional<ShiftedProgression> second;
    fork_join(
        ctx_, [&] { first.emplace(problem_.a, start_, ratios, m_, ctx_); },
        [&] { second.emplace(problem_.b, start_, ratios, m_, ctx_); });
    ShiftedProgression& a = *first;
    ShiftedProgression& b = *second;
    ShiftedProgression lead(problem_.lead, start_, ratios, m_, ctx_);
    columns_.assign(degree_, {});
    points_ = 0;
    constexpr std::size_t first_points = 8;
    do {
      const std::size_t count = points_ == 0 ? first_points : std::max<std::size_t>(4, points_ / 4);
      const GcdImageStatus status = add_points(a, b, lead, count);
      if (status != GcdImageStatus::found) return status;
      find_recurrences();
    } while (std::any_of(columns_.begin(), columns_.end(), [](const PowerColumn& c) { return c.recurrence.empty(); }));
    return solve();
  }

  /// The next gcds.
  GcdImageStatus add_points(ShiftedProgression& a, ShiftedProgression& b, ShiftedProgression& lead, std::size_t count) {
    const MemoryReservation reservation(ctx_.memory(), count * (a.width() + b.width() + 1) * sizeof(std::uint64_t));
    std::vector<std::uint64_t> u;
    std::vector<std::uint64_t> v;
    fork_join(
        ctx_, [&] { u = a.rows(count, ctx_); }, [&] { v = b.rows(count, ctx_); });
    const std::vector<std::uint64_t> leads = lead.rows(count, ctx_);
    for (PowerColumn& column : columns_) column.values.resize(points_ + count);
    std::vector<GcdImageStatus> status(count, GcdImageStatus::found);
    parallel_for(ctx_, count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        const std::span<std::uint64_t> g = word_gcd(std::span(u).subspan(j * a.width(), a.width()),
                                                    std::span(v).subspan(j * b.width(), b.width()), m_, ctx_);
        if (leads[j] == 0 || g.size() > degree_ + 1 || g.empty()) {
          status[j] = GcdImageStatus::unlucky;
        } else if (g.size() < degree_ + 1) {
          status[j] = GcdImageStatus::lower_degree;
        } else {
          word_set_leading(g, leads[j], m_);
          for (std::size_t e = 0; e < degree_; ++e) columns_[e].values[points_ + j] = g[e];
        }
      }
    });
    points_ += count;
    for (const GcdImageStatus s : status)
      if (s != GcdImageStatus::found) return s;
    return GcdImageStatus::found;
  }

  void find_recurrences() {
    parallel_for(ctx_, columns_.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t e = begin; e < end; ++e) {
        PowerColumn& column = columns_[e];
        if (!column.recurrence.empty()) continue;
        ctx_.poll();
        std::vector<std::uint64_t> recurrence = minimal_recurrence(column.values, m_);
        if (2 * (recurrence.size() - 1) + confirmations <= points_) column.recurrence = std::move(recurrence);
      }
    });
  }

  GcdImageStatus solve() {
    std::vector<GcdImageStatus> status(columns_.size(), GcdImageStatus::found);
    parallel_for(ctx_, columns_.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t e = begin; e < end; ++e)
        if (!solve_column(columns_[e])) status[e] = GcdImageStatus::unlucky;
    });
    return std::all_of(status.begin(), status.end(), [](GcdImageStatus s) { return s == GcdImageStatus::found; })
               ? GcdImageStatus::found
               : GcdImageStatus::unlucky;
  }

  /// Terms from the recurrence and the values; false when its roots are no monomials of the box.
  bool solve_column(PowerColumn& column) const {
    const std::size_t terms = column.recurrence.size() - 1;
    if (terms == 0) return true;
    const std::optional<TwoPowerRoots> roots = two_power_roots(column.recurrence, group_, ctx_);
    if (!roots) return false;
    std::vector<std::size_t> sorted(terms);
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    std::sort(sorted.begin(), sorted.end(),
              [&](std::size_t i, std::size_t j) { return roots->logarithms[i] > roots->logarithms[j]; });
    if (roots->logarithms[sorted[0]] >= box_.size) return false;
    std::vector<std::uint64_t> nodes;
    nodes.reserve(terms);
    column.places.reserve(terms);
    for (const std::size_t i : sorted) {
      column.places.push_back(roots->logarithms[i]);
      nodes.push_back(roots->values[i]);
    }
    column.coefficients = solve_power_sums(nodes, std::span(column.values).first(terms), m_);
    return true;
  }

  WordTerms terms() const {
    WordTerms h{problem_.a.variables, {}, problem_.lead.coefficients};
    for (std::size_t i = 0; i < problem_.lead.size(); ++i) {
      const std::uint32_t* const row = problem_.lead.monomial(i);
      h.exponents.push_back(static_cast<std::uint32_t>(degree_));
      h.exponents.insert(h.exponents.end(), row + 1, row + h.variables);
    }
    WordTerms rest{h.variables, {}, {}};
    for (std::size_t e = degree_; e-- > 0;) {
      rest.coefficients.insert(rest.coefficients.end(), columns_[e].coefficients.begin(),
                               columns_[e].coefficients.end());
      for (const std::uint64_t place : columns_[e].places) {
        rest.exponents.push_back(static_cast<std::uint32_t>(e));
        for (std::size_t k = 0; k < box_.strides.size(); ++k)
          rest.exponents.push_back(static_cast<std::uint32_t>(place / box_.strides[k] % box_.lengths[k]));
      }
    }
    std::vector<std::uint64_t> inverses;
    inverses.reserve(start_.size());
    for (const std::uint64_t b : start_) inverses.push_back(m_.inverse(b));
    const std::vector<std::uint64_t> factors = word_monomial_values(rest, inverses, m_, &ctx_);
    for (std::size_t i = 0; i < rest.size(); ++i) rest.coefficients[i] = m_.mul(rest.coefficients[i], factors[i]);
    h.exponents.insert(h.exponents.end(), rest.exponents.begin(), rest.exponents.end());
    h.coefficients.insert(h.coefficients.end(), rest.coefficients.begin(), rest.coefficients.end());
    return h;
  }

  const GcdImageProblem& problem_;
  const WordModulus& m_;
  const ExecutionContext& ctx_;
  MultiBox box_;
  TwoPowerGroup group_;
  std::size_t degree_;
  std::size_t points_ = 0;
  std::vector<std::uint64_t> start_;
  std::vector<PowerColumn> columns_;  // by the exponent of x_0, without the leading one
};

/// How many monomials are left of a polynomial's in its first k variables, for every k. The terms are sorted.
std::vector<std::size_t> prefix_counts(const WordTerms& a) {
  std::vector<std::size_t> counts(a.variables + 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t same = 0;
    if (i != 0)
      while (same < a.variables && a.monomial(i)[same] == a.monomial(i - 1)[same]) ++same;
    for (std::size_t k = same + 1; k <= a.variables; ++k) ++counts[k];
  }
  return counts;
}

/// The primes are c 2^48 + 1.
constexpr std::array<std::uint64_t, 8> power_prime_factors = {16348, 16326, 16291, 16282, 16258, 16152, 16150, 16131};

}  // namespace

unsigned power_image_bits(std::span<const std::size_t> degrees) {
  return static_cast<unsigned>(std::bit_width(box_of(degrees).size - 1));
}

bool prefers_powers(const GcdImageProblem& problem) {
  // Both in evaluated terms for each term of a coefficient of the gcd. Zippel's algorithm knows the gcd's monomials in
  // k variables when it evaluates operands in these for every value of the next one; the gcd is taken to lose half as
  // many of its monomials there as the operands lose.
  const std::vector<std::size_t> a = prefix_counts(problem.a);
  const std::vector<std::size_t> b = prefix_counts(problem.b);
  const auto terms = static_cast<double>(problem.a.size() + problem.b.size());
  double one_by_one = 0;
  for (std::size_t k = 1; k < problem.degrees.size(); ++k) {
    const auto left = static_cast<double>(a[k] + b[k]);
    one_by_one += static_cast<double>(problem.degrees[k]) * left * 2 / (1 + terms / left);
  }
  return one_by_one > 2 * terms;
}

std::uint64_t power_prime(std::size_t index) noexcept {
  return index < power_prime_factors.size() ? (power_prime_factors[index] << power_prime_bits) + 1 : 0;
}

GcdImage power_gcd_image(const GcdImageProblem& problem, const WordModulus& m, const ExecutionContext& ctx) {
  return PowerImages(problem, m, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
