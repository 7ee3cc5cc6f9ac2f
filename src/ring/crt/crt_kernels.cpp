// The table that chooses among the vector kernels of residue conversion; without vectors there is no kernel.
#include "ring/crt/crt_kernels.hpp"

#include <atomic>

#include "core/cpu_ports.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

// The scalar entry is null: the portable conversions work with limbs and need no digits.
using Table = IsaTable<const CrtKernels*>;
#if defined(__x86_64__)
constexpr Table in_rows = {nullptr, &kernels::avx2::crt_fma, &kernels::avx512::crt_fma, &kernels::ifma::crt_madd52};
constexpr Table in_pairs = {nullptr, &kernels::avx2::crt_fma, &kernels::avx512::crt_fma, &kernels::ifma::crt_madd51};
#else
constexpr Table in_rows = {nullptr, nullptr, nullptr, nullptr};
constexpr Table in_pairs = in_rows;
#endif

constexpr std::size_t primes_for_pairs = 16;  // fewer rows are not worth their own products
constexpr int not_forced = -1;
std::atomic<int> forced_pairs{not_forced};

}  // namespace

const CrtKernels* crt_kernels(Isa isa, std::size_t primes) noexcept {
  const int forced = forced_pairs.load(std::memory_order_relaxed);
  const bool pairs = forced == not_forced ? primes >= primes_for_pairs && adds_beside_multiplies() : forced != 0;
  return (pairs ? in_pairs : in_rows).select(isa);
}

void force_crt_pairs_for_testing(std::optional<bool> pairs) noexcept {
  forced_pairs.store(pairs ? static_cast<int>(*pairs) : not_forced, std::memory_order_relaxed);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
