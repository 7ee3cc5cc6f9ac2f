// Exact division over Q through Z.
//
// With a = A / d and b = c B / e in lowest terms, B primitive: b divides a over Q if and only if B divides A over Z
// (Gauss's lemma), and the quotient is (A / B) e / (d c). There e may share factors with d; the content of A / B, which
// is that of A, shares none with d, but may with c. Where words are enough, few terms are divided in rows
// (row_division.hpp).
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_division/detail/multi_term_division.hpp>

#include "core/short_reservation.hpp"
#include "poly/dense/rational_rows.hpp"
#include "poly/multi_rationals/cell_division.hpp"
#include "poly/multi_rationals/fraction_terms.hpp"
#include "poly/multi_rationals/primitive_divisor.hpp"
#include "poly/multi_rationals/pseudo_quotients.hpp"
#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/row_division.hpp"
#include "poly/multi_rationals/row_terms_over.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsQ = SparseTerms<Rationals>;
using TermsZ = SparseTerms<Integers>;

/// A dividend of two words, a divisor and a quotient of one.
class WordQuotients {
 public:
  static constexpr std::size_t word_bits = 59;  // sums have 126 bits
  WordQuotients(const ReadRows& a, const ReadRows& b, mp_limb_t content) noexcept : a_(a), b_(b), content_(content) {
    lead_ = coefficient(0);
  }
  void clear() noexcept { sum_ = 0; }
  void add(std::size_t i) noexcept { sum_ = dividend(i); }
  void subtract(std::size_t row, std::size_t j) noexcept {
    sum_ -= static_cast<SignedPair>(quotient_[row]) * coefficient(j);
  }
  bool is_zero() const noexcept { return sum_ == 0; }
  RowDivisionEnd divide(std::size_t row) noexcept {
    SignedPair q;
    if (const auto word = static_cast<std::int64_t>(sum_); word == sum_ && word != INT64_MIN) {
      if (word % lead_ != 0) return RowDivisionEnd::inexact;
      q = word / lead_;
    } else {
      if (sum_ % lead_ != 0) return RowDivisionEnd::inexact;
      q = sum_ / lead_;
    }
    if (q >> word_bits != 0 && q >> word_bits != -1) return RowDivisionEnd::undecided;
    quotient_[row] = static_cast<std::int64_t>(q);
    return RowDivisionEnd::done;
  }
  static bool keep(std::size_t) noexcept { return false; }
  const std::int64_t* quotient() const noexcept { return quotient_; }

  SignedPair dividend(std::size_t i) const noexcept {
    const mp_limb_t* const row = a_.row(i);
    __extension__ using wide = unsigned __int128;
    const wide magnitude = a_.stride == 1 ? row[0] : (wide{row[1]} << 64) | row[0];
    return a_.sizes[i] < 0 ? -static_cast<SignedPair>(magnitude) : static_cast<SignedPair>(magnitude);
  }
  /// Of the divisor.
  std::int64_t coefficient(std::size_t j) const noexcept {
    const std::int64_t c = signed_word(b_.limbs[j], b_.sizes[j]);
    return content_ == 1 ? c : c / static_cast<std::int64_t>(content_);
  }

 private:
  ReadRows a_;
  ReadRows b_;
  mp_limb_t content_;
  std::int64_t lead_;
  SignedPair sum_ = 0;
  std::int64_t quotient_[RowDivision::most_rows];
};

/// Whether all rows, of one or two limbs, are below 2^124.
bool are_pairs(const ReadRows& a) noexcept {
  if (a.stride == 1) return true;
  if (a.stride != 2) return false;
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < a.count; ++i) joined |= a.limbs[2 * i + 1];
  return joined >> 60 == 0;
}

