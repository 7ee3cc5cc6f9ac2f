// Sums of sparse polynomials over Z, Q and Z/pZ, many ranges of monomials side by side.
//
// Over Z, while all coefficients are below 2^62, sums are words, and the result's vector has one limb to a row; else
// each range appends integers of any size to a piece (multi_sums.hpp). Few terms are merged on the stack. Residues are
// words always. Over Q it is a sum over Z on a common denominator.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_products/multi_merge_words.hpp"
#include "poly/multi_products/multi_product.hpp"
#include "poly/multi_products/multi_sums.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsZ = SparseTerms<Integers>;

constexpr unsigned word_bits = 62;
constexpr std::uint64_t too_long = std::uint64_t{1} << 63;

/// The elements [begin, end) in two's complement; false when a magnitude has more than word_bits.
bool to_words(const IntegerVector& v, std::size_t begin, std::size_t end, bool negated, std::uint64_t* to) {
  const std::int32_t* const sizes = v.signed_sizes().data();
  const std::uint64_t flip = negated ? ~std::uint64_t{0} : 0;
  std::uint64_t magnitudes = 0;
  while (begin < end) {
    const std::size_t stripe = begin / IntegerVector::stripe_rows;
    const std::size_t stripe_end = std::min(end, (stripe + 1) * IntegerVector::stripe_rows);
    const std::size_t stride = v.stride(stripe);
    const mp_limb_t* limb = v.row(begin);
    if (stride == 1) {
      for (; begin < stripe_end; ++begin) {
        const std::uint64_t sign = static_cast<std::uint64_t>(sizes[begin] >> 31) ^ flip;
        magnitudes |= *limb;
        *to++ = (*limb++ ^ sign) - sign;
      }
      continue;
    }
    for (; begin < stripe_end; ++begin, limb += stride) {
      const std::uint64_t sign = static_cast<std::uint64_t>(sizes[begin] >> 31) ^ flip;
      const mp_limb_t magnitude = stride == 0 ? 0 : *limb;
      magnitudes |= std::abs(sizes[begin]) > 1 ? too_long : magnitude;
      *to++ = (magnitude ^ sign) - sign;
    }
  }
  return (magnitudes >> word_bits) == 0;
}

/// Rows of words below 2^63 in size, none zero, from `first` on.
void write_words(IntegerVector& v, std::size_t first, std::span<const std::uint64_t> words) {
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  for (std::size_t begin = 0; begin < words.size();) {
    mp_limb_t* limb = v.row(first + begin);
    const std::size_t end = std::min(words.size(), begin + rows - (first + begin) % rows);
    for (; begin < end; ++begin) {
      const std::uint64_t sign = static_cast<std::uint64_t>(static_cast<std::int64_t>(words[begin]) >> 63);
      *limb++ = (words[begin] ^ sign) - sign;
      v.set_signed_size(first + begin, static_cast<int>(sign) | 1);
    }
  }
}

constexpr std::size_t stack_terms = 512;  // of both operands: they are merged on the stack
constexpr std::size_t stack_words = 2;    // of a monomial

/// Terms whose coefficients are rows of one limb, one after another.
struct ShortTerms {
  const std::uint64_t* keys;
  const mp_limb_t* limbs;
  const std::int32_t* sizes;
  std::size_t count;
};

/// Nothing where rows have other lengths.
std::optional<ShortTerms> short_terms(const IntegerTerms& t) {
  for (std::size_t s = 0; s < t.coefficients.stripes(); ++s)
    if (t.coefficients.stride(s) != 1) return std::nullopt;
  return ShortTerms{t.monomials.data(), t.coefficients.row(0), t.coefficients.signed_sizes().data(), t.size()};
}

/// A sum on its way, terms one after another.
struct ShortSum {
  std::uint64_t keys[stack_terms * stack_words];
  mp_limb_t limbs[stack_terms];
  std::int32_t sizes[stack_terms];
};

/// All ones for a negative number, else zero.
std::uint64_t sign_mask(std::int64_t value) noexcept { return static_cast<std::uint64_t>(value >> 63); }

