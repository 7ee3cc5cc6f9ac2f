// Columns as fractions: truncated, with a tolerance for what truncation takes from a sum.
#include "poly/factor_z/column_fractions.hpp"

#include <cmath>

#include "poly/factor_z/factor_z_columns.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::optional<ColumnFractions> column_fractions(std::span<const Integer> residues, const Integer& modulus,
                                                double bound_bits) {
  // Truncation makes a sum of r fractions too small by less than r.
  const double truncated = static_cast<double>(residues.size()) + 2;
  const double width = std::exp2(64 + bound_bits - log2_of(modulus)) * (1 + 0x1p-20) + truncated;
  if (!(width < 0x1p62)) return std::nullopt;
  ColumnFractions column{{}, static_cast<std::uint64_t>(width)};
  column.values.reserve(residues.size());
  for (const Integer& x : residues) {
    Integer scaled = x;
    scaled <<= 64;
    const Integer quotient = floor_div_rem(scaled, modulus).first;
    column.values.push_back(quotient.is_zero() ? 0 : quotient.view().limbs()[0]);
  }
  return column;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
