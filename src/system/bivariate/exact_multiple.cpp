// Exact division modulo primes.
#include "system/bivariate/exact_multiple.hpp"

#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/primes.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t prime_bits = 61;  // of every prime, at least
constexpr int most_attempts = 4;

/// log2 of the sum of the coefficients' absolute values, rounded up.
std::size_t sum_bits(const PolyZ& f) {
  return f.coefficients().max_bits() + static_cast<std::size_t>(std::bit_width(f.length()));
}

}  // namespace

bool is_multiple_of(const PolyZ& a, const PolyZ& f, const ExecutionContext& ctx) {
  if (a.is_zero()) return true;
  if (a.degree() < f.degree()) return false;
  const std::size_t length = a.length() - f.length() + 1;
  std::size_t count = sum_bits(a) / prime_bits + 2;
  std::uint64_t prime = std::uint64_t{1} << 62;
  std::vector<std::uint64_t> moduli;
  std::vector<std::vector<std::uint64_t>> images;
  MemoryReservation held;
  for (int attempt = 0; attempt < most_attempts; ++attempt, count *= 2) {
    held = MemoryReservation(ctx.memory(), count * length * sizeof(std::uint64_t));
    const std::size_t before = moduli.size();
    const Integer leading = f.leading_coefficient();
    while (moduli.size() < count) {
      prime = previous_prime(prime);
      if (leading.view().mod(prime) != 0) moduli.push_back(prime);
    }
    images.resize(count);
    std::atomic<bool> divides{true};
    parallel_for(ctx, count - before, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = before + begin; i < before + end && divides; ++i) {
        const PrimeField field = PrimeField::trusted(moduli[i]);
        const auto [quotient, remainder] = div_rem(reduce(a, field, ctx), reduce(f, field, ctx), ctx);
        if (!remainder.is_zero()) divides = false;
        images[i].assign(length, 0);
        std::copy(quotient.coefficients().begin(), quotient.coefficients().end(), images[i].begin());
      }
    });
    if (!divides) return false;
    const CrtBasis basis(CrtBasis::KnownPrimes{}, moduli, ctx);
    const std::vector<std::span<const std::uint64_t>> rows(images.begin(), images.end());
    const PolyZ quotient(basis.from_residues(rows, ctx));
    // |f q - a| is below the product, of which it is a multiple.
    if (sum_bits(f) + sum_bits(quotient) + 1 < basis.product().bit_length() &&
        sum_bits(a) + 1 < basis.product().bit_length())
      return true;
  }
  return false;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
