// Integers in scratch memory of the thread, and the gcds and quotients that arithmetic over Q takes.
//
// A number has room for every value that it takes, so that GMP, which only knows it as an mpz_t, never asks for more:
// gcds are no longer than their operands, exact quotients of n by m limbs have at most n - m + 1 limbs, products n + m.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <gmp.h>

#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/integer_view.hpp>

#include "poly/rows/limb_rows.hpp"
#include "poly/rows/product_rows.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline std::size_t limbs_of(IntegerView x) noexcept { return x.limbs().size(); }

/// Precondition of all that is written here: no operand has more limbs. GMP's scratch memory is on the stack then.
inline constexpr std::size_t most_fraction_limbs = 64;

/// Of all rows of a short operation, which polls once.
inline constexpr std::size_t most_polled_limbs = std::size_t{1} << 15;

class ScratchNumber {
 public:
  ScratchNumber(Workspace::Frame& frame, std::size_t limbs)
      : z_{static_cast<int>(limbs), 0, frame.allocate<mp_limb_t>(limbs).data()} {}
  ScratchNumber(const ScratchNumber&) = delete;
  ScratchNumber& operator=(const ScratchNumber&) = delete;

  IntegerView view() const noexcept { return {z_._mp_d, z_._mp_size}; }
  bool is_one() const noexcept { return z_._mp_size == 1 && z_._mp_d[0] == 1; }
  bool is_one_or_opposite() const noexcept { return z_._mp_size * z_._mp_size == 1 && z_._mp_d[0] == 1; }
  /// Room for as many limbs as x has.
  void set(IntegerView x) noexcept {
    mpn_copyi(z_._mp_d, x.limbs().data(), static_cast<mp_size_t>(limbs_of(x)));
    z_._mp_size = x.signed_size();
  }
  void set_word(mp_limb_t word) noexcept {
    z_._mp_d[0] = word;
    z_._mp_size = word != 0 ? 1 : 0;
  }
  /// Room for as many limbs as a and b have together; neither is this number.
  void set_product(IntegerView a, IntegerView b) noexcept { z_._mp_size = long_product(z_._mp_d, a, b); }
  /// The gcd, which is not negative; a may be this number. Room for as many limbs as the longer one has and one more.
  void set_gcd(IntegerView a, IntegerView b) noexcept { mpz_gcd(&z_, a.mpz(), b.mpz()); }
  /// a / b, exact, b not zero; a may be this number. Room for as many limbs as a has and one more.
  void set_quotient(IntegerView a, IntegerView b) noexcept {
    if (b.is_one())
      set(a);
    else
      mpz_divexact(&z_, a.mpz(), b.mpz());
  }
  /// a = q b + rest with |rest| < |b| and the sign of a, q being this number; neither is an operand, b not zero. Room
  /// for as many limbs as a has here and as b has there, and one more.
  void set_quotient(IntegerView a, IntegerView b, ScratchNumber& rest) noexcept {
    const auto n = static_cast<mp_size_t>(limbs_of(a));
    const auto m = static_cast<mp_size_t>(limbs_of(b));
    if (n < m) {
      z_._mp_size = 0;
      return rest.set(a);
    }
    if (m == 1)
      rest.z_._mp_d[0] = mpn_divrem_1(z_._mp_d, 0, a.limbs().data(), n, b.limbs()[0]);
    else
      mpn_tdiv_qr(z_._mp_d, rest.z_._mp_d, 0, a.limbs().data(), n, b.limbs().data(), m);
    const auto q = strip(z_._mp_d, static_cast<std::size_t>(n - m + 1));
    z_._mp_size = signed_size(q, (a.sign() < 0) != (b.sign() < 0));
    rest.z_._mp_size = signed_size(strip(rest.z_._mp_d, static_cast<std::size_t>(m)), a.sign() < 0);
  }

 private:
  __mpz_struct z_;
};

/// The gcd of two words, not both zero.
inline mp_limb_t word_gcd(mp_limb_t x, mp_limb_t y) noexcept {
  if (x == 0 || y == 0) return x | y;
  if (x == 1 || y == 1) return 1;
  return mpn_gcd_1(&x, 1, y);
}

/// The row with the least limbs among the first ones and the last: gcds that begin with it are short, and 1 at once
/// where it is 1, which a constant term often is. Precondition: there are rows.
template <class Rows>
std::size_t shortest_row(const Rows& rows, std::size_t count) noexcept {
  constexpr std::size_t most_looked_at = 16;
  std::size_t shortest = count - 1;
  std::size_t least = limbs_of(rows[shortest]);
  for (std::size_t i = 0; i < std::min(count, most_looked_at) && least != 1; ++i)
    if (const std::size_t limbs = limbs_of(rows[i]); limbs < least) shortest = i, least = limbs;
  return shortest;
}

