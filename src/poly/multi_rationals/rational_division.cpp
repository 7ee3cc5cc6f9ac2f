// Quotient and remainder over Q by one divisor, without fractions on the way.
//
// With a = A / d and b = c B / e, B primitive, integers S, Q, R with S A = Q B + R are found term by term: where the
// leading coefficient L of B does not divide a coefficient v, S and all that has been found are multiplied by
// L / gcd(v, L). Then a = (Q e / (S d c)) b + R / (S d). Terms of the quotient have rows (row_division.hpp), sums and
// coefficients some limbs of scratch memory.
// Source: pseudo-division as in Monagan, Pearce: Sparse polynomial division using a heap, JSC 46, 2011, section 4.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_division/detail/multi_term_division.hpp>

#include "core/short_reservation.hpp"
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

/// The integers S, Q and R as PseudoQuotients finds them, in words below 2^60.
class WordPseudoQuotients {
 public:
  static constexpr std::size_t word_bits = 60;
  static constexpr std::size_t most_remainder = 256;
  WordPseudoQuotients(const ReadRows& a, const ReadRows& b, mp_limb_t content) noexcept
      : a_(a), b_(b), content_(static_cast<std::int64_t>(content)), lead_(coefficient(0)) {}

  void clear() noexcept { sum_ = 0; }
  void add(std::size_t i) noexcept { sum_ = static_cast<SignedPair>(signed_word(a_.limbs[i], a_.sizes[i])) * scale_; }
  void subtract(std::size_t row, std::size_t j) noexcept {
    sum_ -= static_cast<SignedPair>(quotient_[row]) * coefficient(j);
  }
  bool is_zero() const noexcept { return sum_ == 0; }
  RowDivisionEnd divide(std::size_t row) noexcept {
    if (!fits(sum_)) return RowDivisionEnd::undecided;
    const auto value = static_cast<std::int64_t>(sum_);
    if (value % lead_ == 0) {
      quotient_[row] = value / lead_;
      return RowDivisionEnd::done;
    }
    const auto common = static_cast<std::int64_t>(
        word_gcd(static_cast<mp_limb_t>(std::abs(value)), static_cast<mp_limb_t>(std::abs(lead_))));
    const std::int64_t factor = std::abs(lead_) / common;
    const SignedPair scale = static_cast<SignedPair>(scale_) * factor;
    if (!fits(scale) || !multiply(quotient_, row, factor) || !multiply(remainder_, kept_, factor))
      return RowDivisionEnd::undecided;
    scale_ = static_cast<std::int64_t>(scale);
    quotient_[row] = lead_ < 0 ? -(value / common) : value / common;
    return RowDivisionEnd::done;
  }
  bool keep(std::size_t k) noexcept {
    if (!fits(sum_)) return false;
    remainder_[k] = static_cast<std::int64_t>(sum_);
    kept_ = k + 1;
    return true;
  }
  const std::int64_t* quotient() const noexcept { return quotient_; }
  const std::int64_t* remainder() const noexcept { return remainder_; }
  mp_limb_t scale() const noexcept { return static_cast<mp_limb_t>(scale_); }

 private:
  static bool fits(SignedPair value) noexcept { return value >> word_bits == 0 || value >> word_bits == -1; }
  static bool multiply(std::int64_t* values, std::size_t count, std::int64_t factor) noexcept {
    for (std::size_t k = 0; k < count; ++k) {
      const SignedPair product = static_cast<SignedPair>(values[k]) * factor;
      if (!fits(product)) return false;
      values[k] = static_cast<std::int64_t>(product);
    }
    return true;
  }
  std::int64_t coefficient(std::size_t j) const noexcept {
    const std::int64_t c = signed_word(b_.limbs[j], b_.sizes[j]);
    return content_ == 1 ? c : c / content_;
  }
  ReadRows a_;
  ReadRows b_;
  std::int64_t content_;
  std::int64_t lead_;
  std::int64_t scale_ = 1;
  SignedPair sum_ = 0;
  std::int64_t quotient_[RowDivision::most_rows];
  std::int64_t remainder_[most_remainder];
  std::size_t kept_ = 0;
};

/// Whether all rows are words below 2^60.
bool are_short_words(const ReadRows& x) noexcept {
  if (x.stride != 1) return false;
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < x.count; ++i) joined |= x.limbs[i];
  return joined >> WordPseudoQuotients::word_bits == 0;
}

/// words factor / bottom as terms over Q.
TermsQ word_terms_over(const MonomialLayout& layout, std::span<const std::uint64_t> keys, const std::int64_t* words,
                       mp_limb_t factor, mp_limb_t bottom, const ExecutionContext& ctx) {
  TermsQ terms{PackedMonomials(layout), {}};
  if (keys.empty()) return terms;
  const mp_limb_t of_factor = word_gcd(factor, bottom);
  factor /= of_factor;
  bottom /= of_factor;
  mp_limb_t shared = bottom;
  for (std::size_t k = 0; k < keys.size() && shared != 1; ++k)
    shared = word_gcd(shared, static_cast<mp_limb_t>(std::abs(words[k])));
  RowTerm rows[std::max(RowDivision::most_rows, WordPseudoQuotients::most_remainder)];
  for (std::size_t k = 0; k < keys.size(); ++k) {
    rows[k].key = keys[k];
    const auto magnitude = static_cast<mp_limb_t>(std::abs(words[k]));
    rows[k].set(shared == 1 ? magnitude : magnitude / shared, factor, words[k] < 0);
  }
  write_terms(terms, layout, std::span<const RowTerm>(rows, keys.size()), ctx);
  set_denominator(terms, Integer(bottom / shared).view());
  return terms;
}

