// Merging the terms of two sparse polynomials whose coefficients are words.
//
// Coefficients are numbers in two's complement, or residues. The steps of a merge take no branch that depends on the
// order of terms, which is as good as random. Each waits for the one before, so that two ranges take their steps in
// turn. Where one operand is much shorter, the runs of the other between its terms are found by doubling steps and
// copied. Ranges (detail/multi_merge_ranges.hpp) are merged into memory that the next sum uses again, and copied from
// there when their lengths are known.
//
// Cost: O(n + m) for n and m terms; for m much less than n, m log(n / m) comparisons and the copies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_products/detail/multi_merge_ranges.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>

#include "poly/rows/piece_arena.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The most terms of both operands that are merged in one pass, without ranges.
inline std::size_t most_terms_at_once(const ExecutionContext& ctx) noexcept {
  return ctx.threads() == 1 ? std::size_t{1} << 15 : merge_range_terms / 2;
}

/// The coefficients of a range.
struct MergeWords {
  const std::uint64_t* a;
  const std::uint64_t* b;
};

/// Where monomials and coefficients of a sum go: as long as both operands together.
struct MergeSums {
  std::uint64_t* words;
  std::uint64_t* values;
};

/// Merges lists of one layout of any number of words in one pass into memory that holds both, the coefficients being
/// `words`; sums as WordMerge takes them. The number of terms that are not zero.
std::size_t merge_word_rows(const PackedMonomials& a, const PackedMonomials& b, const MergeWords& words,
                            const MergeSums& to, std::uint64_t modulus, const ExecutionContext& ctx);

class WordMerge {
 public:
  /// Gives a range's coefficients, where they are or in `scratch`, which has room for as many; nothing where they are
  /// no words.
  using WordsOf = FunctionRef<std::optional<MergeWords>(const MergeRange& range, std::uint64_t* scratch)>;
  /// Takes the coefficients of the sum from place `first` on.
  using Write = FunctionRef<void(std::size_t first, std::span<const std::uint64_t> coefficients)>;

  /// Sums are taken modulo `modulus` below 2^63, or modulo 2^64 when it is zero.
  WordMerge(const PackedMonomials& a, const PackedMonomials& b, std::uint64_t modulus, const ExecutionContext& ctx);

  /// Merges; false when there are coefficients that are no words. Zero sums are left out.
  bool run(WordsOf words_of);
  std::size_t size() const noexcept { return size_; }
  /// After run(), once: the monomials of the sum. Coefficients are written range by range, possibly at the same time.
  PackedMonomials write(Write write);

 private:
  static constexpr std::size_t few_terms = 64;  // of both: no scratch memory is allocated

  /// A merged range.
  struct Stretch {
    MergeSums to;
    std::size_t size = 0;
    std::size_t first = 0;  // in the sum
  };

  bool merge_at_once(WordsOf words_of);
  bool merge_ranges_apart(WordsOf words_of);
  template <class Merge>
  Merge start(const MergeRange& range, const MergeWords& words, const MergeSums& to) const;

  const ExecutionContext& ctx_;
  MonomialLayout layout_;
  MemoryReservation repacked_;
  InLayout a_;
  InLayout b_;
  std::uint64_t modulus_;
  PieceArenas arenas_;
  std::vector<Stretch> stretches_;  // none when all terms were merged at once
  MonomialWords monomials_;
  const std::uint64_t* sums_ = nullptr;  // merged at once, in one of the next two
  std::vector<std::uint64_t> many_;
  std::array<std::uint64_t, 2 * few_terms> few_;
  std::size_t size_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
