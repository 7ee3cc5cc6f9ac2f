// Budan's test by one Taylor shift of rounded coefficients.
//
// In units of 2^e, A_i = floor(a_i (+-1)^i 2^(u i - e)), so the coefficient sum_i C(i, j) A_i of the shifted polynomial
// is off by less than sum_{i=j}^n C(i, j) = C(n+1, j+1); its sign counts when it is larger. With all roots within
// 2^(u-1), |f(2^u)| is at least 3^-n times the largest term: log2(3) n bits and some more suffice.
#include "rootiso/check/verify_budan.hpp"

#include <algorithm>
#include <cstddef>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The rounded coefficients.
IntegerVector scaled_coefficients(const IntegerVector& f, bool mirrored, std::int64_t u, std::size_t precision,
                                  const ExecutionContext& ctx) {
  const auto top = [&](std::size_t i) {
    return static_cast<std::int64_t>(f[i].bit_length()) + u * static_cast<std::int64_t>(i);
  };
  std::int64_t largest = top(f.size() - 1);
  for (std::size_t i = 0; i < f.size(); ++i)
    if (!f[i].is_zero()) largest = std::max(largest, top(i));
  const MemoryReservation held(ctx.memory(), 2 * f.size() * (precision / 8 + sizeof(Integer)));
  IntegerVectorBuilder builder;
  for (std::size_t i = 0; i < f.size(); ++i) {
    if (i % 256 == 0) ctx.poll();
    const std::int64_t place = u * static_cast<std::int64_t>(i) - largest + static_cast<std::int64_t>(precision);
    Integer a(mirrored && i % 2 == 1 ? -f[i] : f[i]);
    if (place >= 0)
      a <<= static_cast<std::size_t>(place);
    else
      a >>= static_cast<std::size_t>(-place);
    builder.push_back(a);
  }
  return builder.finish(ctx);
}

}  // namespace

bool no_root_beyond(const IntegerVector& f, bool mirrored, std::int64_t u, const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  const int sign = f[n].sign() * (mirrored && n % 2 == 1 ? -1 : 1);
  const IntegerVector scaled = scaled_coefficients(f, mirrored, u, n + n / 2 + n / 8 + 64, ctx);
  const MemoryReservation held(ctx.memory(), scaled.bytes());
  const IntegerVector shifted = taylor_shift(scaled, 1, ctx);
  const MemoryReservation held_too(ctx.memory(), shifted.bytes());
  Integer error = 1;  // C(n+1, j+1), from j = n down
  for (std::size_t j = n + 1; j-- > 0;) {
    if (j % 256 == 0) ctx.poll();
    if (shifted[j].sign() != sign || shifted[j].bit_length() <= error.bit_length()) return false;
    // C(n+1, j) = C(n+1, j+1) (j+1) / (n+1-j)
    error *= j + 1;
    error.with_mpz([&](mpz_ptr z) { mpz_divexact_ui(z, z, n + 1 - j); });
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
