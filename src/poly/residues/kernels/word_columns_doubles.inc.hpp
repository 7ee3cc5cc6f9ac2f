// Included inside kernels::avx2 and its region: columns in vectors of four doubles.
//
// Below 2^23 products are added up as they are, 32 of them before a reduction, below 2^31 those of either half of a's
// coefficients. Longer products are split exactly: x y + 1.5 2^104 rounds to a multiple of 2^52, and a fused
// multiply-add gives what is left; both are added up as integers, by the bits that a number beside 1.5 2^104 or 1.5
// 2^52 has in its mantissa. A remainder of x by p is x - q p, q the integer nearest to x times the rounded 1 / p, in a
// fused multiply-add that rounds nothing, since what is left has fewer than 53 digits.

constexpr double column_unit = 0x1.8p52;
constexpr double column_high_unit = 0x1.8p104;
constexpr std::uint64_t column_unit_bits = 0x4338000000000000;
constexpr std::uint64_t column_high_unit_bits = 0x4678000000000000;
constexpr std::uint64_t column_word_bits = 0x4330000000000000;  ///< of 2^52: those of 2^52 + x are these and x
constexpr std::size_t column_chunk = 32;                        ///< coefficients of a between reductions

struct ColumnConstants {
  VecF64 p, inverse;
};

/// Words below 2^52 as doubles.
static POLYFORK_ALWAYS_INLINE VecF64 column_doubles(VecU64 x) {
  return bits_as_double(x | VecU64::broadcast(column_word_bits)) - VecF64::broadcast(0x1p52);
}

/// x mod p within (1/2 + 2^-20) p of 0. Precondition: x / p below 2^32, or |x| < 2^53 and x / p below 2^51.
static POLYFORK_ALWAYS_INLINE VecF64 column_rest(const ColumnConstants& k, VecF64 x) {
  const VecF64 unit = VecF64::broadcast(column_unit);
  return fma_neg(fma_add(x, k.inverse, unit) - unit, k.p, x);
}
/// x y mod p, |x| < 2^32 and y < p, within (1/2 + 2^-18) p of 0.
static POLYFORK_ALWAYS_INLINE VecF64 column_product_rest(const ColumnConstants& k, VecF64 x, VecF64 y) {
  const VecF64 high = x * y;
  return column_rest(k, high) + fma_sub(x, y, high);
}
/// The canonical residue of x as a word.
static POLYFORK_ALWAYS_INLINE VecU64 column_word(const ColumnConstants& k, VecF64 x) {
  const VecF64 r = column_rest(k, x);
  const VecF64 positive = {_mm256_blendv_pd(r.v, (r + k.p).v, r.v)};
  return bits_as_word(positive + VecF64::broadcast(0x1p52)) ^ VecU64::broadcast(column_word_bits);
}

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void clear_columns(VecF64* sums) {
  if constexpr (i < vectors) {
    sums[i] = VecF64::broadcast(0);
    clear_columns<vectors, i + 1>(sums);
  }
}
template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void add_columns(VecF64* sums, VecF64 a, const double* b) {
  if constexpr (i < vectors) {
    sums[i] = fma_add(a, VecF64::load(b + i * VecF64::lanes), sums[i]);
    add_columns<vectors, i + 1>(sums, a, b);
  }
}
/// Adds products of both halves of a coefficient of a, each to sums of its own.
template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void add_columns(VecF64* low, VecF64* high, VecF64 a, VecF64 upper, const double* b) {
  if constexpr (i < vectors) {
    VecF64 y = VecF64::load(b + i * VecF64::lanes);
    __asm__("" : "+x"(y.v));  // a register, not a load in either multiply-add: loads are what is short here
    low[i] = fma_add(a, y, low[i]);
    high[i] = fma_add(upper, y, high[i]);
    add_columns<vectors, i + 1>(low, high, a, upper, b);
  }
}
template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void reduce_columns(const ColumnConstants& k, VecF64* sums) {
  if constexpr (i < vectors) {
    sums[i] = column_rest(k, sums[i]);
    reduce_columns<vectors, i + 1>(k, sums);
  }
}

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void store_columns(const VecU64* x, std::uint64_t* out, std::size_t count) {
  if constexpr (i < vectors) {
    if (count < VecU64::lanes) return x[i].store_first(out, count);
    x[i].store(out);
    if (count > VecU64::lanes) store_columns<vectors, i + 1>(x, out + VecU64::lanes, count - VecU64::lanes);
  }
}

/// The coefficients of a that a block of columns needs: [first, last).
struct ColumnTerms {
  std::size_t first, last;
};
static POLYFORK_ALWAYS_INLINE ColumnTerms column_terms(std::size_t k, std::size_t block, std::size_t la,
                                                       std::size_t lb) {
  return {k < lb ? 0 : k - lb + 1, k + block < la ? k + block : la};
}

