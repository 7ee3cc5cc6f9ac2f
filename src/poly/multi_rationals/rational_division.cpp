// Quotient and remainder over Q by one divisor, without fractions on the way.
//
// With a = A / d and b = c B / e, B primitive, integers S, Q, R with S A = Q B + R are found term by term: where the
// leading coefficient L of B does not divide a coefficient v, S and all that has been found are multiplied by
// L / gcd(v, L). Then a = (Q e / (S d c)) b + R / (S d). Terms of the quotient have rows (row_division.hpp), sums and
// coefficients some limbs of scratch memory.
// Source: pseudo-division as in Monagan, Pearce: Sparse polynomial division using a heap, JSC 46, 2011, section 4.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_division/detail/multi_term_division.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_rationals/cell_division.hpp"
#include "poly/multi_rationals/fraction_terms.hpp"
#include "poly/multi_rationals/primitive_divisor.hpp"
#include "poly/multi_rationals/pseudo_quotients.hpp"
#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/row_division.hpp"
#include "poly/multi_rationals/row_terms_over.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsQ = SparseTerms<Rationals>;

constexpr std::size_t most_divided_terms = 1 << 15;  // of both operands

/// The integers S, Q and R as PseudoQuotients finds them: S, Q and the divisor in words, the dividend and R in pairs.
class WordPseudoQuotients {
 public:
  static constexpr std::size_t word_bits = 59;  // of the divisor and of Q: sums have 126 bits
  static constexpr std::size_t pair_bits = 124;
  static constexpr std::size_t most_remainder = 256;
  WordPseudoQuotients(const ReadRows& a, std::size_t bits_a, const ReadRows& b, mp_limb_t content) noexcept
      : a_(a), bits_a_(bits_a), b_(b), content_(static_cast<std::int64_t>(content)), lead_(coefficient(0)) {}

  void clear() noexcept { sum_ = 0; }
  void add(std::size_t i) noexcept { sum_ = dividend(i) * scale_; }
  void subtract(std::size_t row, std::size_t j) noexcept {
    sum_ -= static_cast<SignedPair>(quotient_[row]) * coefficient(j);
  }
  bool is_zero() const noexcept { return sum_ == 0; }
  RowDivisionEnd divide(std::size_t row) noexcept {
    const auto word = static_cast<std::int64_t>(sum_);
    const bool is_word = word == sum_ && word != INT64_MIN;
    const std::int64_t rest = is_word ? word % lead_ : static_cast<std::int64_t>(sum_ % lead_);
    SignedPair q = sum_;
    if (rest == 0) {
      q = is_word ? word / lead_ : sum_ / lead_;
    } else {
      const auto common = static_cast<std::int64_t>(
          word_gcd(static_cast<mp_limb_t>(std::abs(rest)), static_cast<mp_limb_t>(std::abs(lead_))));
      const std::int64_t factor = std::abs(lead_) / common;
      const SignedPair scale = static_cast<SignedPair>(scale_) * factor;
      if (!fits(scale, word_bits) || bits_a_ + static_cast<std::size_t>(std::bit_width(scale_word(scale))) > pair_bits)
        return RowDivisionEnd::undecided;
      for (std::size_t k = 0; k < row; ++k)
        if (!multiply(quotient_[k], factor, word_bits)) return RowDivisionEnd::undecided;
      for (std::size_t k = 0; k < kept_; ++k)
        if (!multiply(remainder_[k], factor, pair_bits)) return RowDivisionEnd::undecided;
      scale_ = static_cast<std::int64_t>(scale);
      q = lead_ < 0 ? -(sum_ / common) : sum_ / common;
    }
    if (!fits(q, word_bits)) return RowDivisionEnd::undecided;
    quotient_[row] = static_cast<std::int64_t>(q);
    return RowDivisionEnd::done;
  }
  bool keep(std::size_t k) noexcept {
    if (!fits(sum_, pair_bits)) return false;
    remainder_[k] = sum_;
    kept_ = k + 1;
    return true;
  }
  const std::int64_t* quotient() const noexcept { return quotient_; }
  const SignedPair* remainder() const noexcept { return remainder_; }
  mp_limb_t scale() const noexcept { return static_cast<mp_limb_t>(scale_); }
  mp_limb_t lead() const noexcept { return static_cast<mp_limb_t>(std::abs(lead_)); }