/// The gcd of a word, which is not zero, and the rows, none of which is: no more gcds once it is 1.
template <class Rows>
mp_limb_t word_shared_by(mp_limb_t word, const Rows& rows, std::size_t count) noexcept {
  if (count == 0 || word == 1) return word;
  const auto share_with = [&](IntegerView x) {
    word = mpn_gcd_1(x.limbs().data(), static_cast<mp_size_t>(limbs_of(x)), word);
  };
  share_with(rows[shortest_row(rows, count)]);
  for (std::size_t i = 0; i < count && word != 1; ++i) share_with(rows[i]);
  return word;
}

/// The gcd of a word, which is not zero, and rows of one limb, none of which is zero.
inline mp_limb_t word_shared_by(mp_limb_t word, const ReadRows& rows, std::size_t count) noexcept {
  if (count == 0 || word == 1) return word;
  // Most often that is 1 after the last element, a constant term and short.
  const mp_limb_t last = rows.limbs[count - 1];
  word = last == 1 ? 1 : mpn_gcd_1(&last, 1, word);
  std::size_t i = 0;
  for (; i < count && word >> 32 != 0; ++i) word = mpn_gcd_1(rows.limbs + i, 1, word);
  while (i < count && word != 1) {
    const ShortModulus modulus(word);
    for (; i < count; ++i) {
      const mp_limb_t rest = modulus(rows.limbs[i]);
      if (rest == 0) continue;
      word = mpn_gcd_1(&rest, 1, word);
      ++i;
      break;
    }
  }
  return word;
}

/// shared = its gcd with the rows, none of which is zero and which have at most as many limbs as it has room for, less
/// one.
template <class Rows>
void share(ScratchNumber& shared, const Rows& rows, std::size_t count) noexcept {
  if (count == 0 || shared.is_one()) return;
  if (limbs_of(shared.view()) > 1) shared.set_gcd(shared.view(), rows[shortest_row(rows, count)]);
  std::size_t i = 0;
  for (; i < count && limbs_of(shared.view()) > 1; ++i) shared.set_gcd(shared.view(), rows[i]);
  if (i == count || shared.is_one()) return;
  mp_limb_t word = shared.view().limbs()[0];
  const IntegerView shortest = rows[shortest_row(rows, count)];
  word = mpn_gcd_1(shortest.limbs().data(), static_cast<mp_size_t>(limbs_of(shortest)), word);
  for (; i < count && word != 1; ++i) {
    const IntegerView x = rows[i];
    word = mpn_gcd_1(x.limbs().data(), static_cast<mp_size_t>(limbs_of(x)), word);
  }
  shared.set_word(word);
}

/// Divides the row, exactly, in place; the divisor is positive. `scratch` has room for one limb more than the row has.
inline void divide_row(mp_limb_t* row, std::int32_t& size, IntegerView divisor, ScratchNumber& scratch) noexcept {
  const auto limbs = static_cast<std::size_t>(size < 0 ? -size : size);
  if (limbs == 0) return;
  if (limbs_of(divisor) == 1) {
    mpn_divexact_1(row, row, static_cast<mp_size_t>(limbs), divisor.limbs()[0]);
    const std::size_t left = strip(row, limbs);
    size = signed_size(left, size < 0);
    return;
  }
  scratch.set_quotient(IntegerView(row, size), divisor);
  const IntegerView q = scratch.view();
  mpn_copyi(row, q.limbs().data(), static_cast<mp_size_t>(limbs_of(q)));
  for (std::size_t l = limbs_of(q); l < limbs; ++l) row[l] = 0;
  size = q.signed_size();
}

/// Divides rows, none zero, and `bottom` by all that they share, where every prime that divides `bottom` divides
/// `radical`, which is used up: gcds with the latter, which is short as a rule, and its divisors. All have room for the
/// longest of them and one limb more.
inline void cancel_rows(const ScratchRows& rows, std::size_t count, ScratchNumber& bottom, ScratchNumber& radical,
                        ScratchNumber& scratch) noexcept {
  share(radical, rows, count);
  while (!radical.is_one() && count != 0) {
    radical.set_gcd(radical.view(), bottom.view());
    if (radical.is_one()) return;
    for (std::size_t i = 0; i < count; ++i) divide_row(rows.row(i), rows.sizes[i], radical.view(), scratch);
    scratch.set_quotient(bottom.view(), radical.view());
    bottom.set(scratch.view());
    share(radical, rows, count);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
