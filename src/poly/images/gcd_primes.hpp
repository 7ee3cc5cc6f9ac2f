// The primes of the modular algorithms, and images modulo one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The primes below 2^62, descending; the first ones come from a table.
class GcdPrimes {
 public:
  std::uint64_t next();

  static constexpr std::size_t tabulated_inverses = 128;
  /// The inverse modulo prime i, from 0, of the product of the primes before it. Precondition: i < tabulated_inverses.
  static std::uint64_t inverse_of_lower_product(std::size_t i) noexcept;

 private:
  std::size_t index_ = 0;
  std::uint64_t last_ = std::uint64_t{1} << 62;
};

/// The odd primes below 2^50, descending, whose products are summed in vectors; the first ones come from a table.
class LanePrimes {
 public:
  std::uint64_t next();

 private:
  std::size_t index_ = 0;
  std::uint64_t last_ = std::uint64_t{1} << 50;
};

/// The primes below 2^31, descending, for vectors of 32-bit residues; the first ones come from a table.
class NarrowPrimes {
 public:
  std::uint64_t next();

 private:
  std::size_t index_ = 0;
  std::uint64_t last_ = std::uint64_t{1} << 31;
};

/// out[i] = a[i] mod p, canonical; out.size() = a.size(). Parallel over the coefficients.
void residues(const IntegerVector& a, std::uint64_t p, std::span<std::uint64_t> out, const ExecutionContext& ctx);
/// Coefficients whose residues take some tens of microseconds.
std::size_t residues_grain(const IntegerVector& a) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
