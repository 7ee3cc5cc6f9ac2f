// From residues to signed integers of up to three limbs, by 52-bit multiply-adds. See signed_words.hpp; included after
// garner_words.inc.hpp.

/// Magnitudes of eight coefficients as rows of words, and their signed sizes. A coefficient is negative when its top
/// digit v_(k-1) is above half of the last prime: it is far from half of the product.
template <unsigned primes, unsigned stride, bool streamed>
static POLYFORK_ALWAYS_INLINE void signed_words_eight(const LimbCrt& crt, const std::uint64_t* const* residues,
                                                      std::size_t i, std::uint64_t* rows, std::int32_t* sizes) {
  const VecU64 zeros = VecU64::broadcast(0);
  const VecU64 ones = zeros - VecU64::broadcast(1);
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  VecU64 digit[4];
  const VecU64 top = garner_digits<primes>(crt, residues, i, digit);
  const VecU64 negative = select_less(VecU64::broadcast(transform_primes[primes - 1] / 2), top, ones, zeros);
  VecU64 borrow = zeros;
#pragma GCC unroll 4
  for (unsigned k = 0; k < 3; ++k) {  // the product of the primes less the coefficient
    const VecU64 difference = VecU64::broadcast(crt.digits[k]) - digit[k] - borrow;
    borrow = shift_right<63>(difference);
    digit[k] = digit[k] ^ ((digit[k] ^ (difference & mask)) & negative);
  }
  const VecU64 low = join_digits<0>(digit);
  const VecU64 middle = join_digits<1>(digit);
  const VecU64 high = join_digits<2>(digit);
  VecU64 size = select_less(zeros, low, VecU64::broadcast(1), zeros);
  if constexpr (stride > 1) size = select_less(zeros, middle, VecU64::broadcast(2), size);
  if constexpr (stride > 2) size = select_less(zeros, high, VecU64::broadcast(3), size);
  ((size ^ negative) - negative).store_narrowed(sizes);
  if constexpr (stride == 1) store_words<streamed>(low, rows);
  if constexpr (stride == 2) store_in_turn<streamed>(low, middle, rows);
  if constexpr (stride == 3) store_in_turn<streamed>(low, middle, high, rows);
}

template <unsigned primes, unsigned stride, bool streamed>
static void signed_words_in(const LimbCrt& crt, const std::uint64_t* const* residues, const SignedRows& to,
                            std::size_t n) {
  const std::size_t whole = n / VecU64::lanes * VecU64::lanes;
  for (std::size_t i = 0; i < whole; i += VecU64::lanes)
    signed_words_eight<primes, stride, streamed>(crt, residues, i, to.rows + i * stride, to.sizes + i);
  if (whole == n) return;
  std::uint64_t copies[4][VecU64::lanes] = {};
  const std::uint64_t* const tail[4] = {copies[0], copies[1], copies[2], copies[3]};
  std::uint64_t last_rows[stride * VecU64::lanes];
  std::int32_t last[VecU64::lanes];
  for (unsigned j = 0; j < primes; ++j)
    for (std::size_t k = 0; k < n - whole; ++k) copies[j][k] = residues[j][whole + k];
  signed_words_eight<primes, stride, false>(crt, tail, 0, last_rows, last);
  for (std::size_t k = 0; k < n - whole; ++k) to.sizes[whole + k] = last[k];
  for (std::size_t k = 0; k < (n - whole) * stride; ++k) to.rows[whole * stride + k] = last_rows[k];
}

template <unsigned primes, unsigned stride>
static void signed_words_run(const LimbCrt& crt, const std::uint64_t* const* residues, const SignedRows& to,
                             std::size_t n) {
  if (to.streamed && reinterpret_cast<std::uintptr_t>(to.rows) % sizeof(VecU64) == 0) {
    signed_words_in<primes, stride, true>(crt, residues, to, n);
  } else {
    signed_words_in<primes, stride, false>(crt, residues, to, n);
  }
}

#include "fft/kernels/signed_words_choice.inc.hpp"
