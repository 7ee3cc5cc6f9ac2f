// Cutting the merge of two lists of monomials into ranges of equal length, by bisection (Odeh, Green, Mwassi, Shmueli,
// Birk: Merge Path, IPDPS workshops 2012).
#include <polyfork/poly/multi_products/detail/multi_merge_ranges.hpp>

#include <algorithm>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

struct Cut {
  std::size_t a;
  std::size_t b;
};

/// After the first `length` terms of both, or one more where that would part equal monomials.
Cut cut_after(std::size_t length, const PackedMonomials& a, const PackedMonomials& b) {
  std::size_t low = length - std::min(length, b.size());
  std::size_t high = std::min(length, a.size());
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (compare_words(a[middle], b[length - 1 - middle], a.words()) >= 0)
      low = middle + 1;
    else
      high = middle;
  }
  Cut cut{low, length - low};
  // Where monomials are equal, a's is the first.
  if (cut.a != 0 && cut.b != b.size() && compare_words(a[cut.a - 1], b[cut.b], a.words()) == 0) ++cut.b;
  return cut;
}

}  // namespace

std::vector<MergeRange> merge_ranges(const PackedMonomials& a, const PackedMonomials& b, std::size_t ranges) {
  const std::size_t terms = a.size() + b.size();
  std::vector<MergeRange> result(ranges);
  Cut begin{0, 0};
  for (std::size_t r = 0; r < ranges; ++r) {
    const Cut end = cut_after(terms / ranges * (r + 1) + std::min(r + 1, terms % ranges), a, b);
    result[r] = {begin.a, end.a, begin.b, end.b};
    begin = end;
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
