// Sums of sparse polynomials over Z with coefficients of one word: merged as numbers, written once.
//
// The general merge (detail/sparse_ops.hpp) appends integers of any size one after another; when all coefficients are
// below 2^62, sums are words, and the result's vector has one limb to a row. Coefficients are read and written by stripes,
// outside the merge, whose steps take no branch that depends on the order of terms: that one is as good as random. Where
// one operand is much shorter, the runs of the other between its terms are found by doubling steps and copied.
//
// Cost: O(n + m) for n and m terms; for m much less than n, m log(n / m) comparisons and the copies.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/detail/sparse_ops.hpp>

#include "poly/sparse_sums.hpp"

namespace polyfork::inline v1::detail {

namespace {

constexpr unsigned word_bits = 62;
constexpr std::size_t few_terms = 64;     // of both: no scratch memory is allocated
constexpr std::size_t much_shorter = 16;  // times, to copy runs
constexpr std::uint64_t too_long = std::uint64_t{1} << 63;

/// Signed words of the elements; false when a magnitude has more than word_bits.
bool to_words(const IntegerVector& v, bool negated, std::int64_t* to, const ExecutionContext& ctx) {
  const std::int32_t* const sizes = v.signed_sizes().data();
  const auto flip = static_cast<std::int64_t>(negated ? -1 : 0);
  std::uint64_t magnitudes = 0;
  for (std::size_t stripe = 0; stripe < v.stripes(); ++stripe) {
    if (stripe % poll_terms == poll_terms - 1) ctx.poll();
    const std::size_t begin = stripe * IntegerVector::stripe_rows;
    const std::size_t end = std::min(v.size(), begin + IntegerVector::stripe_rows);
    const std::size_t stride = v.stride(stripe);
    const mp_limb_t* const limbs = v.row(begin);
    if (stride == 1) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::int64_t sign = static_cast<std::int64_t>(sizes[i] >> 31) ^ flip;
        const mp_limb_t magnitude = limbs[i - begin];
        magnitudes |= magnitude;
        to[i] = static_cast<std::int64_t>((magnitude ^ static_cast<std::uint64_t>(sign)) -
                                          static_cast<std::uint64_t>(sign));
      }
      continue;
    }
    for (std::size_t i = begin; i < end; ++i) {
      const std::int64_t sign = static_cast<std::int64_t>(sizes[i] >> 31) ^ flip;
      const mp_limb_t magnitude = stride == 0 ? 0 : limbs[(i - begin) * stride];
      magnitudes |= std::abs(sizes[i]) > 1 ? too_long : magnitude;
      to[i] =
          static_cast<std::int64_t>((magnitude ^ static_cast<std::uint64_t>(sign)) - static_cast<std::uint64_t>(sign));
    }
  }
  return (magnitudes >> word_bits) == 0;
}

/// Monomials and coefficients, W words each (0: any number).
template <int W>
struct Rows {
  const std::uint64_t* words;
  const std::int64_t* values;
  std::size_t size;
  std::size_t any_width;

  std::size_t width() const noexcept { return W == 0 ? any_width : static_cast<std::size_t>(W); }
  const std::uint64_t* at(std::size_t i) const noexcept { return words + i * width(); }
};

/// What a sum is written to: as long as both operands together.
template <int W>
struct MergedRows {
  std::uint64_t* words;
  std::int64_t* values;
  std::size_t size = 0;

  void copy(const Rows<W>& from, std::size_t begin, std::size_t end) noexcept {
    std::copy(from.at(begin), from.at(end), words + size * from.width());
    std::copy(from.values + begin, from.values + end, values + size);
    size += end - begin;
  }
};

template <int W>
int compare_rows(const std::uint64_t* a, const std::uint64_t* b, std::size_t width) noexcept {
  if constexpr (W == 1) return static_cast<int>(*a > *b) - static_cast<int>(*a < *b);
  return compare_words(a, b, width);
}

template <int W>
void merge_steps(const Rows<W>& a, const Rows<W>& b, MergedRows<W>& to, const ExecutionContext& ctx) {
  const std::size_t width = a.width();
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size && j < b.size) {
    ctx.poll();
    // So many steps end neither operand.
    for (std::size_t steps = std::min({a.size - i, b.size - j, poll_terms}); steps-- != 0;) {
      const int order = compare_rows<W>(a.at(i), b.at(j), width);
      const std::int64_t from_a = -static_cast<std::int64_t>(order >= 0);
      const std::int64_t from_b = -static_cast<std::int64_t>(order <= 0);
      std::uint64_t* const word = to.words + to.size * width;
      const std::uint64_t* const monomial = order >= 0 ? a.at(i) : b.at(j);
      for (std::size_t w = 0; w < width; ++w) word[w] = monomial[w];
      const std::int64_t value = (a.values[i] & from_a) + (b.values[j] & from_b);
      to.values[to.size] = value;
      to.size += static_cast<std::size_t>(value != 0);
      i += static_cast<std::size_t>(-from_a);
      j += static_cast<std::size_t>(-from_b);
    }
  }
  to.copy(a, i, a.size);
  to.copy(b, j, b.size);
}