/// At most column_chunk coefficients, as doubles: all digits, or those from `shift` on and those below, in `upper` and
/// in `lower`.
static POLYFORK_ALWAYS_INLINE void column_chunk_of(const std::uint64_t* a, std::size_t n, double* lower) {
  std::size_t i = 0;
  for (; n - i >= VecU64::lanes; i += VecU64::lanes) column_doubles(VecU64::load(a + i)).store(lower + i);
  for (; i < n; ++i) lower[i] = static_cast<double>(static_cast<std::int64_t>(a[i]));
}
static POLYFORK_ALWAYS_INLINE void column_chunk_of(const std::uint64_t* a, std::size_t n, double* lower,
                                                   double* upper) {
  constexpr int shift = ColumnKernel::half_digits;
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << shift) - 1);
  std::size_t i = 0;
  for (; n - i >= VecU64::lanes; i += VecU64::lanes) {
    const VecU64 x = VecU64::load(a + i);
    column_doubles(x & mask).store(lower + i);
    column_doubles(shift_right<shift>(x)).store(upper + i);
  }
  for (; i < n; ++i) {
    lower[i] = static_cast<double>(static_cast<std::int64_t>(a[i] & ((std::uint64_t{1} << shift) - 1)));
    upper[i] = static_cast<double>(static_cast<std::int64_t>(a[i] >> shift));
  }
}

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void short_column_words(const ColumnConstants& k, const VecF64* sums, VecU64* words) {
  if constexpr (i < vectors) {
    words[i] = column_word(k, sums[i]);
    short_column_words<vectors, i + 1>(k, sums, words);
  }
}

/// p < 2^23: 32 products and a remainder are below 2^52.
static void short_columns(const ColumnConstants& c, const std::uint64_t* a, std::size_t la, const double* b,
                          std::size_t lb, std::uint64_t* out, std::size_t begin, std::size_t end) {
  constexpr int vectors = 8;
  constexpr std::size_t block = vectors * VecF64::lanes;
  for (std::size_t k = begin; k < end; k += block, out += block) {
    VecF64 sums[vectors];
    clear_columns<vectors>(sums);
    const ColumnTerms t = column_terms(k, block, la, lb);
    for (std::size_t i = t.first; i < t.last; i += column_chunk) {
      const std::size_t n = t.last - i < column_chunk ? t.last - i : column_chunk;
      alignas(32) double x[column_chunk];
      column_chunk_of(a + i, n, x);
      const double* from = b + k - i;
      for (std::size_t j = 0; j < n; ++j, --from) add_columns<vectors>(sums, VecF64::broadcast(x[j]), from);
      if (i + n < t.last) reduce_columns<vectors>(c, sums);
    }
    VecU64 words[vectors];
    short_column_words<vectors>(c, sums, words);
    store_columns<vectors>(words, out, end - k < block ? end - k : block);
  }
}

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void half_column_words(const ColumnConstants& k, const VecF64* low, const VecF64* high,
                                                     VecU64* words) {
  if constexpr (i < vectors) {
    constexpr double power = std::uint64_t{1} << ColumnKernel::half_digits;
    words[i] = column_word(k, fma_add(column_rest(k, high[i]), VecF64::broadcast(power), low[i]));
    half_column_words<vectors, i + 1>(k, low, high, words);
  }
}

/// p < 2^31, halves of 15 and 16 digits: 32 products and a remainder are below 2^52 + 2^31.
static void half_columns(const ColumnConstants& c, const std::uint64_t* a, std::size_t la, const double* b,
                         std::size_t lb, std::uint64_t* out, std::size_t begin, std::size_t end) {
  constexpr int vectors = 4;
  constexpr std::size_t block = vectors * VecF64::lanes;
  for (std::size_t k = begin; k < end; k += block, out += block) {
    VecF64 low[vectors];
    VecF64 high[vectors];
    clear_columns<vectors>(low);
    clear_columns<vectors>(high);
    const ColumnTerms t = column_terms(k, block, la, lb);
    for (std::size_t i = t.first; i < t.last; i += column_chunk) {
      const std::size_t n = t.last - i < column_chunk ? t.last - i : column_chunk;
      alignas(32) double x[column_chunk];
      alignas(32) double upper[column_chunk];
      column_chunk_of(a + i, n, x, upper);
      const double* from = b + k - i;
      for (std::size_t j = 0; j < n; ++j, --from)
        add_columns<vectors>(low, high, VecF64::broadcast(x[j]), VecF64::broadcast(upper[j]), from);
      if (i + n < t.last) {
        reduce_columns<vectors>(c, low);
        reduce_columns<vectors>(c, high);
      }
    }
    VecU64 words[vectors];
    half_column_words<vectors>(c, low, high, words);
    store_columns<vectors>(words, out, end - k < block ? end - k : block);
  }
}

