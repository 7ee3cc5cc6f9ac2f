// Rows in two's complement as magnitudes, which the digits of conversions are cut from: one pass finds the width, one
// copies and negates.
#include "ring/integer_rows.hpp"

#include <algorithm>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Limbs of |row|. Without the limbs that repeat the sign a row of t limbs is at least -2^(64 t), which alone has a
/// limb more.
std::size_t magnitude_limbs(const mp_limb_t* row, std::size_t width) noexcept {
  const bool negative = (row[width - 1] >> 63) != 0;
  const mp_limb_t fill = negative ? ~mp_limb_t{0} : 0;
  std::size_t limbs = width;
  while (limbs != 0 && row[limbs - 1] == fill) --limbs;
  const bool is_power = negative && std::all_of(row, row + limbs, [](mp_limb_t limb) { return limb == 0; });
  return limbs + (is_power ? 1 : 0);
}

}  // namespace

IntegerRows magnitudes_of(const IntegerRows& rows, Workspace::Frame& frame) {
  if (rows.sizes != nullptr) return rows;
  std::size_t limbs = 0;
  for (std::size_t i = 0; i < rows.count; ++i) limbs = std::max(limbs, magnitude_limbs(rows.row(i), rows.width));
  const auto sizes = frame.allocate<std::int32_t>(rows.count);
  mp_limb_t* to = frame.allocate<mp_limb_t>(rows.count * limbs).data();
  const IntegerRows result{to, limbs, rows.count, limbs, sizes.data(), rows.mirrored};
  for (std::size_t i = 0; i < rows.count; ++i, to += limbs) {
    const mp_limb_t* const from = rows.row(i);
    const bool negative = (from[rows.width - 1] >> 63) != 0;
    if (negative)
      mpn_neg(to, from, static_cast<mp_size_t>(limbs));
    else
      std::copy_n(from, limbs, to);
    std::size_t used = limbs;
    while (used != 0 && to[used - 1] == 0) --used;
    sizes[i] = negative ? -static_cast<std::int32_t>(used) : static_cast<std::int32_t>(used);
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
