// A tile of Pascal's triangle on vectors of digits. See pascal_tile.hpp. Included once per instruction set.

static POLYFORK_ALWAYS_INLINE VecU64 load_digits(const std::int64_t* from) {
  return VecU64::load_aligned(reinterpret_cast<const std::uint64_t*>(from));
}
static POLYFORK_ALWAYS_INLINE void store_digits(std::int64_t* to, VecU64 x) {
  x.store_aligned(reinterpret_cast<std::uint64_t*>(to));
}

/// floor(x / 2^48) of signed lanes, by way of unsigned ones.
static POLYFORK_ALWAYS_INLINE VecU64 digit_carry(VecU64 x) {
  constexpr std::uint64_t bias = std::uint64_t{1} << 63;
  return shift_right<pascal_digit_bits>(x + VecU64::broadcast(bias)) - VecU64::broadcast(bias >> pascal_digit_bits);
}

/// Brings the digits of one coefficient below 2^48 and adds each carry, below 2^15 in size, to the next digit.
static POLYFORK_ALWAYS_INLINE void propagate(std::int64_t* digits, std::size_t words) {
  constexpr std::size_t lanes = VecU64::lanes;
  constexpr std::size_t parts = pascal_lanes / lanes;
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << pascal_digit_bits) - 1);
  // The last vector first: its carries go to the next lanes of the first one. The top digit has none.
  std::int64_t* const last = digits + words - pascal_lanes;
  alignas(64) static constexpr std::uint64_t all_but_top[pascal_lanes] = {
      ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0},
      ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, 0};
  VecU64 carry[parts];
  VecU64 below = VecU64::broadcast(0);
  for (std::size_t i = 0; i < parts; ++i) {
    const VecU64 x = load_digits(last + i * lanes);
    const VecU64 out = digit_carry(x) & VecU64::load_aligned(all_but_top + i * lanes);
    store_digits(last + i * lanes, x - shift_left<pascal_digit_bits>(out));
    carry[i] = shift_lanes(out, below);
    below = out;
  }
  for (std::int64_t* at = digits; at < last; at += pascal_lanes) {
    for (std::size_t i = 0; i < parts; ++i) {
      const VecU64 x = load_digits(at + i * lanes);
      store_digits(at + i * lanes, (x & mask) + carry[i]);
      carry[i] = digit_carry(x);
    }
  }
  for (std::size_t i = 0; i < parts; ++i) store_digits(last + i * lanes, load_digits(last + i * lanes) + carry[i]);
}

template <std::size_t t = 0>
static POLYFORK_ALWAYS_INLINE void load_columns(VecU64* a, const std::int64_t* from, std::size_t words) {
  if constexpr (t < pascal_tile) {
    a[t] = load_digits(from + t * words);
    load_columns<t + 1>(a, from, words);
  }
}
template <std::size_t t = 0>
static POLYFORK_ALWAYS_INLINE void store_columns(const VecU64* a, std::int64_t* to, std::size_t words) {
  if constexpr (t < pascal_tile) {
    store_digits(to + t * words, a[t]);
    store_columns<t + 1>(a, to, words);
  }
}
template <std::size_t t = 0>
static POLYFORK_ALWAYS_INLINE void add_row(VecU64* a, VecU64& r) {
  if constexpr (t < pascal_tile) {
    a[t] = r = r + a[t];
    add_row<t + 1>(a, r);
  }
}

static void pascal_tile_full(std::int64_t* columns, std::int64_t* rows, std::size_t words) {
  for (std::size_t at = 0; at < words; at += VecU64::lanes) {
    VecU64 a[pascal_tile];
    load_columns(a, columns + at, words);
    for (std::size_t i = 0; i < pascal_tile; ++i) {
      VecU64 r = load_digits(rows + i * words + at);
      add_row(a, r);
      store_digits(rows + i * words + at, r);
    }
    store_columns(a, columns + at, words);
  }
  for (std::size_t i = 0; i < pascal_tile; ++i) {
    propagate(columns + i * words, words);
    propagate(rows + i * words, words);
  }
}

static void pascal_tile_edge(std::int64_t* columns, std::int64_t* rows, std::size_t words, std::size_t height,
                             std::size_t width, std::size_t diagonal) {
  for (std::size_t at = 0; at < words; at += VecU64::lanes) {
    for (std::size_t i = 0; i < height; ++i) {
      VecU64 r = load_digits(rows + i * words + at);
      for (std::size_t t = 0; t < width && t + i < diagonal; ++t) {
        r = r + load_digits(columns + t * words + at);
        store_digits(columns + t * words + at, r);
      }
      store_digits(rows + i * words + at, r);
    }
  }
  for (std::size_t t = 0; t < width; ++t) propagate(columns + t * words, words);
  for (std::size_t i = 0; i < height; ++i) propagate(rows + i * words, words);
}
