// Ben-Or and Tiwari's interpolation of a gcd modulo a word prime.
//
// Along the points x_k = b_k w^(s_k j), j = 1, 2, ..., with Kronecker's strides s_k, a term c x_1^e_1 x_2^e_2 ... has
// the values c b^e (w^E)^j, E its place in the box of the degrees, and w's order is above all places. So the values of
// one coefficient in x_0 obey the linear recurrence whose roots are the w^E of its terms: Berlekamp and Massey's
// algorithm finds it from twice as many values as there are terms, the order of w is a power of two, which makes the
// roots' logarithms cheap (two_power_roots.cpp), and a transposed Vandermonde system gives the coefficients. The random
// b_k make every single point uniformly distributed. Images are added until every coefficient's recurrence has been
// confirmed by two values more than determine it.
// h, whose leading coefficient is known, and its quotients in the operands are candidates: the first of which all
// coefficients are confirmed is interpolated. With two main variables x_0 and x_1 the images are bivariate, w has the
// order of a smaller box, and the coefficients have far fewer terms.
// Against Zippel's interpolation (multi_gcd_image.cpp): 2 t images for t terms of a coefficient instead of t for every
// value of every variable; but p - 1 has to be divisible by a power of two as large as the box. Cost: 2 t values of
// both operands, as many univariate gcds, O(t^2) for each coefficient. Literature: docs/reference/bibliography.md,
// [ben-or88], [kaltofen03] (early termination), [hu21].
#include "poly/multi_gcd/power_images.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/multi_gcd/gcd_points.hpp"
#include "poly/multivariate/multi_parts.hpp"
#include "poly/residues/two_power_roots.hpp"
#include "poly/residues/word_recurrence.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr unsigned most_progressions = 3;
constexpr std::size_t confirmations = 2;  // values beyond those that determine a recurrence
constexpr std::array all_parts = {GcdPart::gcd, GcdPart::cofactor_a, GcdPart::cofactor_b};

MultiBox power_box(std::span<const std::size_t> degrees, std::size_t main_variables) {
  return MultiBox(MultiExponents(degrees.begin() + static_cast<std::ptrdiff_t>(main_variables), degrees.end()));
}
unsigned box_bits(const MultiBox& box) { return static_cast<unsigned>(std::bit_width(box.size - 1)); }

/// Terms of a coefficient in the main variables.
struct PowerColumn {
  std::vector<std::uint64_t> places;  // descending
  std::vector<std::uint64_t> coefficients;
};

class PowerImages {
 public:
  PowerImages(const GcdImageProblem& problem, std::size_t main_variables, std::size_t most_points, const WordModulus& m,
              const ExecutionContext& ctx)
      : problem_(problem),
        main_variables_(main_variables),
        most_points_(most_points),
        m_(m),
        ctx_(ctx),
        box_(with_cofactors(power_box(problem.degrees, main_variables))),
        group_(m, box_bits(box_)) {}

  GcdImage run() {
    GcdImage image;
    for (unsigned attempt = 0; attempt < most_progressions; ++attempt) {
      image.status = progression(WordRandom(m_.value() + attempt, m_), image);
      image.points += points_ ? points_->count() : 0;
      if (image.status != GcdImageStatus::unlucky || too_many_) break;
    }
    return image;
  }

 private:
  /// The box that holds the cofactors as well, if the group is large enough for it.
  MultiBox with_cofactors(const MultiBox& box) {
    const std::vector<std::size_t> a = word_degrees(problem_.a, &ctx_);
    const std::vector<std::size_t> b = word_degrees(problem_.b, &ctx_);
    const std::vector<std::size_t> lead = word_degrees(problem_.lead);
    const std::vector<std::uint32_t> monomial = common_monomial(problem_.lead);
    std::vector<std::size_t> degrees = problem_.degrees;
    for (std::size_t k = 0; k < degrees.size(); ++k) {
      const std::size_t least = degrees[k] - std::min(degrees[k], lead[k]);  // the least degree of the gcd
      degrees[k] = std::max(
          {degrees[k], a[k] - std::min(a[k], least) + monomial[k], b[k] - std::min(b[k], least) + monomial[k]});
    }
    const MultiBox larger = power_box(degrees, main_variables_);
    with_cofactors_ = box_bits(larger) <= static_cast<unsigned>(std::countr_zero(m_.value() - 1));
    return with_cofactors_ ? larger : box;
  }