  SignedPair dividend(std::size_t i) const noexcept {
    const mp_limb_t* const row = a_.row(i);
    __extension__ using wide = unsigned __int128;
    const auto magnitude = static_cast<SignedPair>(a_.stride == 1 ? row[0] : (wide{row[1]} << 64) | row[0]);
    return a_.sizes[i] < 0 ? -magnitude : magnitude;
  }
  /// Of the divisor.
  std::int64_t coefficient(std::size_t j) const noexcept {
    const std::int64_t c = signed_word(b_.limbs[j], b_.sizes[j]);
    return content_ == 1 ? c : c / content_;
  }

 private:
  static mp_limb_t scale_word(SignedPair scale) noexcept { return static_cast<mp_limb_t>(scale); }
  static bool fits(SignedPair value, std::size_t bits) noexcept { return value >> bits == 0 || value >> bits == -1; }
  template <class Value>
  static bool multiply(Value& value, std::int64_t factor, std::size_t bits) noexcept {
    SignedPair product;
    if (__builtin_mul_overflow(static_cast<SignedPair>(value), static_cast<SignedPair>(factor), &product)) return false;
    if (!fits(product, bits)) return false;
    value = static_cast<Value>(product);
    return true;
  }
  ReadRows a_;
  std::size_t bits_a_;
  ReadRows b_;
  std::int64_t content_;
  std::int64_t lead_;
  std::int64_t scale_ = 1;
  SignedPair sum_ = 0;
  std::int64_t quotient_[RowDivision::most_rows];
  SignedPair remainder_[most_remainder];
  std::size_t kept_ = 0;
};

/// words factor / bottom as terms over Q.
template <class Word>
void write_word_terms(TermsQ& out, const MonomialLayout& layout, std::span<const std::uint64_t> keys, const Word* words,
                      mp_limb_t factor, mp_limb_t bottom, const ExecutionContext& ctx) {
  const mp_limb_t of_factor = word_gcd(factor, bottom);
  factor /= of_factor;
  bottom /= of_factor;
  const auto magnitude = [&](std::size_t k) { return static_cast<mp_limb_t>(words[k] < 0 ? -words[k] : words[k]); };
  mp_limb_t shared = bottom;
  for (std::size_t k = keys.size(); k-- != 0 && shared != 1;) shared = word_gcd(shared, magnitude(k));
  RowTerm rows[std::max(RowDivision::most_rows, WordPseudoQuotients::most_remainder)];
  for (std::size_t k = 0; k < keys.size(); ++k) {
    rows[k].key = keys[k];
    rows[k].set(shared == 1 ? magnitude(k) : magnitude(k) / shared, factor, words[k] < 0);
  }
  write_terms(out, layout, std::span<const RowTerm>(rows, keys.size()), ctx);
  set_denominator(out, Integer(bottom / shared).view());
}

/// The words, or pairs, as rows of scratch memory.
template <class Word>
ScratchRows rows_of(const Word* words, std::size_t count, Workspace::Frame& frame) {
  const ScratchRows rows{frame.allocate<mp_limb_t>(2 * count).data(), frame.allocate<std::int32_t>(count).data(), 2};
  __extension__ using wide = unsigned __int128;
  for (std::size_t k = 0; k < count; ++k) {
    const auto value = static_cast<SignedPair>(words[k]);
    const auto magnitude = static_cast<wide>(value < 0 ? -value : value);
    rows.row(k)[0] = static_cast<mp_limb_t>(magnitude);
    rows.row(k)[1] = static_cast<mp_limb_t>(magnitude >> 64);
    rows.sizes[k] = signed_size(rows.row(k)[1] != 0 ? 2 : magnitude != 0 ? 1 : 0, value < 0);
  }
  return rows;
}

