// Elimination of a dense row modulo eight primes: included by lane_rows.cpp once for each instruction set.
//
// For a sum s < p^2 < 2^62 and m = floor(2^62 / p) < 2^32 the quotient floor((s >> 30) m / 2^32) is at most s / p and
// above s / p - 3: the bits that are dropped, the fraction of m and that of the product each cost less than one. So the
// remainder is below 3 p, and two conditional subtractions are enough.

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::POLYFORK_KERNEL_ISA {

template <class Vec>
static POLYFORK_ALWAYS_INLINE Vec coefficients_at(const std::uint32_t* from) {
  if constexpr (Vec::lanes == 1)
    return Vec::broadcast(*from);
  else
    return Vec::load_extended(reinterpret_cast<const std::int32_t*>(from));
}

static void reduce_lanes(std::uint64_t* sums, std::uint8_t* touched, std::size_t first, std::size_t width,
                         const LaneRow* rows, const std::int32_t* row_at, const LanePrimes& primes) {
  constexpr std::size_t vectors = prime_lanes / VecU64::lanes;
  const VecU64 zero = VecU64::broadcast(0);
  VecU64 factor[vectors];
  VecU64 square[vectors];
  for (std::size_t v = 0; v < vectors; ++v) square[v] = VecU64::load(primes.square + v * VecU64::lanes);
  for (std::size_t c = first; c < width; ++c) {
    if (touched[c] == 0) continue;
    std::uint64_t* const at = sums + c * prime_lanes;
    for (std::size_t v = 0; v < vectors; ++v) {
      const VecU64 p = VecU64::load(primes.prime + v * VecU64::lanes);
      const VecU64 s = VecU64::load(at + v * VecU64::lanes);
      const VecU64 q =
          shift_right<32>(mul_lo32(shift_right<30>(s), VecU64::load(primes.reciprocal + v * VecU64::lanes)));
      VecU64 r = s - mul_lo32(q, p);
      r = min(r, r - p);
      factor[v] = min(r, r - p);
      factor[v].store(at + v * VecU64::lanes);
    }
    std::uint64_t any = 0;
    for (std::size_t k = 0; k < prime_lanes; ++k) any |= at[k];
    if (any == 0) {
      touched[c] = 0;
      continue;
    }
    if (row_at[c] < 0) continue;
    const LaneRow& row = rows[row_at[c]];
    for (std::size_t i = 0; i < row.size; ++i) {
      const std::size_t column = row.columns[i];
      touched[column] = 1;
      for (std::size_t v = 0; v < vectors; ++v) {
        std::uint64_t* const entry = sums + column * prime_lanes + v * VecU64::lanes;
        const VecU64 product =
            mul_lo32(factor[v], coefficients_at<VecU64>(row.coefficients + i * prime_lanes + v * VecU64::lanes));
        // Below zero it wraps, and the sum with p^2 is the lesser one.
        const VecU64 difference = VecU64::load(entry) - product;
        min(difference, difference + square[v]).store(entry);
      }
    }
    for (std::size_t v = 0; v < vectors; ++v) zero.store(at + v * VecU64::lanes);
    touched[c] = 0;
  }
}

}  // namespace detail::kernels::POLYFORK_KERNEL_ISA
}  // namespace v1
}  // namespace polyfork
