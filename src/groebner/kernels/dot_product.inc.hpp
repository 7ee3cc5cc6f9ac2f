// Dot products of words below 2^31 without reduction: included by dot_product.cpp once for each instruction set.
//
// Products are below 2^62, so that four of them are added before the halves of the sum go to sums of their own.

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::POLYFORK_KERNEL_ISA {

static POLYFORK_ALWAYS_INLINE VecU64 products_at(const std::uint32_t* a, const std::uint32_t* b, std::size_t i) {
  return mul_lo32(VecU64::load_extended(reinterpret_cast<const std::int32_t*>(a + i)),
                  VecU64::load_extended(reinterpret_cast<const std::int32_t*>(b + i)));
}

static SplitSum dot_product(const std::uint32_t* a, const std::uint32_t* b, std::size_t n) {
  constexpr std::size_t lanes = VecU64::lanes;
  const VecU64 mask = VecU64::broadcast(0xFFFFFFFFU);
  VecU64 low = VecU64::broadcast(0);
  VecU64 high = VecU64::broadcast(0);
  std::size_t i = 0;
  for (; n - i >= 4 * lanes; i += 4 * lanes) {
    const VecU64 sum = (products_at(a, b, i) + products_at(a, b, i + lanes)) +
                       (products_at(a, b, i + 2 * lanes) + products_at(a, b, i + 3 * lanes));
    low = low + (sum & mask);
    high = high + shift_right<32>(sum);
  }
  std::uint64_t lows[lanes];
  std::uint64_t highs[lanes];
  low.store(lows);
  high.store(highs);
  SplitSum total{0, 0};
  for (std::size_t k = 0; k < lanes; ++k) {
    total.low += lows[k];
    total.high += highs[k];
  }
  for (; i < n; ++i) {
    const std::uint64_t product = std::uint64_t{a[i]} * b[i];
    total.low += product & 0xFFFFFFFFU;
    total.high += product >> 32;
  }
  return total;
}

}  // namespace detail::kernels::POLYFORK_KERNEL_ISA
}  // namespace v1
}  // namespace polyfork
