#include "rootiso/inversion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <polyfork/core/parallel.hpp>

#include "rootiso/annulus.hpp"
#include "rootiso/annulus_search.hpp"
#include "rootiso/largest_root.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

/// What the first shift of a disc's model takes, about: rows by bits. The disc is |t| < 2^log_radius, `unit` the exponent
/// of the unit, f in reverse if asked for.
double first_shift_cost(const IntegerVector& f, bool reverse, std::int64_t log_radius, std::int64_t unit) {
  constexpr std::int64_t least_bits = 16;  // rows below add up to less than a model may lose
  std::int64_t longest = 0;
  std::size_t rows = 1;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const IntegerView a = f[reverse ? f.size() - 1 - i : i];
    if (a.is_zero()) continue;
    const std::int64_t bits =
        static_cast<std::int64_t>(a.bit_length()) + log_radius * static_cast<std::int64_t>(i) - unit;
    longest = std::max(longest, bits);
    if (bits > least_bits) rows = i + 1;
  }
  const auto count = static_cast<double>(rows);
  return count * (count + static_cast<double>(longest));
}

/// What the annuli take either way, found when asked for.
class Costs {
 public:
  Costs(const IntegerVector& f, bool negative, std::vector<SizedAnnulus>& annuli, const ExecutionContext& ctx)
      : f_(f), negative_(negative), annuli_(annuli), ctx_(ctx) {}

  void find(std::size_t i) {
    SizedAnnulus& a = annuli_[i];
    if (a.size) return;
    const auto n = static_cast<double>(f_.size() - 1);
    a.size = a.inverse_size = std::numeric_limits<std::int64_t>::max();
    for (const SizeAt& s : sizes_in(f_, {a.j, negative_}, ctx_)) {
      a.size = std::min(*a.size, s.size);
      const std::int64_t power = std::llround(n * s.log2_x);
      a.inverse_size = std::min(*a.inverse_size, s.size - power);  // |g(1/x)| = |f(x)| / |x|^n
    }
  }
  double in_x(std::size_t i) {
    find(i);
    return first_shift_cost(f_, false, annuli_[i].j + 1, *annuli_[i].size - guard);
  }
  double in_inverse(std::size_t i) {
    find(i);
    return first_shift_cost(f_, true, -annuli_[i].j, *annuli_[i].inverse_size - guard);
  }

 private:
  static constexpr auto guard = static_cast<std::int64_t>(first_guard);
  const IntegerVector& f_;
  bool negative_;
  std::vector<SizedAnnulus>& annuli_;
  const ExecutionContext& ctx_;
};

}  // namespace

namespace {

/// Where the first annulus in 1/x takes about as much as that, one shift may show that there is nothing.
bool worth_a_bound(const IntegerVector& f, double first_cost, const ExecutionContext& ctx) {
  const auto n = static_cast<double>(f.size());
  return 2 * first_cost > n * (1.6 * n + static_cast<double>(f.max_bits(ctx)));
}

}  // namespace

std::size_t annuli_in_x(const IntegerVector& f, bool negative, std::vector<SizedAnnulus>& annuli,
                        const ExecutionContext& ctx) {
  Costs costs(f, negative, annuli, ctx);
  // Where each annulus has a disc of its own, all sizes are needed in any case.
  if (!annuli_share_discs(ctx))
    parallel_for(ctx, annuli.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) costs.find(i);
    });
  std::size_t in_x = 0;
  for (std::size_t end = annuli.size(); in_x < end;) {
    const std::size_t middle = in_x + (end - in_x) / 2;
    if (costs.in_inverse(middle) < costs.in_x(middle))
      end = middle;
    else
      in_x = middle + 1;
  }
  if (in_x < annuli.size() && worth_a_bound(f, costs.in_inverse(in_x), ctx) &&
      excludes_roots_beyond(f, negative, annuli[in_x].j, ctx)) {
    annuli.erase(annuli.begin() + static_cast<std::ptrdiff_t>(in_x), annuli.end());
    return in_x;
  }
  if (!annuli_share_discs(ctx)) return in_x;
  // The outermost annulus of either way begins with a disc of its own and takes twice as much. One more in x?
  while (in_x > 0 && in_x + 1 < annuli.size() &&
         2 * costs.in_x(in_x) - costs.in_x(in_x - 1) < 2 * costs.in_inverse(in_x) - costs.in_inverse(in_x + 1))
    ++in_x;
  return in_x;
}

}  // namespace detail
}  // namespace polyfork::inline v1
