// The cyclotomic factors of a cyclotomic polynomial in a power of x, without listing any.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Phi_kernel(x^power), the kernel of the given degree and a product of distinct primes. The index kernel * power may
/// be longer than a word.
struct CyclotomicPower {
  std::uint64_t kernel;
  std::uint64_t degree;
  std::uint64_t power;
};

/// The cyclotomic factors of Phi_index(x^n), those of one kernel side by side. Throws MemoryLimit where a kernel is too
/// long to be listed.
std::vector<CyclotomicPower> cyclotomic_powers(std::uint64_t index, std::uint64_t n, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
