// Bounds. Every value of Horner's scheme is a sum of at most |a_j| (1 + |c|)^j over all j, which is below
// max |a_j| 2 (1 + |c|)^(n - 1), and 1 + |c| is at most 2 to the bit length of c.
#include "poly/shift/shift_short.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// In accumulators of one or two limbs, in which everything fits.
template <class Accumulator>
void shift(IntegerVector& out, const IntegerVector& f, std::int64_t c, const ExecutionContext& ctx) {
  const std::size_t n = f.size();
  ctx.charge(n * (n + 1) / 2);
  Accumulator a[IntegerVector::stripe_rows];
  for (std::size_t i = 0; i < n; ++i) a[i] = signed_word(f.row(0)[i], f.signed_size(i));
  if (c == 1) {
    for (std::size_t i = 0; i + 1 < n; ++i)
      for (std::size_t j = n - 1; j-- > i;) a[j] += a[j + 1];
  } else {
    for (std::size_t i = 0; i + 1 < n; ++i)
      for (std::size_t j = n - 1; j-- > i;) a[j] += c * a[j + 1];
  }
  write_words(out, a, n, ctx);
}

}  // namespace

bool shift_short(IntegerVector& out, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  if (!is_short(f) || c.limbs().size() > 1 || !ctx.tuning().empty()) return false;
  const mp_limb_t joined = joined_words(f);
  const mp_limb_t step = c.is_zero() ? 0 : c.limbs()[0];
  const std::size_t n = f.size();
  const auto bits =
      static_cast<std::size_t>(std::bit_width(joined)) + 1 + (n - 1) * static_cast<std::size_t>(std::bit_width(step));
  if (joined >> 62 != 0 || step >> 62 != 0 || bits > 126) return false;
  ctx.poll();
  const std::int64_t by = c.sign() < 0 ? -static_cast<std::int64_t>(step) : static_cast<std::int64_t>(step);
  if (bits <= 62)
    shift<std::int64_t>(out, f, by, ctx);
  else
    shift<SignedPair>(out, f, by, ctx);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