/// Sums of the parts of products, and as many times the bits of the units as there are products.
struct ColumnSum {
  VecU64 low, high;
};

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void clear_columns(ColumnSum* sums) {
  if constexpr (i < vectors) {
    sums[i] = {VecU64::broadcast(0), VecU64::broadcast(0)};
    clear_columns<vectors, i + 1>(sums);
  }
}
template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void add_columns(ColumnSum* sums, VecF64 a, const double* b) {
  if constexpr (i < vectors) {
    const VecF64 unit = VecF64::broadcast(column_high_unit);
    const VecF64 y = VecF64::load(b + i * VecF64::lanes);
    const VecF64 high = fma_add(a, y, unit);
    sums[i].high = sums[i].high + bits_as_word(high);
    sums[i].low = sums[i].low + bits_as_word(fma_add(a, y, unit - high) + VecF64::broadcast(column_unit));
    add_columns<vectors, i + 1>(sums, a, b);
  }
}

/// Residues of powers of 2.
struct ColumnPowers {
  VecF64 power52, power84;
};

/// l + 2^52 (h0 + 2^32 h1) mod p: l < 2^52, h1 < 2^28.
template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void long_column_words(const ColumnConstants& k, const ColumnPowers& powers,
                                                     const ColumnSum* sums, std::size_t terms, VecU64* words) {
  if constexpr (i < vectors) {
    const VecU64 low = sums[i].low - VecU64::broadcast(terms * column_unit_bits);
    // The shift is that of a number that is not negative: 2^63 is added before and taken away behind it.
    const VecU64 carry =
        shift_right<52>(low ^ VecU64::broadcast(std::uint64_t{1} << 63)) - VecU64::broadcast(std::uint64_t{1} << 11);
    const VecU64 high = sums[i].high - VecU64::broadcast(terms * column_high_unit_bits) + carry;
    const VecF64 l = column_doubles(low & VecU64::broadcast((std::uint64_t{1} << 52) - 1));
    const VecF64 h0 = column_doubles(high & VecU64::broadcast((std::uint64_t{1} << 32) - 1));
    const VecF64 h1 = column_doubles(shift_right<32>(high));
    const VecF64 upper = column_product_rest(k, h0, powers.power52) + column_product_rest(k, h1, powers.power84);
    words[i] = column_word(k, upper + column_rest(k, l));
    long_column_words<vectors, i + 1>(k, powers, sums, terms, words);
  }
}

/// p < 2^50.
static void long_columns(const ColumnConstants& c, const ColumnPowers& powers, const std::uint64_t* a, std::size_t la,
                         const double* b, std::size_t lb, std::uint64_t* out, std::size_t begin, std::size_t end) {
  constexpr int vectors = 4;
  constexpr std::size_t block = vectors * VecF64::lanes;
  for (std::size_t k = begin; k < end; k += block, out += block) {
    ColumnSum sums[vectors];
    clear_columns<vectors>(sums);
    const ColumnTerms t = column_terms(k, block, la, lb);
    for (std::size_t i = t.first; i < t.last; i += column_chunk) {
      const std::size_t n = t.last - i < column_chunk ? t.last - i : column_chunk;
      alignas(32) double x[column_chunk];
      column_chunk_of(a + i, n, x);
      const double* from = b + k - i;
      for (std::size_t j = 0; j < n; ++j, --from) add_columns<vectors>(sums, VecF64::broadcast(x[j]), from);
    }
    VecU64 words[vectors];
    long_column_words<vectors>(c, powers, sums, t.last - t.first, words);
    store_columns<vectors>(words, out, end - k < block ? end - k : block);
  }
}

static void prepare_columns(const std::uint64_t* words, std::size_t n, std::uint64_t* to) noexcept {
  std::size_t i = 0;
  for (; n - i >= VecU64::lanes; i += VecU64::lanes)
    bits_as_word(column_doubles(VecU64::load(words + i))).store(to + i);
  if (i < n) bits_as_word(column_doubles(VecU64::load_first(words + i, n - i))).store_first(to + i, n - i);
}

static void word_columns(const WordModulus& modulus, const std::uint64_t* a, std::size_t la, const std::uint64_t* b,
                         std::size_t lb, std::uint64_t* out, std::size_t begin, std::size_t end) noexcept {
  const std::uint64_t p = modulus.value();
  const auto value = static_cast<double>(static_cast<std::int64_t>(p));
  const ColumnConstants c = {VecF64::broadcast(value), VecF64::broadcast(1 / value)};
  const double* const from = reinterpret_cast<const double*>(b);
  if (p >> 23 == 0) return short_columns(c, a, la, from, lb, out, begin, end);
  if (p >> 31 == 0) return half_columns(c, a, la, from, lb, out, begin, end);
  const std::uint64_t power32 = modulus.reduce(std::uint64_t{1} << 32);
  const std::uint64_t power52 = modulus.reduce(std::uint64_t{1} << 52);
  const ColumnPowers powers = {
      VecF64::broadcast(static_cast<double>(static_cast<std::int64_t>(power52))),
      VecF64::broadcast(static_cast<double>(static_cast<std::int64_t>(modulus.mul(power52, power32))))};
  long_columns(c, powers, a, la, from, lb, out, begin, end);
}
