// Operands as doubles, and rows from sums of halves.
#include "poly/mul/words/exact_operands.hpp"

#include <algorithm>

#include <polyfork/core/cpu.hpp>

#include "poly/mul/words/signed_columns.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

bool in_exact_columns(const MulShape& s) noexcept {
  const std::size_t terms = std::min(s.length_a, s.length_b);
  return std::max(s.bits_a, s.bits_b) <= ExactColumns::most_bits && terms >= ExactColumns::fewest_terms &&
         terms <= ExactColumns::most_terms && exact_columns(active_isa()) != nullptr;
}

ExactOperands::ExactOperands(const MulShape& s, const IntegerVector& a, const IntegerVector& b,
                             double* memory) noexcept {
  const IntegerVector& shorter = a.size() <= b.size() ? a : b;
  const IntegerVector& longer = a.size() <= b.size() ? b : a;
  double* const low = memory;
  double* const high = low + shorter.size();
  double* const other = high + shorter.size() + ExactColumns::block;
  constexpr std::int64_t half = std::int64_t{1} << (ExactColumns::half_bits - 1);
  const bool whole = s.bits_a + s.bits_b <= ExactColumns::whole_bits;
  over_signed_words(shorter, [&](std::size_t i, std::int64_t x) {
    const std::int64_t upper = whole ? 0 : (x + half) >> ExactColumns::half_bits;
    high[i] = static_cast<double>(upper);
    low[i] = static_cast<double>(x - upper * (2 * half));
  });
  std::fill_n(other - ExactColumns::block, ExactColumns::block, 0.0);
  over_signed_words(longer, [other](std::size_t i, std::int64_t x) { other[i] = static_cast<double>(x); });
  std::fill_n(other + longer.size(), ExactColumns::block, 0.0);
  columns = {low, whole ? nullptr : high, shorter.size(), other, longer.size()};
}

namespace {

ColumnPair sum_of_halves(const std::int64_t* low, const std::int64_t* high, std::size_t i) noexcept {
  return static_cast<ColumnPair>(high[i]) * (1 << ExactColumns::half_bits) + low[i];
}

}  // namespace

void store_exact_columns(const ExactColumns::Operands& operands, IntegerVector& result, std::size_t stride,
                         std::size_t begin, std::size_t end) noexcept {
  const ExactColumns& kernel = *exact_columns(active_isa());
  constexpr std::size_t at_once = 256;
  std::int64_t low[at_once];
  std::int64_t high[at_once];
  // All rows of the result follow each other.
  mp_limb_t* row = result.row(begin);
  std::int32_t* const sizes = unwritten_sizes(result);
  for (std::size_t k = begin; k < end; k += at_once) {
    const std::size_t stop = std::min(end, k + at_once);
    kernel.run(operands, low, high, k, stop);
    if (operands.high == nullptr) {
      for (std::size_t j = k; j < stop; ++j, row += stride) sizes[j] = store_sum(row, stride, low[j - k]);
    } else if (stride == 2) {  // nearly always, and a constant saves half of the instructions
      for (std::size_t j = k; j < stop; ++j, row += 2) sizes[j] = store_sum(row, 2, sum_of_halves(low, high, j - k));
    } else {
      for (std::size_t j = k; j < stop; ++j, row += stride)
        sizes[j] = store_sum(row, stride, sum_of_halves(low, high, j - k));
    }
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
