// Included inside kernels::ifma and its region.
//
// 32 columns at a time: for each coefficient of a, 32 consecutive ones of b, shifted by a place from the one before.
// The low and the high halves of products are summed apart, two instructions for eight products, and reduced once.

/// x f.w mod p in [0, 2p), for x < 2^52.
static POLYFORK_ALWAYS_INLINE VecU64 column_times(VecU64 x, ColumnFactor f, VecU64 minus_p, VecU64 mask) {
  const VecU64 zero = VecU64::broadcast(0);
  const VecU64 q = madd52hi(zero, x, VecU64::broadcast(f.quotient));
  return madd52lo(madd52lo(zero, x, VecU64::broadcast(f.w)), q, minus_p) & mask;
}

/// low + 2^52 high mod p: its digits in base 2^52, each below 2p with its power; 6p in all, and p < 2^50.
static POLYFORK_ALWAYS_INLINE VecU64 reduce_columns(const ColumnModulus& m, VecU64 low, VecU64 high) {
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  const VecU64 minus_p = VecU64::broadcast((std::uint64_t{1} << 52) - m.p);
  const VecU64 p = VecU64::broadcast(m.p);
  const VecU64 upper = high + shift_right<52>(low);
  VecU64 r = column_times(low & mask, m.one, minus_p, mask) + column_times(upper & mask, m.half, minus_p, mask);
  r = r + column_times(shift_right<52>(upper), m.whole, minus_p, mask);
  r = min(r, r - shift_left<2>(p));
  r = min(r, r - shift_left<1>(p));
  return min(r, r - p);
}

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void clear_columns(VecU64* sums) {
  if constexpr (i < vectors) {
    sums[i] = VecU64::broadcast(0);
    clear_columns<vectors, i + 1>(sums);
  }
}

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void add_columns(VecU64* low, VecU64* high, VecU64 a, const std::uint64_t* b) {
  if constexpr (i < vectors) {
    const VecU64 y = VecU64::load(b + i * VecU64::lanes);
    low[i] = madd52lo(low[i], a, y);
    high[i] = madd52hi(high[i], a, y);
    add_columns<vectors, i + 1>(low, high, a, b);
  }
}

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void store_columns(const ColumnModulus& m, const VecU64* low, const VecU64* high,
                                                 std::uint64_t* out, std::size_t count) {
  if constexpr (i < vectors) {
    const VecU64 r = reduce_columns(m, low[i], high[i]);
    if (count < VecU64::lanes) return r.store_first(out, count);
    r.store(out);
    if (count > VecU64::lanes) store_columns<vectors, i + 1>(m, low, high, out + VecU64::lanes, count - VecU64::lanes);
  }
}

static void prepare_columns(const std::uint64_t* words, std::size_t n, std::uint64_t* to) noexcept {
  for (std::size_t i = 0; i < n; ++i) to[i] = words[i];
}

static void word_columns(const WordModulus& modulus, const std::uint64_t* a, std::size_t la, const std::uint64_t* b,
                         std::size_t lb, std::uint64_t* out, std::size_t begin, std::size_t end) noexcept {
  const ColumnModulus p(modulus);
  constexpr std::size_t block = ColumnKernel::block;
  constexpr int vectors = block / VecU64::lanes;
  for (std::size_t k = begin; k < end; k += block, out += block) {
    VecU64 low[vectors];
    VecU64 high[vectors];
    clear_columns<vectors>(low);
    clear_columns<vectors>(high);
    const std::size_t first = k < lb ? 0 : k - lb + 1;
    const std::size_t last = k + block < la ? k + block : la;
    const std::uint64_t* from = b + k - first;
    for (std::size_t i = first; i < last; ++i, --from) add_columns<vectors>(low, high, VecU64::broadcast(a[i]), from);
    store_columns<vectors>(p, low, high, out, end - k < block ? end - k : block);
  }
}