  GcdImageStatus progression(WordRandom random, GcdImage& image) {
    start_.assign(main_variables_ - 1, 1);
    std::vector<std::uint64_t> ratios(main_variables_ - 1, 1);
    for (const std::uint64_t stride : box_.strides) {
      start_.push_back(random.next());
      ratios.push_back(group_.power(stride % (std::uint64_t{1} << group_.bits())));
    }
    const GcdParts wanted{true, with_cofactors_, with_cofactors_};
    points_ = main_variables_ == 1 ? univariate_gcd_points(problem_, start_, ratios, wanted, m_, ctx_)
                                   : bivariate_gcd_points(problem_, start_, ratios, wanted, m_, ctx_);
    recurrences_ = {};
    unsettled_ = {};
    for (;;) {
      constexpr std::size_t first_points = 8;
      const std::size_t count = points_->count();
      if (count >= most_points_) {
        too_many_ = true;
        return GcdImageStatus::unlucky;
      }
      const GcdImageStatus status = points_->add(count == 0 ? first_points : std::max<std::size_t>(4, count / 4));
      if (status != GcdImageStatus::found) return status;
      for (const GcdPart part : all_parts) {
        if (!points_->part(part).wanted || !settled(part)) continue;
        std::vector<PowerColumn> columns = solved(part);
        if (!columns.empty() || points_->part(part).width() == 0) {
          image.part = part;
          image.terms = terms(part, columns);
          return GcdImageStatus::found;
        }
        if (part == GcdPart::gcd) return GcdImageStatus::unlucky;
        points_->drop(part);
      }
    }
  }