/// Merges terms of W words, y's with the sign `minus`, a mask; returns how many are left, the sums that are not zero.
/// No branch depends on the order of terms. Nothing where a coefficient is longer than word_bits.
template <std::size_t W>
std::optional<std::size_t> merge_short(ShortTerms x, ShortTerms y, std::uint64_t minus, ShortSum& to) noexcept {
  std::size_t n = 0;
  mp_limb_t joined = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i != x.count && j != y.count) {
    const std::uint64_t* const key_x = x.keys + i * W;
    const std::uint64_t* const key_y = y.keys + j * W;
    const bool tie = W == 2 && key_x[0] == key_y[0];
    const std::uint64_t left = tie ? key_x[W - 1] : key_x[0];
    const std::uint64_t right = tie ? key_y[W - 1] : key_y[0];
    const auto from_x = static_cast<std::uint64_t>(left >= right);
    const auto from_y = static_cast<std::uint64_t>(left <= right);
    for (std::size_t w = 0; w < W; ++w) to.keys[n * W + w] = from_x != 0 ? key_x[w] : key_y[w];
    const std::uint64_t sign_x = sign_mask(x.sizes[i]);
    const std::uint64_t sign_y = sign_mask(y.sizes[j]) ^ minus;
    joined |= x.limbs[i] | y.limbs[j];
    const std::uint64_t sum =
        (((x.limbs[i] ^ sign_x) - sign_x) & -from_x) + (((y.limbs[j] ^ sign_y) - sign_y) & -from_y);
    const std::uint64_t sign = sign_mask(static_cast<std::int64_t>(sum));
    to.limbs[n] = (sum ^ sign) - sign;
    to.sizes[n] = static_cast<std::int32_t>(sign) | 1;
    n += static_cast<std::size_t>(sum != 0);
    i += static_cast<std::size_t>(from_x);
    j += static_cast<std::size_t>(from_y);
  }
  if (joined >> word_bits != 0) return std::nullopt;
  const ShortTerms& rest = i != x.count ? x : y;
  const std::size_t first = i != x.count ? i : j;
  const std::int32_t sign = i != x.count ? 0 : static_cast<std::int32_t>(minus);
  std::copy(rest.keys + first * W, rest.keys + rest.count * W, to.keys + n * W);
  for (std::size_t k = first; k < rest.count; ++k, ++n) {
    to.limbs[n] = rest.limbs[k];
    to.sizes[n] = (rest.sizes[k] ^ sign) - sign;
  }
  return n;
}

/// Few terms with short monomials of one layout, all coefficients words: no ranges and no memory but the result's.
std::optional<TermsZ> merge_few(const IntegerTerms& a, const IntegerTerms& b, bool subtract,
                                const ExecutionContext& ctx) {
  const MonomialLayout& layout = a.monomials.layout();
  const std::size_t all = a.size() + b.size();
  if (all > stack_terms || layout.words > stack_words || !(layout == b.monomials.layout())) return std::nullopt;
  const std::optional<ShortTerms> x = short_terms(a);
  const std::optional<ShortTerms> y = short_terms(b);
  if (!x || !y) return std::nullopt;
  ctx.poll();
  ctx.charge(all);
  ShortSum sum;
  const std::uint64_t minus = subtract ? ~std::uint64_t{0} : 0;
  const std::optional<std::size_t> left =
      layout.words == 1 ? merge_short<1>(*x, *y, minus, sum) : merge_short<2>(*x, *y, minus, sum);
  if (!left) return std::nullopt;
  const std::size_t n = *left;
  const std::size_t words = n * layout.words;
  const MemoryReservation reservation = reserve_unless_short(ctx, vector_bytes(n, n) + words * sizeof(std::uint64_t));
  IntegerVector coefficients = unwritten_integers(n, std::size_t{1});
  if (n != 0) {
    std::copy_n(sum.limbs, n, coefficients.row(0));
    std::copy_n(sum.sizes, n, unwritten_sizes(coefficients));
  }
  return TermsZ{PackedMonomials(layout, MonomialWords(sum.keys, sum.keys + words)), std::move(coefficients)};
}

/// When all coefficients are words.
std::optional<TermsZ> merge_words(const IntegerTerms& a, const IntegerTerms& b, bool subtract,
                                  const ExecutionContext& ctx) {
  WordMerge merge(a.monomials, b.monomials, 0, ctx);
  const auto words_of = [&](const MergeRange& range, std::uint64_t* scratch) -> std::optional<MergeWords> {
    std::uint64_t* const of_b = scratch + (range.a_end - range.a_begin);
    if (!to_words(a.coefficients, range.a_begin, range.a_end, false, scratch) ||
        !to_words(b.coefficients, range.b_begin, range.b_end, subtract, of_b))
      return std::nullopt;
    return MergeWords{scratch, of_b};
  };
  if (!merge.run(words_of)) return std::nullopt;
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  const std::size_t n = merge.size();
  const MemoryReservation reservation(ctx.memory(), vector_bytes(n, n));
  IntegerVector sums = n < rows ? IntegerVector(n, std::size_t{1}) : unwritten_integers(n, std::size_t{1});
  PackedMonomials monomials =
      merge.write([&](std::size_t first, std::span<const std::uint64_t> words) { write_words(sums, first, words); });
  return TermsZ{std::move(monomials), std::move(sums)};
}

/// Appends terms of any size.
class PieceMerge {
 public:
  PieceMerge(const IntegerVector& a, const PackedMonomials& am, const IntegerVector& b, const PackedMonomials& bm,
             bool subtract)
      : a_(a), am_(am), b_(b), bm_(bm), subtract_(subtract) {}

