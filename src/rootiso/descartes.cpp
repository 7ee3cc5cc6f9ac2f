// Taylor shift by one and Descartes' test on subdivision nodes.
//
// Horner's scheme: after pass i, coefficient i of the shifted polynomial is final, so the test counts variations as
// they appear and stops at the limit, or as soon as the coefficients that are still to come are all of one sign
// (they stay so: each is a sum of them). Cost at most n^2/2 additions of rows.
// Collins, Akritas: Polynomial real root isolation using Descartes' rule of signs (SYMSAC 1976).
#include "rootiso/descartes.hpp"

#include <algorithm>

namespace polyfork::inline v1 {
namespace detail {

namespace {

constexpr std::size_t poll_limbs = 1 << 17;  // about a tenth of a millisecond of additions
constexpr std::size_t poll_rows = 256;       // between looks at the stop token in linear passes

/// a += b for rows of equal length.
inline void add_row(mp_limb_t* a, const mp_limb_t* b, std::size_t limbs) {
  if (limbs == 1)
    *a += *b;
  else
    mpn_add_n(a, a, b, static_cast<mp_size_t>(limbs));
}

/// One Horner pass: rows n-1 down to `from` each take up the one above.
void horner_pass(FixedRows& q, std::size_t from, const ExecutionContext& ctx) {
  const std::size_t limbs = q.limbs();
  const std::size_t block = poll_limbs / limbs + 1;
  std::size_t top = q.rows() - 1;
  while (top != from) {
    ctx.poll();
    const std::size_t stop = top - std::min(block, top - from);
    mp_limb_t* r = q.row(top);
    const mp_limb_t* end = q.row(stop);
    while (r != end) {
      mp_limb_t* below = r - limbs;
      add_row(below, r, limbs);
      r = below;
    }
    ctx.charge((top - stop) * limbs);
    top = stop;
  }
}

template <class SignAt>
std::size_t variations(std::size_t n, const SignAt& sign_at) {
  std::size_t count = 0;
  int last = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const int s = sign_at(i);
    if (s == 0) continue;
    if (last != 0 && s != last) ++count;
    last = s;
  }
  return count;
}

/// The common sign of rows [from, rows), zeros left out: -1, 1, or 0 when mixed or all zero (then *all_zero).
int common_sign(const FixedRows& q, std::size_t from, bool* all_zero, const ExecutionContext& ctx) {
  int common = 0;
  for (std::size_t i = from; i < q.rows(); ++i) {
    if (i % poll_rows == 0) ctx.poll();
    const int s = q.sign(i);
    if (s == 0 || s == common) continue;
    if (common != 0) {
      *all_zero = false;
      return 0;
    }
    common = s;
  }
  *all_zero = common == 0;
  return common;
}

}  // namespace

void taylor_shift_one(FixedRows& q, const ExecutionContext& ctx) {
  const std::size_t n = q.rows();
  for (std::size_t i = 0; i + 1 < n; ++i) {
    ctx.poll();
    horner_pass(q, i, ctx);
  }
}

std::size_t sign_variations(const FixedRows& q) {
  return variations(q.rows(), [&q](std::size_t i) { return q.sign(i); });
}

std::size_t sign_variations(const IntegerVector& f) {
  return variations(f.size(), [&f](std::size_t i) { return f[i].sign(); });
}

std::size_t descartes_bound(const FixedRows& q, std::size_t limit, const ExecutionContext& ctx) {
  const std::size_t n = q.rows();
  bool all_zero = false;
  if (common_sign(q, 0, &all_zero, ctx) != 0) return 0;  // no root at any t > 0

  FixedRows reversed(n, (q.max_bits() + taylor_shift_growth(n)) / 64 + 1, ctx);
  for (std::size_t i = 0; i < n; ++i) {
    if (i % poll_rows == 0) ctx.poll();
    copy_row(q, i, reversed, n - 1 - i, 0, 0);
  }

  std::size_t count = 0;
  int last = 0;
  for (std::size_t i = 0; i < n; ++i) {
    ctx.poll();
    if (i + 1 < n) horner_pass(reversed, i, ctx);
    const int s = reversed.sign(i);
    if (s != 0) {
      if (last != 0 && s != last && ++count >= limit) return count;
      last = s;
    }
    const int rest = common_sign(reversed, i + 1, &all_zero, ctx);
    if (all_zero) return count;
    if (rest != 0) return count + (last != 0 && rest != last ? 1 : 0);
  }
  return count;
}

}  // namespace detail
}  // namespace polyfork::inline v1
