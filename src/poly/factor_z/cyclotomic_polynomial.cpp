// Cyclotomic polynomials, listed.
#include "poly/factor_z/cyclotomic_polynomial.hpp"

#include <optional>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/ring/integer.hpp>

#include "core/limits.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Phi_K(x^spread) for K > 1 the product of the primes, and n the degree of Phi_K; nothing where a word overflows.
template <class Word>
std::optional<IntegerVector> cyclotomic_of_words(const std::vector<std::uint64_t>& primes, std::size_t n,
                                                 std::size_t spread, const ExecutionContext& ctx) {
  constexpr std::size_t stride = sizeof(Word) / sizeof(mp_limb_t);
  const std::size_t degree = saturating_mul(n, spread);
  const std::size_t bytes = saturating_add(saturating_mul(n / 2 + 1, sizeof(Word)),
                                           saturating_mul(saturating_add(degree, 2), stride * sizeof(mp_limb_t) + 4));
  require_list(bytes, 1, ctx);
  const MemoryReservation reservation(ctx.memory(), bytes);
  std::vector<Word> c(n / 2 + 1);
  if (!low_cyclotomic_coefficients(primes, std::span<Word>(c), ctx)) return std::nullopt;
  IntegerVector f(degree + 1, stride);
  for (std::size_t i = 0; i <= n; ++i) {
    if (i % 65536 == 0) ctx.poll();
    f.assign(i * spread, Integer(c[std::min(i, n - i)]).view());
  }
  return f;
}

}  // namespace

IntegerVector cyclotomic(std::uint64_t m, const ExecutionContext& ctx) {
  if (m == 1) return IntegerVector{-1, 1};
  const std::vector<std::uint64_t> primes = prime_factors(m);
  std::uint64_t n = 1;
  std::uint64_t spread = m;
  for (const std::uint64_t p : primes) {
    n *= p - 1;
    spread /= p;
  }
  return within_memory(ctx, [&] {
    if (auto f = cyclotomic_of_words<std::int64_t>(primes, n, spread, ctx)) return std::move(*f);
    if (auto f = cyclotomic_of_words<Int128>(primes, n, spread, ctx)) return std::move(*f);
    throw MemoryLimit(SIZE_MAX, ctx.memory().used(), ctx.memory().limit());
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
