// Garner's algorithm over vectors of coefficients, by 52-bit multiply-adds. See word_crt.hpp.
//
// Digits v_j are below q_j < 2^50; the primes lie within a factor of two of each other, so that r_j + 2 q_j - v_i is
// positive and below 4 q_j < 2^52, Shoup's range. The last step: v C mod p with C' = floor(C 2^52 / p) and v < 2^50:
// q = floor(v C' / 2^52) is floor(v C / p) or one less, so v C - q p, computed modulo 2^64, lies in [0, 2p), p < 2^63.

template <unsigned primes, bool streamed>
static void word_crt_lanes(const WordCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out,
                           std::size_t n) {
  const VecU64 zeros = VecU64::broadcast(0);
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  const VecU64 p = VecU64::broadcast(crt.p);
  for (std::size_t i = 0; i < n; i += VecU64::lanes) {
    VecU64 v[primes];
    v[0] = VecU64::load(residues[0] + i);
    for (unsigned j = 1; j < primes; ++j) {
      const VecU64 q = VecU64::broadcast(transform_primes[j]);
      const VecU64 q2 = q + q;
      const VecU64 minus_q = mask + VecU64::broadcast(1) - q;
      VecU64 r = VecU64::load(residues[j] + i);
      for (unsigned k = 0; k < j; ++k) {
        const CrtFactor& f = crt.inverses[j][k];
        r = r + q2 - v[k];
        const VecU64 quotient = madd52hi(zeros, r, VecU64::broadcast(f.quotient52));
        r = madd52lo(madd52lo(zeros, r, VecU64::broadcast(f.value)), quotient, minus_q) & mask;
      }
      v[j] = min(r, r - q);
    }
    VecU64 x = v[0];
    if (crt.radices[0].quotient64 != 0) {  // p < 2^50: v_0 may exceed it
      const VecU64 quotient = madd52hi(zeros, x, VecU64::broadcast(crt.radices[0].quotient52));
      x = x - mul_lo64(quotient, p);
      x = min(x, x - p);
    }
    for (unsigned j = 1; j < primes; ++j) {
      const CrtFactor& f = crt.radices[j];
      const VecU64 quotient = madd52hi(zeros, v[j], VecU64::broadcast(f.quotient52));
      VecU64 t = mul_lo64(v[j], VecU64::broadcast(f.value)) - mul_lo64(quotient, p);
      t = min(t, t - p);
      x = x + t;
      x = min(x, x - p);
    }
    store_words<streamed>(x, out + i);
  }
}

template <bool streamed>
static void word_crt_whole(const WordCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out,
                           std::size_t n) {
  switch (crt.primes) {
    case 1:
      return word_crt_lanes<1, streamed>(crt, residues, out, n);
    case 2:
      return word_crt_lanes<2, streamed>(crt, residues, out, n);
    case 3:
      return word_crt_lanes<3, streamed>(crt, residues, out, n);
    default:
      return word_crt_lanes<4, streamed>(crt, residues, out, n);
  }
}

static void word_crt(const WordCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n,
                     bool streamed) {
  const std::size_t whole = n / VecU64::lanes * VecU64::lanes;
  if (streamed && reinterpret_cast<std::uintptr_t>(out) % sizeof(VecU64) == 0)
    word_crt_whole<true>(crt, residues, out, whole);
  else
    word_crt_whole<false>(crt, residues, out, whole);
  if (whole == n) return;
  std::uint64_t copies[4][VecU64::lanes] = {};
  const std::uint64_t* const rows[4] = {copies[0], copies[1], copies[2], copies[3]};
  std::uint64_t result[VecU64::lanes];
  for (unsigned j = 0; j < crt.primes; ++j)
    for (std::size_t i = whole; i < n; ++i) copies[j][i - whole] = residues[j][i];
  word_crt_whole<false>(crt, rows, result, VecU64::lanes);
  for (std::size_t i = whole; i < n; ++i) out[i] = result[i - whole];
}