/// In words, but for the denominators; undecided, with nothing done, where numbers are longer or terms many.
RowDivisionEnd divide_words_exactly(TermsQ& quotient, bool partial_sums, const TermsQ& a, const TermsQ& b,
                                    const ExecutionContext& ctx) {
  Workspace::Frame frame;
  const ReadRows x = alike_rows(a.coefficients.numerators(), frame);
  const ReadRows y = alike_rows(b.coefficients.numerators(), frame);
  const IntegerView d = a.coefficients.denominator().view();
  const IntegerView e = b.coefficients.denominator().view();
  const MonomialLayout layout = a.monomials.layout();
  if (y.stride != 1 || layout.words != 1) return RowDivisionEnd::undecided;
  if (std::max(limbs_of(d), limbs_of(e)) > most_fraction_limbs) return RowDivisionEnd::undecided;
  if (x.count / RowDivision::most_rows >= y.count) return RowDivisionEnd::undecided;  // the quotient has more terms
  mp_limb_t joined = 0;
  for (std::size_t j = 0; j < y.count; ++j) joined |= y.limbs[j];
  if (joined >> WordQuotients::word_bits != 0 || !are_pairs(x)) return RowDivisionEnd::undecided;
  std::optional<PackedMonomials> repacked;
  const std::uint64_t* keys_b = b.monomials.data();
  if (!(b.monomials.layout() == layout)) {
    if (!(wider(layout, b.monomials.layout()) == layout)) return RowDivisionEnd::undecided;
    keys_b = repacked.emplace(b.monomials.repacked(layout)).data();
  }
  ctx.poll();
  ctx.charge(x.count);
  const mp_limb_t content = word_shared_by(y.limbs[y.count - 1], y, y.count);
  WordQuotients numbers(x, y, content);
  const DivisibilityTest test(layout, partial_sums);
  RowDivision rows(test, 0, frame);
  CellDivision cells(frame);
  const DivisionKeys operands{{a.monomials.data(), x.count}, {keys_b, y.count}};
  RowDivisionEnd end = RowDivisionEnd::undecided;
  if (layout.fields == 1)
    end = cells.run(
        operands, [&](std::size_t i) { return numbers.dividend(i); },
        [&](std::size_t j) { return numbers.coefficient(j); }, true);
  const bool by_cells = end != RowDivisionEnd::undecided;
  if (!by_cells) end = rows.run(operands, numbers, true, ctx);
  if (end != RowDivisionEnd::done) return end;
  const std::span<const std::uint64_t> keys = by_cells ? cells.quotient_keys() : rows.quotient();
  const std::int64_t* const words = by_cells ? cells.quotient() : numbers.quotient();
  if (limbs_of(d) == 1 && limbs_of(e) == 1) {
    const mp_limb_t common = word_gcd(d.limbs()[0], e.limbs()[0]);
    const mp_limb_t factor = e.limbs()[0] / common;
    if (factor >> 62 != 0) return RowDivisionEnd::undecided;
    mp_limb_t of_content = content;
    for (std::size_t k = 0; k < keys.size() && of_content != 1; ++k)
      of_content = word_gcd(of_content, static_cast<mp_limb_t>(std::abs(words[k])));
    RowTerm terms[RowDivision::most_rows];
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const auto magnitude = static_cast<mp_limb_t>(std::abs(words[k]));
      terms[k].key = keys[k];
      terms[k].set(of_content == 1 ? magnitude : magnitude / of_content, factor, words[k] < 0);
    }
    const WordProduct bottom(d.limbs()[0] / common, content / of_content, 1);
    write_terms(quotient, layout, std::span<const RowTerm>(terms, keys.size()), ctx);
    set_denominator(quotient, bottom.view());
    return RowDivisionEnd::done;
  }
  const ScratchRows found{frame.allocate<mp_limb_t>(keys.size()).data(),
                          frame.allocate<std::int32_t>(keys.size()).data(), 1};
  for (std::size_t k = 0; k < keys.size(); ++k) store_word(found.row(k), found.sizes + k, words[k]);
  const IntegerView c(&content, 1);
  write_fraction(quotient, layout, keys, found, {e, d, c}, c, ctx);
  return RowDivisionEnd::done;
}

