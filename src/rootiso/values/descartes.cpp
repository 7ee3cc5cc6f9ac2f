// Descartes' test on subdivision nodes.
//
// Horner's scheme: after pass i, coefficient i of the shifted polynomial is final, so the test counts variations as
// they appear and stops at the limit, or as soon as the coefficients that are still to come are all of one sign
// (they stay so: each is a sum of them). What the first passes leave open is decided by one fast Taylor shift of the
// rest. Collins, Akritas: Polynomial real root isolation using Descartes' rule of signs (SYMSAC 1976).
#include "rootiso/values/descartes.hpp"

#include <algorithm>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t poll_rows = 256;   // between looks at the stop token in linear passes
constexpr std::size_t passes_only = 80;  // rows up to which Horner's scheme is as fast as any

/// sign_at(i) is any number with the sign of coefficient i.
template <class SignAt>
std::size_t variations(std::size_t n, const SignAt& sign_at, const ExecutionContext& ctx) {
  std::size_t count = 0;
  int last = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i % poll_rows == 0) ctx.poll();
    const int s = sign_at(i);
    if (s == 0) continue;
    count += last != 0 && (s ^ last) < 0 ? 1 : 0;
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

std::size_t sign_variations(const FixedRows& q, const ExecutionContext& ctx) {
  return variations(
      q.rows(), [&q](std::size_t i) { return q.sign(i); }, ctx);
}

std::size_t sign_variations(const IntegerVector& f, const ExecutionContext& ctx) {
  return sign_variations(f, false, ctx);
}

std::size_t sign_variations(const IntegerVector& f, bool mirrored, const ExecutionContext& ctx) {
  return variations(
      f.size(), [&](std::size_t i) { return mirrored && i % 2 == 1 ? -f.signed_size(i) : f.signed_size(i); }, ctx);
}

std::size_t descartes_bound(const FixedRows& q, std::size_t limit, const ExecutionContext& ctx) {
  const std::size_t n = q.rows();
  bool all_zero = false;
  if (common_sign(q, 0, &all_zero, ctx) != 0) return 0;  // no root at any t > 0

  FixedRows reversed(n, (q.max_bits(ctx) + taylor_shift_growth(n)) / 64 + 1, ctx);
  for (std::size_t i = 0; i < n; ++i) {
    if (i % poll_rows == 0) ctx.poll();
    copy_row(q, i, reversed, n - 1 - i, 0, 0);
  }

  std::size_t count = 0;
  int last = 0;
  const std::size_t passes = n <= passes_only ? n : n / 16;
  for (std::size_t i = 0; i < n; ++i) {
    ctx.poll();
    if (i == passes) shift_tail(reversed, i, ctx);
    if (i < passes && i + 1 < n) horner_pass(reversed, i, ctx);
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
}  // namespace v1
}  // namespace polyfork
