// Sums of sparse polynomials over Z, many ranges of monomials side by side.
//
// Over Z, while all coefficients are below 2^62, sums are words, and the result's vector has one limb to a row; else
// each range appends integers of any size to a piece (multi_sums.hpp). Where all rows have one limb and terms are few,
// or threads are, terms are moved in one pass. Sums over Z/pZ are in multi_merge_residues.cpp, those over Q in
// src/poly/multi_rationals.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "poly/multi_products/multi_merge_words.hpp"
#include "poly/multi_products/multi_product.hpp"
#include "poly/multi_products/multi_sums.hpp"
#include "poly/rows/merge_limbs.hpp"
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

constexpr std::size_t stack_terms = 256;  // of both operands: a sum is made on the stack, then copied
constexpr std::size_t most_words = 2;     // of a monomial

/// Nothing where rows have other lengths than one limb.
std::optional<LimbTerms> limb_terms(const IntegerTerms& t) {
  for (std::size_t s = 0; s < t.coefficients.stripes(); ++s)
    if (t.coefficients.stride(s) != 1) return std::nullopt;
  return LimbTerms{t.monomials.data(), t.coefficients.row(0), t.coefficients.signed_sizes().data(), t.size()};
}

/// A short sum on its way.
struct ShortSum {
  std::uint64_t keys[stack_terms * most_words];
  mp_limb_t limbs[stack_terms];
  std::int32_t sizes[stack_terms];
};

std::optional<std::size_t> merge_limbs(std::size_t words, bool subtract, const LimbTerms& x, const LimbTerms& y,
                                       const LimbRoom& room) noexcept {
  if (words == 1) return subtract ? merge_limbs<1, true>(x, y, room) : merge_limbs<1, false>(x, y, room);
  return subtract ? merge_limbs<2, true>(x, y, room) : merge_limbs<2, false>(x, y, room);
}

/// Makes `out` a list of so many terms of one limb, all to be written.
LimbRoom room_in(TermsZ& out, const MonomialLayout& layout, std::size_t terms, const ExecutionContext& ctx) {
  MemoryReservation reservation;
  if (terms > stack_terms || ctx.memory().limit() != MemoryAccount::unlimited)
    reservation = {ctx.memory(), vector_bytes(terms, terms) + terms * layout.words * sizeof(std::uint64_t)};
  std::uint64_t* const keys = remake_terms(out, layout, terms, 1);
  return {keys, out.coefficients.row(0), unwritten_sizes(out.coefficients)};
}

/// At most 64 terms of one word and one limb, of one layout: nothing is looked at twice. The sum is made where it stays
/// if `out`, which is no operand then, is empty or has as many terms as both operands together, else on the stack. As
/// merge_at_once.
bool merge_few(TermsZ& out, const IntegerTerms& a, const IntegerTerms& b, bool subtract, const ExecutionContext& ctx) {
  constexpr std::size_t most = 64;
  const ReadRows x = read_rows(a.coefficients);
  const ReadRows y = read_rows(b.coefficients);
  const MonomialLayout layout = a.monomials.layout();
  const std::size_t all = x.count + y.count;
  if (all > most || x.stride != 1 || y.stride != 1 || layout.words != 1) return false;
  if (!(layout == b.monomials.layout())) return false;
  ctx.poll();
  ctx.charge(all);
  const LimbTerms terms_x{a.monomials.data(), x.limbs, x.sizes, x.count};
  const LimbTerms terms_y{b.monomials.data(), y.limbs, y.sizes, y.count};
  const auto merge = [&](const LimbRoom& room) {
    return subtract ? merge_limbs<1, true>(terms_x, terms_y, room) : merge_limbs<1, false>(terms_x, terms_y, room);
  };
  const WrittenRows z = written_rows(out.coefficients);
  const bool is_operand = &out.monomials == &a.monomials || &out.monomials == &b.monomials;
  const bool fits = z.count == all && z.stride == 1 && out.monomials.layout() == layout;
  if (!is_operand && (fits || z.count == 0)) {
    const auto size =
        merge(fits ? LimbRoom{out.monomials.remake(layout, all), z.limbs, z.sizes} : room_in(out, layout, all, ctx));
    if (size == all) return true;
    out.monomials.truncate(size.value_or(0));
    shrink_rows(out.coefficients, size.value_or(0));
    return size.has_value();
  }
  std::uint64_t keys[most];
  mp_limb_t limbs[most];
  std::int32_t sizes[most];
  const auto size = merge({keys, limbs, sizes});
  if (!size) return false;
  LimbRoom room{nullptr, z.limbs, z.sizes};
  if (z.count == *size && z.stride == 1)
    room.keys = out.monomials.remake(layout, *size);
  else
    room = room_in(out, layout, *size, ctx);
  for (std::size_t i = 0; i < *size; ++i) {
    room.keys[i] = keys[i];
    room.limbs[i] = limbs[i];
    room.sizes[i] = sizes[i];
  }
  return true;
}