  IntegerPiece run(const MergeRange& range, const ExecutionContext& ctx) const {
    IntegerPiece piece;
    piece.words.reserve(range.size() * am_.words());
    piece.sizes.reserve(range.size());
    std::size_t i = range.a_begin;
    std::size_t j = range.b_begin;
    ctx.charge(range.size());
    for (std::size_t step = 1; i < range.a_end && j < range.b_end; ++step) {
      if (step % poll_terms == 0) ctx.poll();
      const int order = compare_words(am_[i], bm_[j], am_.words());
      if (order > 0) {
        append(piece, am_[i], a_[i]);
      } else if (order < 0) {
        append(piece, bm_[j], of_b(j));
      } else {
        const Integer sum = add(a_[i], of_b(j));
        if (!sum.is_zero()) append(piece, am_[i], sum);
      }
      i += static_cast<std::size_t>(order >= 0);
      j += static_cast<std::size_t>(order <= 0);
    }
    for (; i < range.a_end; ++i) append(piece, am_[i], a_[i]);
    for (; j < range.b_end; ++j) append(piece, bm_[j], of_b(j));
    return piece;
  }

 private:
  IntegerView of_b(std::size_t j) const noexcept { return subtract_ ? -b_[j] : b_[j]; }
  void append(IntegerPiece& piece, const std::uint64_t* monomial, IntegerView value) const {
    piece.words.insert(piece.words.end(), monomial, monomial + am_.words());
    append_integer(piece, value.limbs().data(), value.signed_size());
  }

  const IntegerVector& a_;
  const PackedMonomials& am_;
  const IntegerVector& b_;
  const PackedMonomials& bm_;
  bool subtract_;
};

}  // namespace

TermsZ merge_integers(const IntegerTerms& a, const IntegerTerms& b, bool subtract, const ExecutionContext& ctx) {
  if (auto sum = merge_few(a, b, subtract, ctx)) return std::move(*sum);
  if (auto sum = merge_words(a, b, subtract, ctx)) return std::move(*sum);
  const MonomialLayout layout = wider(a.monomials.layout(), b.monomials.layout());
  const InLayout am(a.monomials, layout);
  const InLayout bm(b.monomials, layout);
  const MemoryReservation reservation(ctx.memory(), (a.size() + b.size()) * layout.words * sizeof(std::uint64_t) +
                                                        a.coefficients.bytes() + b.coefficients.bytes());
  const PieceMerge merge(a.coefficients, *am, b.coefficients, *bm, subtract);
  const std::vector<MergeRange> ranges = merge_ranges(*am, *bm, merge_range_count(a.size() + b.size()));
  std::vector<IntegerPiece> pieces(ranges.size());
  parallel_for(ctx, ranges.size(), 1, [&](std::size_t r, std::size_t) { pieces[r] = merge.run(ranges[r], ctx); });
  IntegerVector sums = joined_integers(pieces, ctx);
  return {joined_monomials(layout, nullptr, pieces, ctx), std::move(sums)};
}

SparseTerms<Rationals> merge_rationals(const SparseTerms<Rationals>& a, const SparseTerms<Rationals>& b, bool subtract,
                                       const ExecutionContext& ctx) {
  const Integer& da = a.coefficients.denominator();
  const Integer& db = b.coefficients.denominator();
  const Integer common = lcm(da, db);
  IntegerVector scaled_a, scaled_b;
  const auto terms = [&](const SparseTerms<Rationals>& t, IntegerVector& scaled) -> IntegerTerms {
    const IntegerVector& numerators = t.coefficients.numerators();
    const Integer& denominator = t.coefficients.denominator();
    if (denominator == common) return {t.monomials, numerators};
    scaled = DenseOps<Integers>::scale({}, numerators, exact_div(common, denominator), ctx);
    return {t.monomials, scaled};
  };
  TermsZ sum = merge_integers(terms(a, scaled_a), terms(b, scaled_b), subtract, ctx);
  return {std::move(sum.monomials), RationalVector(std::move(sum.coefficients), common, ctx)};
}

SparseTerms<PrimeField> merge_residues(const PrimeField& field, const SparseTerms<PrimeField>& a,
                                       const SparseTerms<PrimeField>& b, bool subtract, const ExecutionContext& ctx) {
  const std::uint64_t p = field.modulus();
  WordMerge merge(a.monomials, b.monomials, p, ctx);
  const auto words_of = [&](const MergeRange& range, std::uint64_t* scratch) -> std::optional<MergeWords> {
    const std::uint64_t* const of_b = b.coefficients.data() + range.b_begin;
    if (subtract)  // none is zero
      std::transform(of_b, b.coefficients.data() + range.b_end, scratch, [p](std::uint64_t c) { return p - c; });
    return MergeWords{a.coefficients.data() + range.a_begin, subtract ? scratch : of_b};
  };
  merge.run(words_of);
  const MemoryReservation reservation(ctx.memory(), merge.size() * sizeof(std::uint64_t));
  ResidueVector sums(merge.size());
  PackedMonomials monomials = merge.write([&](std::size_t first, std::span<const std::uint64_t> words) {
    std::copy(words.begin(), words.end(), sums.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return {std::move(monomials), std::move(sums)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