  /// Whether all coefficients of a part have confirmed recurrences. One that has none yet is looked at first.
  bool settled(GcdPart part) {
    std::vector<std::vector<std::uint64_t>>& recurrences = recurrences_[static_cast<std::size_t>(part)];
    std::size_t& unsettled = unsettled_[static_cast<std::size_t>(part)];
    const std::size_t width = points_->part(part).width();
    recurrences.resize(width);
    if (width == 0) return true;
    find_recurrence(part, unsettled, recurrences[unsettled]);
    if (recurrences[unsettled].empty()) return false;
    parallel_for(ctx_, width, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t place = begin; place < end; ++place)
        if (recurrences[place].empty()) find_recurrence(part, place, recurrences[place]);
    });
    while (unsettled < width && !recurrences[unsettled].empty()) ++unsettled;
    if (unsettled < width) return false;
    for (unsettled = 0; unsettled < width && !recurrences[unsettled].empty();) ++unsettled;
    return unsettled == width;
  }
  void find_recurrence(GcdPart part, std::size_t place, std::vector<std::uint64_t>& out) const {
    ctx_.poll();
    std::vector<std::uint64_t> recurrence = minimal_recurrence(points_->values(part, place), m_);
    if (2 * (recurrence.size() - 1) + confirmations <= points_->count()) out = std::move(recurrence);
  }

  /// The terms of all coefficients of a part; none where some roots are no monomials of the box.
  std::vector<PowerColumn> solved(GcdPart part) const {
    const std::vector<std::vector<std::uint64_t>>& recurrences = recurrences_[static_cast<std::size_t>(part)];
    std::vector<PowerColumn> columns(recurrences.size());
    std::atomic<bool> right = true;
    parallel_for(ctx_, columns.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t place = begin; place < end; ++place)
        if (!solve_column(recurrences[place], part, place, columns[place]))
          right.store(false, std::memory_order_relaxed);
    });
    if (!right.load()) columns.clear();
    return columns;
  }

  /// Terms from the recurrence and the values; false when its roots are no monomials of the box.
  bool solve_column(const std::vector<std::uint64_t>& recurrence, GcdPart part, std::size_t place,
                    PowerColumn& column) const {
    const std::size_t terms = recurrence.size() - 1;
    if (terms == 0) return true;
    const std::optional<TwoPowerRoots> roots = two_power_roots(recurrence, group_, ctx_);
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
    const std::vector<std::uint64_t> values = points_->values(part, place);
    column.coefficients = solve_power_sums(nodes, std::span(values).first(terms), m_);
    return true;
  }

  /// The known leading coefficient of the gcd first.
  WordTerms terms(GcdPart part, const std::vector<PowerColumn>& columns) const {
    WordTerms h{problem_.a.variables, {}, {}};
    if (part == GcdPart::gcd) {
      h.coefficients = problem_.lead.coefficients;
      for (std::size_t i = 0; i < problem_.lead.size(); ++i) {
        const std::uint32_t* const row = problem_.lead.monomial(i);
        h.exponents.push_back(static_cast<std::uint32_t>(problem_.degrees[0]));
        h.exponents.insert(h.exponents.end(), row + 1, row + h.variables);
      }
    }
    WordTerms rest{h.variables, {}, {}};
    const std::size_t length = points_->part(part).columns;
    for (std::size_t place = columns.size(); place-- > 0;) {
      const PowerColumn& column = columns[place];
      rest.coefficients.insert(rest.coefficients.end(), column.coefficients.begin(), column.coefficients.end());
      for (const std::uint64_t of_rest : column.places) {
        rest.exponents.push_back(static_cast<std::uint32_t>(place / length));
        if (main_variables_ == 2) rest.exponents.push_back(static_cast<std::uint32_t>(place % length));
        for (std::size_t k = 0; k < box_.strides.size(); ++k)
          rest.exponents.push_back(static_cast<std::uint32_t>(of_rest / box_.strides[k] % box_.lengths[k]));
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
  std::size_t main_variables_;
  std::size_t most_points_;
  const WordModulus& m_;
  const ExecutionContext& ctx_;
  bool with_cofactors_ = false;
  MultiBox box_;
  TwoPowerGroup group_;
  bool too_many_ = false;
  std::vector<std::uint64_t> start_;
  std::unique_ptr<GcdPoints> points_;
  std::array<std::vector<std::vector<std::uint64_t>>, 3> recurrences_;  // of the parts; empty until confirmed
  std::array<std::size_t, 3> unsettled_{};                              // a coefficient without one
};

/// The primes are c 2^48 + 1.
constexpr std::array<std::uint64_t, 8> power_prime_factors = {16348, 16326, 16291, 16282, 16258, 16152, 16150, 16131};

/// The primes below 2^50 are c 2^40 + 1.
constexpr std::array<std::uint64_t, 8> lane_power_prime_factors = {1008, 988, 975, 933, 930, 922, 897, 855};

}  // namespace

unsigned power_image_bits(std::span<const std::size_t> degrees, std::size_t main_variables) {
  return box_bits(power_box(degrees, main_variables));
}

std::uint64_t power_prime(std::size_t index) noexcept {
  return index < power_prime_factors.size() ? (power_prime_factors[index] << power_prime_bits) + 1 : 0;
}
std::uint64_t lane_power_prime(std::size_t index) noexcept {
  return index < lane_power_prime_factors.size() ? (lane_power_prime_factors[index] << lane_power_prime_bits) + 1 : 0;
}

GcdImage power_gcd_image(const GcdImageProblem& problem, std::size_t main_variables, const WordModulus& m,
                         const ExecutionContext& ctx, std::size_t most_points) {
  return PowerImages(problem, main_variables, most_points, m, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