/// In rows of some limbs, likewise.
RowDivisionEnd divide_rows_exactly(TermsQ& quotient, bool partial_sums, const TermsQ& a, const TermsQ& b,
                                   const ExecutionContext& ctx) {
  const IntegerVector& x = a.coefficients.numerators();
  const IntegerVector& y = b.coefficients.numerators();
  const IntegerView d = a.coefficients.denominator().view();
  const IntegerView e = b.coefficients.denominator().view();
  const MonomialLayout layout = wider(a.monomials.layout(), b.monomials.layout());
  if (layout.words != 1 || a.size() / RowDivision::most_rows >= b.size()) return RowDivisionEnd::undecided;
  const std::size_t longest = std::max({x.max_limbs(ctx), y.max_limbs(ctx), limbs_of(d), limbs_of(e)});
  if (longest > most_divided_limbs) return RowDivisionEnd::undecided;
  ctx.poll();
  const MemoryReservation held = reserve_unless_short(
      ctx, (PseudoQuotients::limbs_of_rows(longest, 0) + a.size() + b.size() * (longest + 2) + 32 * grown_limbs) *
               sizeof(mp_limb_t));
  const InLayout keys_a(a.monomials, layout);
  const InLayout keys_b(b.monomials, layout);
  Workspace::Frame frame;
  const PrimitiveDivisor primitive(y, longest, frame, ctx);
  const DivisibilityTest test(layout, partial_sums);
  RowDivision rows(test, 0, frame);
  PseudoQuotients numbers(x, *primitive, true, longest, 0, frame);
  const RowDivisionEnd end = rows.run({{(*keys_a).data(), a.size()}, {(*keys_b).data(), b.size()}}, numbers, true, ctx);
  if (end != RowDivisionEnd::done) return end;
  ctx.charge(a.size() + rows.quotient().size() * b.size());
  write_fraction(quotient, layout, rows.quotient(), numbers.quotient(), {e, d, primitive.content()},
                 primitive.content(), ctx);
  return RowDivisionEnd::done;
}

/// The gcd of all elements, positive.
Integer content_of(const IntegerVector& v, const ExecutionContext& ctx) {
  Integer first(v[0].abs());
  return common_factor(first, v, ctx);
}

}  // namespace

bool exact_div_rationals_into(TermsQ& quotient, bool partial_sums, const TermsQ& a, const TermsQ& divisor,
                              const ExecutionContext& ctx) {
  const Integers z;
  if (a.size() == 0) {
    quotient = TermsQ{PackedMonomials(a.monomials.layout()), {}};
    return true;
  }
  RowDivisionEnd end = divide_words_exactly(quotient, partial_sums, a, divisor, ctx);
  if (end == RowDivisionEnd::undecided) end = divide_rows_exactly(quotient, partial_sums, a, divisor, ctx);
  if (end != RowDivisionEnd::undecided) return end == RowDivisionEnd::done;
  const MemoryReservation copies(ctx.memory(), a.coefficients.bytes() + a.monomials.bytes() +
                                                   divisor.coefficients.bytes() + divisor.monomials.bytes());
  const TermsZ dividend{a.monomials, a.coefficients.numerators()};
  TermsZ primitive{divisor.monomials, divisor.coefficients.numerators()};
  const Integer content = content_of(primitive.coefficients, ctx);
  divide_in_place(primitive.coefficients, content, ctx);
  const TermsZ* const one[] = {&primitive};
  auto result = SparseDivisionOps<Integers>::divide(z, partial_sums, dividend, one, true, ctx);
  if (!result) return false;
  const Integer& d = a.coefficients.denominator();
  const Integer& e = divisor.coefficients.denominator();
  const Integer common = gcd(d, e);
  write_numerators(quotient, [&](TermsZ& terms) { terms = std::move(result->quotients.front()); });
  IntegerVector& numerators = RationalParts::numerators(quotient.coefficients);
  const Integer of_content = common_factor(content, numerators, ctx);
  divide_in_place(numerators, of_content, ctx);
  if (!(e == common)) DenseOps<Integers>::scale_into(z, numerators, numerators, detail::quotient(e, common), ctx);
  RationalParts::denominator(quotient.coefficients) =
      mul(detail::quotient(d, common), detail::quotient(content, of_content));
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
