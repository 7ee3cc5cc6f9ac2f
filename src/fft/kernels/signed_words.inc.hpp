// Signed one-limb integers to residues and back, by 52-bit multiply-adds. See signed_words.hpp; included after
// garner_words.inc.hpp.

static POLYFORK_ALWAYS_INLINE VecU64 signed_words_times(VecU64 x, const CrtFactor& f, VecU64 minus_q, VecU64 mask) {
  const VecU64 zeros = VecU64::broadcast(0);
  const VecU64 quotient = madd52hi(zeros, x, VecU64::broadcast(f.quotient52));
  return madd52lo(madd52lo(zeros, x, VecU64::broadcast(f.value)), quotient, minus_q) & mask;
}

static void signed_words_to_residues(const WordReduction& r, const std::uint64_t* words, const std::int32_t* signs,
                                     std::uint64_t* out, std::size_t n) {
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  const VecU64 q = VecU64::broadcast(r.q);
  const VecU64 q2 = q + q;
  const VecU64 minus_q = mask + VecU64::broadcast(1) - q;
  for (std::size_t i = 0; i < n; i += VecU64::lanes) {
    const std::size_t count = n - i < VecU64::lanes ? n - i : VecU64::lanes;
    std::uint64_t negative[VecU64::lanes] = {};
    for (std::size_t k = 0; k < count; ++k)
      negative[k] = static_cast<std::uint64_t>(static_cast<std::int64_t>(signs[i + k]) >> 63);
    const VecU64 flip = VecU64::load(negative);
    const VecU64 x = count == VecU64::lanes ? VecU64::load(words + i) : VecU64::load_first(words + i, count);
    VecU64 y = signed_words_times(x & mask, r.one, minus_q, mask) +
               signed_words_times(shift_right<52>(x), r.high, minus_q, mask);  // below 4 q
    y = min(y, y - q2);
    y = min(y, y - q);
    y = y + ((q - y - y) & flip);  // q - y, which is q for zero
    y = min(y, y - q);
    if (count == VecU64::lanes)
      y.store(out + i);
    else
      y.store_first(out + i, count);
  }
}

template <unsigned primes, unsigned stride>
static void signed_words_run(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* rows,
                             std::int32_t* sizes, std::size_t n) {
  __extension__ using Wide = unsigned __int128;
  LimbCrtWords words;
  std::uint64_t copies[4][VecU64::lanes] = {};
  const std::uint64_t* const tail[4] = {copies[0], copies[1], copies[2], copies[3]};
  for (std::size_t i = 0; i < n; i += VecU64::lanes) {
    std::size_t count = VecU64::lanes;
    if (n - i < VecU64::lanes) {
      count = n - i;
      for (unsigned j = 0; j < primes; ++j)
        for (std::size_t k = 0; k < count; ++k) copies[j][k] = residues[j][i + k];
      limb_crt_eight<primes>(crt, tail, 0, words);
    } else {
      limb_crt_eight<primes>(crt, residues, i, words);
    }
    for (std::size_t k = 0; k < count; ++k) {
      // the top word nearly always tells on which side of half the product x lies
      const std::uint64_t x0 = words.word[0][k];
      const std::uint64_t x1 = words.word[1][k];
      const std::uint64_t x2 = words.word[2][k];
      Wide t = Wide{crt.half[0]} - x0;
      t = Wide{crt.half[1]} - x1 - (static_cast<std::uint64_t>(t >> 64) & 1);
      t = Wide{crt.half[2]} - x2 - (static_cast<std::uint64_t>(t >> 64) & 1);
      const std::uint64_t flip = 0 - (static_cast<std::uint64_t>(t >> 64) & 1);
      // product - x = ~x + 1 + product
      Wide sum = Wide{x0 ^ flip} + (crt.product[0] & flip) + (flip & 1);
      const auto y0 = static_cast<std::uint64_t>(sum);
      sum = Wide{x1 ^ flip} + (crt.product[1] & flip) + static_cast<std::uint64_t>(sum >> 64);
      const auto y1 = static_cast<std::uint64_t>(sum);
      const std::uint64_t y2 = (x2 ^ flip) + (crt.product[2] & flip) + static_cast<std::uint64_t>(sum >> 64);
      std::uint64_t* const row = rows + (i + k) * stride;
      row[0] = y0;
      std::int32_t size = y0 != 0 ? 1 : 0;
      if constexpr (stride > 1) {
        row[1] = y1;
        size = y1 != 0 ? 2 : size;
      }
      if constexpr (stride > 2) {
        row[2] = y2;
        size = y2 != 0 ? 3 : size;
      }
      const auto sign = static_cast<std::int32_t>(flip);
      sizes[i + k] = (size ^ sign) - sign;
    }
  }
}

template <unsigned primes>
static void signed_words_stride(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* rows,
                                std::size_t stride, std::int32_t* sizes, std::size_t n) {
  switch (stride) {
    case 1:
      return signed_words_run<primes, 1>(crt, residues, rows, sizes, n);
    case 2:
      return signed_words_run<primes, 2>(crt, residues, rows, sizes, n);
    default:
      return signed_words_run<primes, 3>(crt, residues, rows, sizes, n);
  }
}

static void signed_words_from_residues(const LimbCrt& crt, const std::uint64_t* const* residues, std::uint64_t* rows,
                                       std::size_t stride, std::int32_t* sizes, std::size_t n) {
  switch (crt.primes) {
    case 1:
      return signed_words_stride<1>(crt, residues, rows, stride, sizes, n);
    case 2:
      return signed_words_stride<2>(crt, residues, rows, stride, sizes, n);
    default:
      return signed_words_stride<3>(crt, residues, rows, stride, sizes, n);
  }
}
