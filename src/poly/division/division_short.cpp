// One pass over stack copies: words or pairs of words for the dividend, words for the divisor and the quotient.
#include "poly/division/division_short.hpp"

#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_rows = 2 * IntegerVector::stripe_rows;  // of divisor and quotient

/// Operands of a division in stack memory.
template <class Word>
struct ShortDivision {
  Word rest[2 * most_rows];
  std::int64_t divisor[most_rows];
  std::int64_t digits[most_rows];
};

/// The rows as words; false where one has more than 62 bits.
bool read(const ReadRows& rows, std::int64_t* words) noexcept {
  if (rows.stride != 1) return false;
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < rows.count; ++i) {
    joined |= rows.limbs[i];
    words[i] = signed_word(rows.limbs[i], rows.sizes[i]);
  }
  return joined >> 62 == 0;
}

/// Coefficients of at most two limbs; false where one has 127 bits or more.
bool read(const ReadRows& rows, SignedPair* pairs) noexcept {
  __extension__ using Pair = unsigned __int128;
  if (rows.stride == 0 || rows.stride > 2) return false;
  for (std::size_t i = 0; i < rows.count; ++i) {
    const mp_limb_t* const row = rows.row(i);
    const mp_limb_t high = rows.stride == 2 ? row[1] : 0;
    if (high >> 62 != 0) return false;
    const auto magnitude = static_cast<SignedPair>((Pair{high} << 64) | row[0]);
    pairs[i] = rows.sizes[i] < 0 ? -magnitude : magnitude;
  }
  return true;
}

bool is_short_division(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  if (b.size() > most_rows || a.size() - b.size() >= most_rows || read_rows(b).stride != 1 || !ctx.tuning().empty())
    return false;
  ctx.poll();
  return true;
}

/// Steps in words of this type; `finish(d)` goes on where all of them divide.
template <class Word, class Finish>
Divisibility divide_in(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx,
                       const Finish& finish) {
  ShortDivision<Word> d;
  if (!read(read_rows(a), d.rest) || !read(read_rows(b), d.divisor)) return Divisibility::undecided;
  ctx.charge((a.size() - b.size() + 1) * b.size());
  const Divisibility found = divide_steps(d.rest, a.size(), d.divisor, b.size(), d.digits);
  return found == Divisibility::divides ? finish(d) : found;
}

/// In words, as far as these suffice, which short sums tell nearly always; else in pairs of words.
template <class Finish>
Divisibility divide(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx, const Finish& finish) {
  if (!is_short_division(a, b, ctx)) return Divisibility::undecided;
  if (read_rows(a).stride == 1) {
    const Divisibility found = divide_in<std::int64_t>(a, b, ctx, finish);
    if (found != Divisibility::undecided) return found;
  }
  return divide_in<SignedPair>(a, b, ctx, finish);
}

/// Without zeros on top.
template <class Word>
std::size_t rest_size(const ShortDivision<Word>& d, std::size_t size) noexcept {
  while (size != 0 && d.rest[size - 1] == 0) --size;
  return size;
}

}  // namespace

Divisibility divide_short(IntegerVector* quotient, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx) {
  return divide(a, b, ctx, [&](const auto& d) {
    if (rest_size(d, b.size() - 1) != 0) return Divisibility::does_not;
    if (quotient != nullptr) write_words(*quotient, d.digits, a.size() - b.size() + 1, ctx);
    return Divisibility::divides;
  });
}

Divisibility div_rem_short(IntegerVector& quotient, IntegerVector& remainder, const IntegerVector& a,
                           const IntegerVector& b, const ExecutionContext& ctx) {
  return divide(a, b, ctx, [&](const auto& d) {
    const std::size_t rest = rest_size(d, b.size() - 1);
    const std::size_t size = a.size() - b.size() + 1;
    write_words(quotient, d.digits, size, ctx);
    write_words(remainder, d.rest, rest, ctx);
    return Divisibility::divides;
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
