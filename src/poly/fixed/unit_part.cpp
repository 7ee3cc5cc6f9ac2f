// Exact halves by Pascal's triangle: rows to digits, the tableau, digits to rows.
#include "poly/fixed/unit_part.hpp"

#include <bit>

#include <polyfork/core/workspace.hpp>

#include "poly/shift/pascal_tableau.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::size_t unit_part_bits(std::size_t rows, std::size_t bits, std::size_t levels) noexcept {
  // With 2^levels >= 2 the sum of |q_j| 2^(levels (d - j)) C(j, i) over j is at most rows times 2^(bits + levels d).
  return bits + levels * (rows - 1) + static_cast<std::size_t>(std::bit_width(rows)) + 1;
}

FixedRows unit_part(const FixedRows& q, std::size_t bits, std::size_t levels, bool negative,
                    const ExecutionContext& ctx) {
  const std::size_t rows = q.rows();
  const std::size_t grown = unit_part_bits(rows, bits, levels);
  const std::size_t digits = PascalTableau::digits_for(grown);
  Workspace::Frame frame;
  const auto storage = frame.allocate<std::int64_t>(PascalTableau::words(rows, digits));
  PascalTableau tableau(rows, digits, storage);
  tableau.load(q, 0, levels, negative, ctx);
  tableau.run(ShiftAlgorithm::tableau, 0, ctx);
  FixedRows part(rows, grown / 64 + 1, ctx);
  tableau.result(negative, part, ctx);
  return part;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