/// The first place from `begin` on that is not above the monomial.
template <int W>
std::size_t first_not_above(const Rows<W>& a, std::size_t begin, const std::uint64_t* monomial) noexcept {
  const auto above = [&](std::size_t i) { return compare_rows<W>(a.at(i), monomial, a.width()) > 0; };
  std::size_t step = 1;
  while (begin + step <= a.size && above(begin + step - 1)) {
    begin += step;
    step *= 2;
  }
  std::size_t end = std::min(begin + step - 1, a.size);
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (above(middle))
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

template <int W>
void merge_runs(const Rows<W>& a, const Rows<W>& b, MergedRows<W>& to, const ExecutionContext& ctx) {
  std::size_t i = 0;
  for (std::size_t j = 0; j < b.size; ++j) {
    if (j % poll_terms == 0) ctx.poll();
    const std::size_t end = first_not_above(a, i, b.at(j));
    to.copy(a, i, end);
    i = end;
    to.copy(b, j, j + 1);
    if (i == a.size || compare_rows<W>(a.at(i), b.at(j), a.width()) != 0) continue;
    if ((to.values[to.size - 1] += a.values[i++]) == 0) --to.size;
  }
  to.copy(a, i, a.size);
}

template <int W>
std::size_t merge(const PackedMonomials& a, const std::int64_t* va, const PackedMonomials& b, const std::int64_t* vb,
                  std::uint64_t* words, std::int64_t* values, const ExecutionContext& ctx) {
  const Rows<W> x{a.data(), va, a.size(), a.words()};
  const Rows<W> y{b.data(), vb, b.size(), b.words()};
  MergedRows<W> to{words, values};
  if (x.size / much_shorter > y.size)
    merge_runs(x, y, to, ctx);
  else if (y.size / much_shorter > x.size)
    merge_runs(y, x, to, ctx);
  else
    merge_steps(x, y, to, ctx);
  return to.size;
}

/// Words below 2^63 in size, none zero.
IntegerVector from_words(const std::int64_t* values, std::size_t n) {
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  IntegerVector result = n < rows ? IntegerVector(n, std::size_t{1})
                                  : unwritten_integers(n, std::vector<std::uint32_t>((n + rows - 1) / rows, 1));
  for (std::size_t begin = 0; begin < n; begin += rows) {
    mp_limb_t* const limbs = result.row(begin);
    const std::size_t end = std::min(n, begin + rows);
    for (std::size_t i = begin; i < end; ++i) {
      const std::int64_t sign = values[i] >> 63;
      limbs[i - begin] = static_cast<mp_limb_t>((values[i] ^ sign) - sign);
      result.set_signed_size(i, static_cast<int>(sign) | 1);
    }
  }
  return result;
}

}  // namespace

std::optional<SparseTerms<Integers>> merge_integer_words(const SparseTerms<Integers>& a, const SparseTerms<Integers>& b,
                                                         bool subtract, const ExecutionContext& ctx) {
  const std::size_t most = a.size() + b.size();
  std::array<std::int64_t, 2 * few_terms> local;  // the coefficients of both, and of the sum
  std::optional<MemoryReservation> reservation;
  std::vector<std::int64_t, UnsetAllocator<std::int64_t, AlignedAllocator<std::int64_t>>> allocated;
  const MonomialLayout layout = wider(a.monomials.layout(), b.monomials.layout());
  if (most > few_terms) {
    reservation.emplace(ctx.memory(), most * (layout.words + 4) * sizeof(std::uint64_t));
    allocated.resize(2 * most);
  }
  std::int64_t* const values = most > few_terms ? allocated.data() : local.data();
  std::int64_t* const sums = values + most;
  if (!to_words(a.coefficients, false, values, ctx) || !to_words(b.coefficients, subtract, values + a.size(), ctx))
    return std::nullopt;
  const InLayout am(a.monomials, layout);
  const InLayout bm(b.monomials, layout);
  MonomialWords words(most * layout.words);
  ctx.charge(most);
  const auto merged = layout.words == 1 ? merge<1> : layout.words == 2 ? merge<2> : merge<0>;
  const std::size_t n = merged(*am, values, *bm, values + a.size(), words.data(), sums, ctx);
  words.resize(n * layout.words);
  if (2 * n <= most) words.shrink_to_fit();
  return SparseTerms<Integers>{PackedMonomials(layout, std::move(words)), from_words(sums, n)};
}

}  // namespace polyfork::inline v1::detail