/// In words; nothing where numbers are longer or terms many.
std::optional<SparseQuotients<Rationals>> divide_rationals_in_words(bool partial_sums, const TermsQ& a,
                                                                    const TermsQ& divisor,
                                                                    const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a.coefficients.numerators());
  const ReadRows y = read_rows(divisor.coefficients.numerators());
  const mp_limb_t d = word_of_denominator(a.coefficients);
  const mp_limb_t e = word_of_denominator(divisor.coefficients);
  const MonomialLayout layout = a.monomials.layout();
  if (d == 0 || e == 0 || !are_short_words(x) || !are_short_words(y)) return std::nullopt;
  if (layout.words != 1 || !(layout == divisor.monomials.layout())) return std::nullopt;
  ctx.poll();
  ctx.charge(x.count);
  const mp_limb_t content = word_shared_by(y.limbs[0], y, y.count);
  WordPseudoQuotients numbers(x, y, content);
  const DivisibilityTest test(layout, partial_sums);
  Workspace::Frame frame;
  RowDivision rows(test, WordPseudoQuotients::most_remainder, frame);
  if (rows.run({{a.monomials.data(), x.count}, {divisor.monomials.data(), y.count}}, numbers, false, ctx) !=
      RowDivisionEnd::done)
    return std::nullopt;
  __extension__ using wide = unsigned __int128;
  const wide below = wide{numbers.scale()} * d;
  const wide below_quotient = (below >> 64) != 0 ? ~wide{0} : below * content;
  if ((below >> 64) != 0 || (below_quotient >> 64) != 0 || e >> 62 != 0) return std::nullopt;
  SparseQuotients<Rationals> result;
  result.quotients.push_back(
      word_terms_over(layout, rows.quotient(), numbers.quotient(), e, static_cast<mp_limb_t>(below_quotient), ctx));
  result.remainder =
      word_terms_over(layout, rows.remainder(), numbers.remainder(), 1, static_cast<mp_limb_t>(below), ctx);
  return result;
}

/// The rows times top, over bottom, as terms over Q; every prime of `bottom` divides `radical`. Changes the rows.
TermsQ terms_over(const MonomialLayout& layout, std::span<const std::uint64_t> keys, const ScratchRows& rows,
                  IntegerView bottom, IntegerView radical, const ExecutionContext& ctx) {
  TermsQ terms{PackedMonomials(layout), {}};
  if (keys.empty()) return terms;
  Workspace::Frame frame;
  const std::size_t widest = std::max({rows.width, limbs_of(bottom), limbs_of(radical)}) + 1;
  ScratchNumber below(frame, widest);
  ScratchNumber shared(frame, widest);
  ScratchNumber scratch(frame, widest);
  below.set(bottom);
  shared.set(radical);
  cancel_rows(rows, keys.size(), below, shared, scratch);
  write_terms(terms, layout, keys.data(), rows, keys.size(), ctx);
  set_denominator(terms, below.view());
  return terms;
}

}  // namespace

std::optional<SparseQuotients<Rationals>> divide_short_rationals(bool partial_sums, const TermsQ& a,
                                                                 const TermsQ& divisor, const ExecutionContext& ctx) {
  if (auto result = divide_rationals_in_words(partial_sums, a, divisor, ctx)) return result;
  const IntegerVector& x = a.coefficients.numerators();
  const IntegerVector& y = divisor.coefficients.numerators();
  const IntegerView d = a.coefficients.denominator().view();
  const IntegerView e = divisor.coefficients.denominator().view();
  const MonomialLayout layout = wider(a.monomials.layout(), divisor.monomials.layout());
  if (layout.words != 1 || a.size() + divisor.size() > most_divided_terms) return std::nullopt;
  const std::size_t longest = std::max({x.max_limbs(ctx), y.max_limbs(ctx), limbs_of(d), limbs_of(e)});
  if (a.size() == 0 || longest > most_divided_limbs) return std::nullopt;
  ctx.poll();
  const std::size_t most_remainder = 2 * (a.size() + divisor.size());
  if (PseudoQuotients::limbs_of_rows(longest, most_remainder) > most_limbs_of_rows) return std::nullopt;
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
    return std::nullopt;
  ctx.charge(a.size() + rows.quotient().size() * divisor.size());
  // S d, and S d c over what it shares with e, by which the quotient is multiplied.
  const IntegerView lead = (*primitive)[0];
  const std::size_t widest = numbers.room() + 4 * longest + 4;
  ScratchNumber below(frame, widest);
  ScratchNumber below_quotient(frame, widest);
  ScratchNumber radical(frame, widest);
  ScratchNumber product(frame, widest);
  below.set_product(numbers.scale(), d);
  product.set_product(lead.abs(), d);
  SparseQuotients<Rationals> result;
  result.quotients.push_back({PackedMonomials(layout), {}});
  result.remainder = terms_over(layout, rows.remainder(), numbers.remainder(), below.view(), product.view(), ctx);
  below_quotient.set_product(below.view(), primitive.content());
  radical.set_product(product.view(), primitive.content());
  TermsQ quotient = terms_over(layout, rows.quotient(), numbers.quotient(), below_quotient.view(), radical.view(), ctx);
  if (!e.is_one() && quotient.size() != 0)
    scale_rationals_into(result.quotients.front(), quotient, Rational(Integer(e)), ctx);
  else
    result.quotients.front() = std::move(quotient);
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
