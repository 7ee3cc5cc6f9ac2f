// Included inside a namespace with VecF64 and its region.
//
// Products of halves, or of whole coefficients that are short, are below 2^46, sums of 32 below 2^51: exact in doubles,
// and integers by the bits that a number beside 1.5 2^52 has in its mantissa. Columns of up to ExactColumns::most_terms
// are added up by such integers.

constexpr std::size_t exact_chunk = 32;

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void exact_clear(VecF64* sums) {
  if constexpr (i < vectors) {
    sums[i] = VecF64::broadcast(0);
    exact_clear<vectors, i + 1>(sums);
  }
}
template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void exact_add(VecF64* sums, VecF64 x, const double* b) {
  if constexpr (i < vectors) {
    sums[i] = fma_add(x, VecF64::load(b + i * VecF64::lanes), sums[i]);
    exact_add<vectors, i + 1>(sums, x, b);
  }
}
template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void exact_add(VecF64* low, VecF64* high, VecF64 x, VecF64 upper, const double* b) {
  if constexpr (i < vectors) {
    VecF64 y = VecF64::load(b + i * VecF64::lanes);
    __asm__("" : "+x"(y.v));  // a register, not a load in either multiply-add: loads are what is short here
    low[i] = fma_add(x, y, low[i]);
    high[i] = fma_add(upper, y, high[i]);
    exact_add<vectors, i + 1>(low, high, x, upper, b);
  }
}
/// Adds `count` of the sums to integers, or writes them where they are the first.
template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void exact_store(const VecF64* sums, bool first, std::uint64_t* to, std::size_t count) {
  if constexpr (i < vectors) {
    constexpr double unit = 0x1.8p52;
    constexpr std::uint64_t unit_bits = 0x4338000000000000;
    VecU64 x = bits_as_word(sums[i] + VecF64::broadcast(unit)) - VecU64::broadcast(unit_bits);
    const std::size_t n = count < VecU64::lanes ? count : VecU64::lanes;
    if (!first) x = x + VecU64::load_first(to, n);
    x.store_first(to, n);
    if (count > VecU64::lanes) exact_store<vectors, i + 1>(sums, first, to + VecU64::lanes, count - VecU64::lanes);
  }
}

/// The coefficients of a that columns k, ..., k + block - 1 need, a chunk of them at a time.
struct ExactChunk {
  ExactChunk(const ExactColumns::Operands& o, std::size_t k, std::size_t block) noexcept
      : begin(k < o.lb ? 0 : k - o.lb + 1), stop(k + block < o.la ? k + block : o.la) {
    limit();
  }
  void next() noexcept {
    first = false;
    begin = end;
    limit();
  }
  bool left() const noexcept { return first || begin < stop; }
  /// What column k multiplies the first coefficient by, among the zeros before b where that is negative.
  std::ptrdiff_t from(std::size_t k) const noexcept {
    return static_cast<std::ptrdiff_t>(k) - static_cast<std::ptrdiff_t>(begin);
  }

  std::size_t begin, stop;
  std::size_t end = 0;
  bool first = true;

 private:
  void limit() noexcept { end = stop - begin < exact_chunk ? stop : begin + exact_chunk; }
};

static void exact_whole(const ExactColumns::Operands& o, std::int64_t* out, std::size_t begin, std::size_t end) {
  constexpr int vectors = ExactColumns::block / VecF64::lanes;
  for (std::size_t k = begin; k < end; k += ExactColumns::block, out += ExactColumns::block) {
    for (ExactChunk chunk(o, k, ExactColumns::block); chunk.left(); chunk.next()) {
      VecF64 sums[vectors];
      exact_clear<vectors>(sums);
      const double* from = o.b + chunk.from(k);
      for (std::size_t i = chunk.begin; i < chunk.end; ++i, --from)
        exact_add<vectors>(sums, VecF64::broadcast(o.low[i]), from);
      exact_store<vectors>(sums, chunk.first, reinterpret_cast<std::uint64_t*>(out),
                           end - k < ExactColumns::block ? end - k : ExactColumns::block);
    }
  }
}

static void exact_halves(const ExactColumns::Operands& o, std::int64_t* out_low, std::int64_t* out_high,
                         std::size_t begin, std::size_t end) {
  constexpr int vectors = 4;
  constexpr std::size_t block = vectors * VecF64::lanes;
  static_assert(block <= ExactColumns::block);
  for (std::size_t k = begin; k < end; k += block, out_low += block, out_high += block) {
    const std::size_t count = end - k < block ? end - k : block;
    for (ExactChunk chunk(o, k, block); chunk.left(); chunk.next()) {
      VecF64 low[vectors];
      VecF64 high[vectors];
      exact_clear<vectors>(low);
      exact_clear<vectors>(high);
      const double* from = o.b + chunk.from(k);
      for (std::size_t i = chunk.begin; i < chunk.end; ++i, --from)
        exact_add<vectors>(low, high, VecF64::broadcast(o.low[i]), VecF64::broadcast(o.high[i]), from);
      exact_store<vectors>(low, chunk.first, reinterpret_cast<std::uint64_t*>(out_low), count);
      exact_store<vectors>(high, chunk.first, reinterpret_cast<std::uint64_t*>(out_high), count);
    }
  }
}

static void exact_columns_run(const ExactColumns::Operands& o, std::int64_t* low, std::int64_t* high, std::size_t begin,
                              std::size_t end) noexcept {
  if (o.high == nullptr)
    exact_whole(o, low, begin, end);
  else
    exact_halves(o, low, high, begin, end);
}
