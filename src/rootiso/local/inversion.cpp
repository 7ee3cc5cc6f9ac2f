// The choice between x and 1/x for each annulus, by the estimated cost of the first Taylor shift either way.
//
// The cost of an annulus is rows by bits of the model that its search starts from, either of f or of the reversed
// polynomial. Both follow from the sizes of f at a few points, which are evaluated for few annuli only: the annulus
// from which on 1/x is cheaper is found by steps of growing length from a guess, then by bisection.
#include "rootiso/local/inversion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <polyfork/core/parallel.hpp>

#include "rootiso/check/verify_budan.hpp"
#include "rootiso/local/annulus_search.hpp"
#include "rootiso/values/annulus.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr int fewest_for_all_at_once = 8;  // threads: for three annuli of each half-line, none with a guess

/// About the cost of the first shift of a disc's model: rows by bits. The disc is |t| < 2^log_radius, `unit` the
/// exponent of the unit.
double first_shift_cost(const MeasuredVector& f, std::int64_t log_radius, std::int64_t unit) {
  constexpr std::int64_t least_bits = 16;  // rows below add up to less than a model may lose
  const auto bits = [&](std::size_t i) {
    return f.is_zero(i) ? 0 : f.bits(i) + log_radius * static_cast<std::int64_t>(i) - unit;
  };
  std::size_t rows = f.size();
  while (rows > 1 && bits(rows - 1) <= least_bits) --rows;
  std::int64_t longest = 0;
  for (std::size_t i = 0; i < rows; ++i) longest = std::max(longest, bits(i));
  const auto count = static_cast<double>(rows);
  return count * (count + static_cast<double>(longest));
}

/// The costs of searching each annulus in x and in 1/x, found when they are asked for.
class Costs {
 public:
  Costs(const MeasuredVector& f, const MeasuredVector& reversed, bool negative, std::vector<SizedAnnulus>& annuli,
        const ExecutionContext& ctx)
      : f_(f),
        reversed_(reversed),
        negative_(negative),
        annuli_(annuli),
        in_x_(annuli.size()),
        in_inverse_(annuli.size()),
        needed_(annuli.size()),
        sign_differs_(annuli.size(), 0),
        ctx_(ctx) {}

  /// Finds the sizes in annulus i and in its neighbours, at the same time.
  void find_around(std::size_t i) {
    const std::size_t first = i - std::min<std::size_t>(i, 1);
    const std::size_t count = std::min(i + 2, annuli_.size()) - first;
    parallel_for(ctx_, count, 1, [&](std::size_t begin, std::size_t end) {
      for (; begin < end; ++begin) find(first + begin, {});
    });
  }
  /// Finds the sizes in annulus i, and then at the same time in the next two on the side where the other way becomes
  /// cheaper: with threads to spare two take no longer than one, and both start from the precision of the first.
  void find_from(std::size_t i) {
    const bool outwards = in_x(i) <= in_inverse(i);
    std::array<std::size_t, 2> next{};
    std::array<NeededBits, 2> guesses;
    std::size_t count = 0;
    for (std::size_t k = i; count < next.size() && (outwards ? ++k < annuli_.size() : k-- > 0); ++count) {
      next[count] = k;
      guesses[count] = guess(k);
    }
    parallel_for(ctx_, count, 1, [&](std::size_t first, std::size_t last) {
      for (; first < last; ++first) find(next[first], guesses[first]);
    });
  }
  double in_x(std::size_t i) {
    if (!annuli_[i].size) find(i, guess(i));
    if (!in_x_[i]) in_x_[i] = first_shift_cost(f_, annuli_[i].j + 1, *annuli_[i].size - guard);
    return *in_x_[i];
  }
  double in_inverse(std::size_t i) {
    if (!annuli_[i].size) find(i, guess(i));
    if (!in_inverse_[i]) in_inverse_[i] = first_shift_cost(reversed_, -annuli_[i].j, *annuli_[i].inverse_size - guard);
    return *in_inverse_[i];
  }

  /// Whether a sign of f in annulus i or further out differs from the sign at infinity.
  bool sign_changes_from(std::size_t i) const {
    return std::find(sign_differs_.begin() + static_cast<std::ptrdiff_t>(i), sign_differs_.end(), 1) !=
           sign_differs_.end();
  }

 private:
  static constexpr auto guard = static_cast<std::int64_t>(first_guard);
  static constexpr std::size_t neighbours = 3;