/// The monomials of the results.
struct FoundKeys {
  std::span<const std::uint64_t> quotient;
  std::span<const std::uint64_t> remainder;
};

/// What is written of a division with S a = Q b + R on the primitive part of the divisor: Q e / (S d c) and R / (S d).
struct FoundRows {
  ScratchRows quotient;
  ScratchRows remainder;
  IntegerView scale;    ///< S
  IntegerView lead;     ///< the divisor's, positive
  IntegerView content;  ///< c
};

void write_results(TermsQ& quotient, TermsQ& remainder, const MonomialLayout& layout, const FoundKeys& keys,
                   const FoundRows& found, IntegerView d, IntegerView e, const ExecutionContext& ctx) {
  Workspace::Frame frame;
  const std::size_t widest =
      limbs_of(d) + limbs_of(found.content) + std::max(limbs_of(found.scale), limbs_of(found.lead));
  ScratchNumber below(frame, widest);
  ScratchNumber radical(frame, widest);  // S has no primes but those of the leading coefficient
  ScratchNumber radical_of_quotient(frame, widest);
  const mp_limb_t unit = 1;
  const IntegerView one(&unit, 1);
  below.set_product(found.scale, d);
  radical.set_product(found.scale.is_one() ? one : found.lead, d);
  radical_of_quotient.set_product(radical.view(), found.content);
  write_fraction(remainder, layout, keys.remainder, found.remainder, {one, below.view(), one}, radical.view(), ctx);
  write_fraction(quotient, layout, keys.quotient, found.quotient, {e, below.view(), found.content},
                 radical_of_quotient.view(), ctx);
}

/// The bits of the longest row, of one limb or two; more than 128 where rows are longer or not alike.
std::size_t pair_bits_of(const ReadRows& a) noexcept {
  if (a.stride != 1 && a.stride != 2) return 129;
  mp_limb_t joined = 0;
  const mp_limb_t* top = a.limbs + a.stride - 1;
  for (std::size_t i = 0; i < a.count; ++i, top += a.stride) joined |= *top;
  return 64 * (a.stride - 1) + static_cast<std::size_t>(std::bit_width(joined));
}

/// With words and pairs; false, with nothing done, where numbers are longer or terms many.
bool divide_words(TermsQ& quotient, TermsQ& remainder, bool partial_sums, const TermsQ& a, const TermsQ& divisor,
                  const ExecutionContext& ctx) {
  Workspace::Frame frame;
  const ReadRows x = alike_rows(a.coefficients.numerators(), frame);
  const ReadRows y = alike_rows(divisor.coefficients.numerators(), frame);
  const MonomialLayout layout = a.monomials.layout();
  const std::size_t bits = pair_bits_of(x);
  if (bits > WordPseudoQuotients::pair_bits || y.stride != 1 || pair_bits_of(y) > WordPseudoQuotients::word_bits)
    return false;
  if (layout.words != 1 || !(layout == divisor.monomials.layout())) return false;
  const IntegerView d = a.coefficients.denominator().view();
  const IntegerView e = divisor.coefficients.denominator().view();
  if (std::max(limbs_of(d), limbs_of(e)) > most_fraction_limbs) return false;
  ctx.poll();
  ctx.charge(x.count);
  const mp_limb_t content = word_shared_by(y.limbs[y.count - 1], y, y.count);
  WordPseudoQuotients numbers(x, bits, y, content);
  const DivisibilityTest test(layout, partial_sums);
  RowDivision rows(test, WordPseudoQuotients::most_remainder, frame);
  CellDivision cells(frame);
  const DivisionKeys operands{{a.monomials.data(), x.count}, {divisor.monomials.data(), y.count}};
  RowDivisionEnd end = RowDivisionEnd::undecided;
  if (layout.fields == 1)
    end = cells.run(
        operands, [&](std::size_t i) { return numbers.dividend(i); },
        [&](std::size_t j) { return numbers.coefficient(j); }, false);
  const bool by_cells = end == RowDivisionEnd::done;
  if (!by_cells && rows.run(operands, numbers, false, ctx) != RowDivisionEnd::done) return false;
  const FoundKeys keys = by_cells ? FoundKeys{cells.quotient_keys(), cells.remainder_keys()}
                                  : FoundKeys{rows.quotient(), rows.remainder()};
  const std::int64_t* const found = by_cells ? cells.quotient() : numbers.quotient();
  const SignedPair* const left = by_cells ? cells.remainder() : numbers.remainder();
  ctx.charge(keys.quotient.size() * y.count);
  const std::size_t kept = keys.remainder.size();
  const mp_limb_t scale = numbers.scale();
  if (limbs_of(d) == 1 && limbs_of(e) == 1 && e.limbs()[0] >> 62 == 0) {
    __extension__ using wide = unsigned __int128;
    const wide below = wide{scale} * d.limbs()[0];
    const wide below_quotient = (below >> 64) != 0 ? ~wide{0} : below * content;
    const auto is_word = [](SignedPair value) { return static_cast<std::int64_t>(value) == value; };
    if ((below_quotient >> 64) == 0 && std::all_of(left, left + kept, is_word)) {
      const mp_limb_t word_e = e.limbs()[0];
      write_word_terms(quotient, layout, keys.quotient, found, word_e, static_cast<mp_limb_t>(below_quotient), ctx);
      write_word_terms(remainder, layout, keys.remainder, left, 1, static_cast<mp_limb_t>(below), ctx);
      return true;
    }
  }
  const mp_limb_t lead = numbers.lead();
  write_results(quotient, remainder, layout, keys,
                {rows_of(found, keys.quotient.size(), frame), rows_of(left, kept, frame), IntegerView(&scale, 1),
                 IntegerView(&lead, 1), IntegerView(&content, 1)},
                d, e, ctx);
  return true;
}

}  // namespace

