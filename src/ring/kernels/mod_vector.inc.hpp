// Element-wise arithmetic on residues: a +- b, -a, and the product with a constant by Shoup's method.
//
// One text for all instruction sets: included by mod_vector.cpp once per region, with POLYFORK_KERNEL_ISA set to the
// name of the namespace and the wrapper of that name included before. Ranges: 0 < p < 2^63, residues in [0, p).
// Differences and sums less p are signed numbers of 64 bits, to which p is added where they are negative. Shoup: with
// q = floor(w 2^64 / p), the quotient floor(a q / 2^64) is at most one too small, so the remainder is in [0, 2p). With
// 52-bit multiplication (p < 2^50) the same holds with floor(w 2^52 / p) = floor(q / 2^12). In doubles (p < 2^50) the
// quotient is the integer next to a q', q' = floor(q / 2^11) 2^-53, which adding and taking away 1.5 2^52 rounds to:
// |quotient - a w / p| <= 1/2 + a 2^-53 < 5/8. With h = a w rounded and h + l = a w, h less the quotient times p is an
// integer below 2^51, hence exact, and so is the remainder, below 5/8 p in size. Cost: n steps; no allocation.
// Literature: Harvey, Faster arithmetic for number-theoretic transforms, JSC 2014.

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::POLYFORK_KERNEL_ISA {

static POLYFORK_ALWAYS_INLINE std::uint64_t min_word(std::uint64_t x, std::uint64_t y) { return x < y ? x : y; }

static void add_mod(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                    std::uint64_t p) {
  const VecU64 vp = VecU64::broadcast(p);
  std::size_t i = 0;
  for (; n - i >= VecU64::lanes; i += VecU64::lanes) {
    add_if_negative(VecU64::load(a + i) + VecU64::load(b + i) - vp, vp).store(out + i);
  }
  for (; i < n; ++i) out[i] = min_word(a[i] + b[i], a[i] + b[i] - p);
}

static void sub_mod(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                    std::uint64_t p) {
  const VecU64 vp = VecU64::broadcast(p);
  std::size_t i = 0;
  for (; n - i >= VecU64::lanes; i += VecU64::lanes) {
    add_if_negative(VecU64::load(a + i) - VecU64::load(b + i), vp).store(out + i);
  }
  for (; i < n; ++i) out[i] = min_word(a[i] - b[i], a[i] - b[i] + p);
}

static void neg_mod(std::uint64_t* out, const std::uint64_t* a, std::size_t n, std::uint64_t p) {
  const VecU64 vp = VecU64::broadcast(p);
  const VecU64 zero = VecU64::broadcast(0);
  std::size_t i = 0;
  for (; n - i >= VecU64::lanes; i += VecU64::lanes) {
    add_if_negative(zero - VecU64::load(a + i), vp).store(out + i);
  }
  for (; i < n; ++i) out[i] = min_word(std::uint64_t{0} - a[i], p - a[i]);
}

static POLYFORK_ALWAYS_INLINE std::uint64_t mul_word_shoup(std::uint64_t a, std::uint64_t w, std::uint64_t w_shoup,
                                                           std::uint64_t p) {
  __extension__ using Wide = unsigned __int128;
  const auto quotient = static_cast<std::uint64_t>((Wide{a} * w_shoup) >> 64);
  const std::uint64_t remainder = a * w - quotient * p;
  return min_word(remainder, remainder - p);
}

#if defined(POLYFORK_KERNEL_F64)
/// a -> a w mod p in doubles.
struct ScalarProduct {
  VecF64 w, quotient, p, magic;
  VecU64 modulus;

  explicit POLYFORK_ALWAYS_INLINE ScalarProduct(std::uint64_t factor, std::uint64_t shoup, std::uint64_t prime)
      : w(VecF64::broadcast(static_cast<double>(static_cast<std::int64_t>(factor)))),
        quotient(VecF64::broadcast(static_cast<double>(static_cast<std::int64_t>(shoup >> 11)) * 0x1p-53)),
        p(VecF64::broadcast(static_cast<double>(static_cast<std::int64_t>(prime)))),
        magic(VecF64::broadcast(6755399441055744.0)),  // 1.5 2^52
        modulus(VecU64::broadcast(prime)) {}

  POLYFORK_ALWAYS_INLINE VecU64 times(VecU64 a) const {
    const VecF64 x = bits_as_double(a + VecU64::broadcast(0x4330000000000000)) - VecF64::broadcast(0x1p52);
    const VecF64 q = fma_add(x, quotient, magic) - magic;
    const VecF64 h = x * w;
    const VecF64 r = fma_neg(q, p, h) + fma_sub(x, w, h);
    return add_if_negative(bits_as_word(r + magic) - bits_as_word(magic), modulus);
  }
};
#endif

static void mul_scalar_mod_shoup(std::uint64_t* out, const std::uint64_t* a, std::size_t n, std::uint64_t w,
                                 std::uint64_t w_shoup, std::uint64_t p) {
  std::size_t i = 0;
#if defined(POLYFORK_KERNEL_MADD52)
  if (p < std::uint64_t{1} << 50) {
    const VecU64 vp = VecU64::broadcast(p);
    const VecU64 vw = VecU64::broadcast(w);
    const VecU64 vq = VecU64::broadcast(w_shoup >> 12);
    const VecU64 zero = VecU64::broadcast(0);
    const VecU64 low52 = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
    for (; n - i >= VecU64::lanes; i += VecU64::lanes) {
      const VecU64 va = VecU64::load(a + i);
      const VecU64 quotient = madd52hi(zero, va, vq);
      const VecU64 remainder = (madd52lo(zero, va, vw) - madd52lo(zero, quotient, vp)) & low52;
      min(remainder, remainder - vp).store(out + i);
    }
  }
#elif defined(POLYFORK_KERNEL_F64)
  if (p < std::uint64_t{1} << 50) {
    const ScalarProduct by(w, w_shoup, p);
    for (; n - i >= VecU64::lanes; i += VecU64::lanes) by.times(VecU64::load(a + i)).store(out + i);
    if (i != n) by.times(VecU64::load_first(a + i, n - i)).store_first(out + i, n - i);
    return;
  }
#endif
  for (; i < n; ++i) out[i] = mul_word_shoup(a[i], w, w_shoup, p);
}

#if defined(POLYFORK_KERNEL_MADD52)
/// Montgomery's reduction by 2^52. The sum S of three products is below 3 p^2; with m = -S p^-1 mod 2^52, (S + m p) /
/// 2^52 < 3 p^2 / 2^52 + p < 1.75 p. The low halves of S and m p add up to a multiple of 2^52.
static void add_products_mod52(std::uint64_t* u, const std::uint64_t* v, std::size_t n, const ModRow& row) {
  const VecU64 p = VecU64::broadcast(row.p);
  const VecU64 negative_inverse = VecU64::broadcast(row.negative_inverse);
  const VecU64 c = VecU64::broadcast(row.c);
  const VecU64 q1 = VecU64::broadcast(row.q1);
  const VecU64 q0 = VecU64::broadcast(row.q0);
  const VecU64 zero = VecU64::broadcast(0);
  const auto combined = [&](VecU64 x, VecU64 below, VecU64 here) {
    const VecU64 low = madd52lo(madd52lo(madd52lo(zero, c, x), q1, below), q0, here);
    const VecU64 high = madd52hi(madd52hi(madd52hi(zero, c, x), q1, below), q0, here);
    const VecU64 m = madd52lo(zero, low, negative_inverse);
    const VecU64 carry = shift_right<52>(madd52lo(low, m, p));
    const VecU64 sum = madd52hi(high + carry, m, p);
    return min(sum, sum - p);
  };
  std::size_t i = 0;
  for (; n - i >= VecU64::lanes; i += VecU64::lanes)
    combined(VecU64::load(u + i), VecU64::load(v + i - 1), VecU64::load(v + i)).store(u + i);
  if (i == n) return;
  combined(VecU64::load_first(u + i, n - i), VecU64::load_first(v + i - 1, n - i), VecU64::load_first(v + i, n - i))
      .store_first(u + i, n - i);
}
#else
constexpr decltype(ModVectorKernels::add_products_mod52) add_products_mod52 = nullptr;
#endif

}  // namespace detail::kernels::POLYFORK_KERNEL_ISA
}  // namespace v1
}  // namespace polyfork
