// Dot products of words below 2^31 without reduction, and sums with multiples modulo a prime: included by
// dot_product.cpp once for each instruction set.
//
// Products are below 2^62, so that four of them are added before the halves of the sum go to sums of their own.

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::POLYFORK_KERNEL_ISA {

static POLYFORK_ALWAYS_INLINE VecU64 words_at(const std::uint32_t* from) {
  return VecU64::load(reinterpret_cast<const std::uint64_t*>(from));
}

/// The sum of the products of words at even and of those at odd places.
static POLYFORK_ALWAYS_INLINE VecU64 pairs_at(const std::uint32_t* a, const std::uint32_t* b) {
  const VecU64 x = words_at(a);
  const VecU64 y = words_at(b);
  return mul_lo32(x, y) + mul_lo32(shift_right<32>(x), shift_right<32>(y));
}

static SplitSum dot_product(const std::uint32_t* a, const std::uint32_t* b, std::size_t n) {
  constexpr std::size_t lanes = VecU64::lanes;
  const VecU64 mask = VecU64::broadcast(0xFFFFFFFFU);
  VecU64 low = VecU64::broadcast(0);
  VecU64 high = VecU64::broadcast(0);
  std::size_t i = 0;
  for (; n - i >= 4 * lanes; i += 4 * lanes) {
    const VecU64 sum = pairs_at(a + i, b + i) + pairs_at(a + i + 2 * lanes, b + i + 2 * lanes);
    low = low + (sum & mask);
    high = high + shift_right<32>(sum);
  }
  if (n - i >= 2 * lanes) {
    const VecU64 sum = pairs_at(a + i, b + i);
    low = low + (sum & mask);
    high = high + shift_right<32>(sum);
    i += 2 * lanes;
  }
  if (n - i >= lanes) {
    const VecU64 product = mul_lo32(VecU64::load_extended(reinterpret_cast<const std::int32_t*>(a + i)),
                                    VecU64::load_extended(reinterpret_cast<const std::int32_t*>(b + i)));
    low = low + (product & mask);
    high = high + shift_right<32>(product);
    i += lanes;
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

struct MultipleVectors {
  VecU64 prime;
  VecU64 factor;
  VecU64 quotient;
};

/// a - factor b modulo p of the lower words of lanes; those of a are alone there.
static POLYFORK_ALWAYS_INLINE VecU64 difference(VecU64 a, VecU64 b, const MultipleVectors& by) {
  const VecU64 q = shift_right<32>(mul_lo32(b, by.quotient));
  const VecU64 r = mul_lo32(b, by.factor) - mul_lo32(q, by.prime);
  const VecU64 d = a - min(r, r - by.prime);
  return min(d, d + by.prime);
}

/// Two words to a lane: the lower ones in place, then the upper ones.
static void subtract_multiple(std::uint32_t* to, const std::uint32_t* from, std::size_t n, const WordMultiple& by) {
  constexpr std::size_t words = 2 * VecU64::lanes;
  const VecU64 mask = VecU64::broadcast(0xFFFFFFFFU);
  const MultipleVectors vectors{VecU64::broadcast(by.prime), VecU64::broadcast(by.factor),
                                VecU64::broadcast(by.quotient)};
  std::size_t i = 0;
  for (; n - i >= words; i += words) {
    auto* const at = reinterpret_cast<std::uint64_t*>(to + i);
    const VecU64 a = VecU64::load(at);
    const VecU64 b = words_at(from + i);
    const VecU64 lower = difference(a & mask, b, vectors);
    const VecU64 upper = difference(shift_right<32>(a), shift_right<32>(b), vectors);
    (lower | shift_left<32>(upper)).store(at);
  }
  for (; i < n; ++i) to[i] = by.subtracted(to[i], from[i]);
}

}  // namespace detail::kernels::POLYFORK_KERNEL_ISA
}  // namespace v1
}  // namespace polyfork