bool divide_rationals_into(TermsQ& quotient, TermsQ& remainder, bool partial_sums, const TermsQ& a,
                           const TermsQ& divisor, const ExecutionContext& ctx) {
  if (a.size() == 0) return false;
  if (divide_words(quotient, remainder, partial_sums, a, divisor, ctx)) return true;
  const IntegerVector& x = a.coefficients.numerators();
  const IntegerVector& y = divisor.coefficients.numerators();
  const IntegerView d = a.coefficients.denominator().view();
  const IntegerView e = divisor.coefficients.denominator().view();
  const MonomialLayout layout = wider(a.monomials.layout(), divisor.monomials.layout());
  if (layout.words != 1 || a.size() + divisor.size() > most_divided_terms) return false;
  const std::size_t longest = std::max({x.max_limbs(ctx), y.max_limbs(ctx), limbs_of(d), limbs_of(e)});
  if (longest > most_divided_limbs) return false;
  ctx.poll();
  const std::size_t most_remainder = 2 * (a.size() + divisor.size());
  if (PseudoQuotients::limbs_of_rows(longest, most_remainder) > most_limbs_of_rows) return false;
  const MemoryReservation held =
      reserve_unless_short(ctx, (PseudoQuotients::limbs_of_rows(longest, most_remainder) + most_remainder + a.size() +
                                 divisor.size() + divisor.size() * (longest + 1) + 32 * grown_limbs) *
                                    sizeof(mp_limb_t));
  const InLayout keys_a(a.monomials, layout);
  const InLayout keys_b(divisor.monomials, layout);
  Workspace::Frame frame;
  const PrimitiveDivisor primitive(y, longest, frame, ctx);
  const DivisibilityTest test(layout, partial_sums);
  RowDivision rows(test, most_remainder, frame);
  PseudoQuotients numbers(x, *primitive, false, longest, most_remainder, frame);
  if (rows.run({{(*keys_a).data(), a.size()}, {(*keys_b).data(), divisor.size()}}, numbers, false, ctx) !=
      RowDivisionEnd::done)
    return false;
  ctx.charge(a.size() + rows.quotient().size() * divisor.size());
  write_results(quotient, remainder, layout, {rows.quotient(), rows.remainder()},
                {numbers.quotient(), numbers.remainder(), numbers.scale(), (*primitive)[0].abs(), primitive.content()},
                d, e, ctx);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