  /// The sizes of f, by values of whichever polynomial has short powers there.
  void find(std::size_t i, NeededBits bits) {
    SizedAnnulus& a = annuli_[i];
    const bool far = is_far(i);
    const Annulus annulus{far ? a.inverse().j : a.j, negative_};
    const std::vector<SizeAt> values = sizes_in(far ? reversed_ : f_, annulus, ctx_, &bits);
    needed_[i] = bits;
    // |g(y)| |x|^n = |f(x)| and |f(x)| |y|^n = |g(y)|, y = 1/x
    const auto n = static_cast<double>(f_.size() - 1);
    std::int64_t own = std::numeric_limits<std::int64_t>::max();
    std::int64_t other = own;
    for (const SizeAt& s : values) {
      own = std::min(own, s.size);
      other = std::min(other, s.size - static_cast<std::int64_t>(std::llround(n * s.log2_x)));
    }
    a.size = far ? other : own;
    a.inverse_size = far ? own : other;
    const int sign_at_infinity = f_.sign(f_.size() - 1) * (!far && negative_ && f_.size() % 2 == 0 ? -1 : 1);
    if (std::any_of(values.begin(), values.end(), [&](const SizeAt& s) { return s.sign != sign_at_infinity; }))
      sign_differs_[i] = 1;
  }

  bool is_far(std::size_t i) const { return annuli_[i].j >= 0; }

  /// The bits that values needed in the nearest annulus of known size.
  NeededBits guess(std::size_t i) const {
    for (std::size_t distance = 1; distance <= neighbours; ++distance)
      for (const std::size_t k : {i - distance, i + distance})
        if (k < annuli_.size() && annuli_[k].size && is_far(k) == is_far(i)) return needed_[k];
    return {};
  }

  const MeasuredVector& f_;
  const MeasuredVector& reversed_;
  bool negative_;
  std::vector<SizedAnnulus>& annuli_;
  std::vector<std::optional<double>> in_x_;
  std::vector<std::optional<double>> in_inverse_;
  std::vector<NeededBits> needed_;
  std::vector<char> sign_differs_;
  const ExecutionContext& ctx_;
};

/// The first annulus that is cheaper in 1/x: steps of growing length from a guess, then bisection.
std::size_t first_cheaper_in_inverse(Costs& costs, std::size_t annuli, std::size_t guess) {
  std::size_t low = 0;  // all before are cheaper in x
  std::size_t high = annuli;
  std::size_t at = guess;
  for (std::size_t step = 1; low < high; step *= 2) {
    if (costs.in_inverse(at) < costs.in_x(at))
      high = at;
    else
      low = at + 1;
    if (high == annuli)
      at = std::min(low + step - 1, high - 1);
    else if (low == 0)
      at = high - std::min(step, high);
    else
      at = low + (high - low) / 2;
  }
  return low;
}

/// Whether the first annulus in 1/x costs nearly as much as the Taylor shift of Budan's test, which may show that there
/// are no roots from there on. (The result of that shift is exact, so that it takes three or four times as long as that
/// of a model.)
bool worth_a_bound(const MeasuredVector& f, double first_cost) {
  const auto n = static_cast<double>(f.size());
  std::int64_t longest = 0;
  for (std::size_t i = 0; i < f.size(); ++i) longest = std::max(longest, f.bits(i));
  return first_cost > 0.65 * n * (1.6 * n + static_cast<double>(longest));
}

}  // namespace

// The first annulus in which the largest term belongs to the upper half of the terms: about there the costs in x and in
// 1/x are equal.
std::size_t likely_annuli_in_x(const MeasuredVector& f, const std::vector<SizedAnnulus>& annuli) {
  const auto upper_half = [&](const SizedAnnulus& a) {
    std::size_t largest = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < f.size(); ++i) {
      if (f.is_zero(i)) continue;
      const double bits = static_cast<double>(f.bits(i)) + (static_cast<double>(a.j) + 0.5) * static_cast<double>(i);
      if (bits > most) most = bits, largest = i;
    }
    return 2 * largest < f.size();
  };
  const auto found = std::partition_point(annuli.begin(), annuli.end(), upper_half);
  return std::min(static_cast<std::size_t>(found - annuli.begin()), annuli.size() - 1);
}

std::size_t annuli_in_x(const MeasuredVector& f, const MeasuredVector& reversed, bool negative,
                        std::vector<SizedAnnulus>& annuli, std::size_t likely, const ExecutionContext& ctx) {
  Costs costs(f, reversed, negative, annuli, ctx);
  if (ctx.threads() >= fewest_for_all_at_once)
    costs.find_around(likely);
  else if (ctx.threads() > 2)
    costs.find_from(likely);
  std::size_t in_x = first_cheaper_in_inverse(costs, annuli.size(), likely);
  if (in_x < annuli.size() && worth_a_bound(f, costs.in_inverse(in_x)) && !costs.sign_changes_from(in_x) &&
      no_root_beyond(f.vector(ctx), negative, annuli[in_x].j, ctx)) {
    annuli.erase(annuli.begin() + static_cast<std::ptrdiff_t>(in_x), annuli.end());
    return in_x;
  }
  // The outermost annulus of either way begins with a disc of its own and takes twice as much: one more annulus in x
  // may pay.
  while (in_x > 0 && in_x + 1 < annuli.size() &&
         2 * costs.in_x(in_x) - costs.in_x(in_x - 1) < 2 * costs.in_inverse(in_x) - costs.in_inverse(in_x + 1))
    ++in_x;
  return in_x;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
