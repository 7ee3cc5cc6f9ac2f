// The algorithm of Berlekamp and Massey modulo primes below 2^31, with the inner products of elimination.
#include "system/modular/berlekamp_massey.hpp"

#include <polyfork/core/cpu.hpp>

#include "groebner/dot_product.hpp"
#include "poly/residues/word_recurrence.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

struct Arithmetic {
  const SmallPrime& p;
  const ExecutionContext& ctx;
  std::uint32_t mul(std::uint32_t a, std::uint32_t b) const noexcept { return p.mul(a, b); }
  std::uint32_t inverse(std::uint32_t a) const noexcept { return p.inverse(a); }
  /// Once for each term of the sequence.
  std::uint32_t dot(const std::uint32_t* a, const std::uint32_t* b, std::size_t n) const {
    ctx.poll();
    return detail::dot(a, b, n, p);
  }
  void subtract(std::uint32_t* a, const std::uint32_t* b, std::size_t n, std::uint32_t c) const {
    kernel(a, b, n, WordMultiple(c, p));
  }

  MultipleKernel kernel = multiple_table().select(active_isa());
};

}  // namespace

std::vector<std::uint32_t> minimal_recurrence(std::span<const std::uint32_t> sequence, const SmallPrime& p,
                                              const ExecutionContext& ctx) {
  return minimal_recurrence<std::uint32_t>(sequence, Arithmetic{p, ctx});
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
