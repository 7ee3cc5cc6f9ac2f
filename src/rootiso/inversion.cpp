#include "rootiso/inversion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "rootiso/annulus.hpp"
#include "rootiso/annulus_search.hpp"

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

/// What an annulus takes either way.
struct Costs {
  double in_x;
  double in_inverse;
};

Costs costs_of(const IntegerVector& f, const Annulus& annulus, const ExecutionContext& ctx) {
  const auto n = static_cast<double>(f.size() - 1);
  std::int64_t size = std::numeric_limits<std::int64_t>::max();
  std::int64_t inverse_size = size;
  for (const SizeAt& s : sizes_in(f, annulus, ctx)) {
    size = std::min(size, s.size);
    const std::int64_t power = std::llround(n * s.log2_x);
    inverse_size = std::min(inverse_size, s.size - power);  // |g(1/x)| = |f(x)| / |x|^n
  }
  const auto guard = static_cast<std::int64_t>(first_guard);
  return {first_shift_cost(f, false, annulus.j + 1, size - guard),
          first_shift_cost(f, true, -annulus.j, inverse_size - guard)};
}

}  // namespace

std::size_t annuli_in_x(const IntegerVector& f, bool negative, const std::vector<std::int64_t>& annuli,
                        const ExecutionContext& ctx) {
  std::vector<std::optional<Costs>> known(annuli.size());
  const auto costs = [&](std::size_t i) -> const Costs& {
    if (!known[i]) known[i] = costs_of(f, {annuli[i], negative}, ctx);
    return *known[i];
  };
  std::size_t in_x = 0;
  for (std::size_t end = annuli.size(); in_x < end;) {
    const std::size_t middle = in_x + (end - in_x) / 2;
    if (costs(middle).in_inverse < costs(middle).in_x)
      end = middle;
    else
      in_x = middle + 1;
  }
  if (!annuli_share_discs(ctx)) return in_x;
  // The outermost annulus of either way begins with a disc of its own and takes twice as much. One more in x?
  while (in_x > 0 && in_x + 1 < annuli.size() &&
         2 * costs(in_x).in_x - costs(in_x - 1).in_x < 2 * costs(in_x).in_inverse - costs(in_x + 1).in_inverse)
    ++in_x;
  return in_x;
}

}  // namespace detail
}  // namespace polyfork::inline v1
