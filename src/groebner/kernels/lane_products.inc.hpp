// Dot products modulo eight primes: included by lane_products.cpp once for each instruction set.
//
// Products are below 2^62, so that four of them are added before the halves of the sum go to sums of their own. These
// are below 2^62, too, and reduced as in lane_rows.inc.hpp; with h = 2^32 mod p the residue of low + 2^32 high is that
// of (low mod p) + h (high mod p) <= (p - 1) + (p - 1)^2 < p^2.

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::POLYFORK_KERNEL_ISA {

template <class Vec>
static POLYFORK_ALWAYS_INLINE Vec entries_at(const std::uint32_t* from) {
  if constexpr (Vec::lanes == 1)
    return Vec::broadcast(*from);
  else
    return Vec::load_extended(reinterpret_cast<const std::int32_t*>(from));
}

/// s mod p for s < 2^62.
static POLYFORK_ALWAYS_INLINE VecU64 lane_residue(VecU64 s, VecU64 p, VecU64 reciprocal) {
  const VecU64 q = shift_right<32>(mul_lo32(shift_right<30>(s), reciprocal));
  VecU64 r = s - mul_lo32(q, p);
  r = min(r, r - p);
  return min(r, r - p);
}

static void lane_dot(const std::uint32_t* entries, const std::uint32_t* places, std::size_t n, const std::uint64_t* in,
                     std::uint64_t* out, const LanePrimes& primes) {
  constexpr std::size_t vectors = prime_lanes / VecU64::lanes;
  const VecU64 mask = VecU64::broadcast(0xFFFFFFFFU);
  VecU64 low[vectors];
  VecU64 high[vectors];
  for (std::size_t v = 0; v < vectors; ++v) low[v] = high[v] = VecU64::broadcast(0);
  for (std::size_t i = 0; i < n;) {
    VecU64 sum[vectors];
    for (std::size_t v = 0; v < vectors; ++v) sum[v] = VecU64::broadcast(0);
    const std::size_t end = n - i < 4 ? n : i + 4;
    for (; i < end; ++i)
      for (std::size_t v = 0; v < vectors; ++v)
        sum[v] = sum[v] + mul_lo32(entries_at<VecU64>(entries + i * prime_lanes + v * VecU64::lanes),
                                   VecU64::load(in + places[i] * prime_lanes + v * VecU64::lanes));
    for (std::size_t v = 0; v < vectors; ++v) {
      low[v] = low[v] + (sum[v] & mask);
      high[v] = high[v] + shift_right<32>(sum[v]);
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) {
    const VecU64 p = VecU64::load(primes.prime + v * VecU64::lanes);
    const VecU64 reciprocal = VecU64::load(primes.reciprocal + v * VecU64::lanes);
    const VecU64 half = VecU64::load(primes.half + v * VecU64::lanes);
    const VecU64 upper = mul_lo32(lane_residue(high[v], p, reciprocal), half);
    lane_residue(lane_residue(low[v], p, reciprocal) + upper, p, reciprocal).store(out + v * VecU64::lanes);
  }
}

}  // namespace detail::kernels::POLYFORK_KERNEL_ISA
}  // namespace v1
}  // namespace polyfork