/// Terms with short monomials of one layout, all coefficients of one limb, also in the sum, not too many for one pass:
/// without ranges and scratch memory. `out` may be an operand. False, with `out` unchanged or of no use unless it is
/// an operand, where that is not so.
bool merge_at_once(TermsZ& out, const IntegerTerms& a, const IntegerTerms& b, bool subtract,
                   const ExecutionContext& ctx) {
  const MonomialLayout layout = a.monomials.layout();
  const std::size_t all = a.size() + b.size();
  if (all > most_terms_at_once(ctx) || layout.words > most_words || !(layout == b.monomials.layout())) return false;
  const std::optional<LimbTerms> x = limb_terms(a);
  const std::optional<LimbTerms> y = limb_terms(b);
  if (!x || !y) return false;
  ctx.poll();
  ctx.charge(all);
  if (all <= stack_terms) {
    ShortSum sum;
    const auto size = merge_limbs(layout.words, subtract, *x, *y, {sum.keys, sum.limbs, sum.sizes});
    if (!size) return false;
    const LimbRoom room = room_in(out, layout, *size, ctx);
    std::copy_n(sum.keys, *size * layout.words, room.keys);
    std::copy_n(sum.limbs, *size, room.limbs);
    std::copy_n(sum.sizes, *size, room.sizes);
    return true;
  }
  if (&out.monomials == &a.monomials || &out.monomials == &b.monomials) {
    TermsZ sum;
    if (!merge_at_once(sum, a, b, subtract, ctx)) return false;
    out = std::move(sum);
    return true;
  }
  const LimbRoom room = room_in(out, layout, all, ctx);
  const auto size = merge_limbs(layout.words, subtract, *x, *y, room);
  out.monomials.truncate(size.value_or(0));
  shrink_rows(out.coefficients, size.value_or(0));
  return size.has_value();
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

namespace {

TermsZ merge_many(const IntegerTerms& a, const IntegerTerms& b, bool subtract, const ExecutionContext& ctx) {
  TermsZ at_once;
  if (merge_at_once(at_once, a, b, subtract, ctx)) {
    if (2 * at_once.size() <= a.size() + b.size() && a.size() + b.size() > stack_terms) return TermsZ(at_once);
    return at_once;
  }
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

}  // namespace

TermsZ merge_integers(const IntegerTerms& a, const IntegerTerms& b, bool subtract, const ExecutionContext& ctx) {
  TermsZ sum;  // where the caller wants it
  if (!merge_few(sum, a, b, subtract, ctx)) sum = merge_many(a, b, subtract, ctx);
  return sum;
}

void merge_integers_into(TermsZ& out, const IntegerTerms& a, const IntegerTerms& b, bool subtract,
                         const ExecutionContext& ctx) {
  if (merge_few(out, a, b, subtract, ctx) || merge_at_once(out, a, b, subtract, ctx)) return;
  out = merge_many(a, b, subtract, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
