// Residues below 2^50 as doubles that hold balanced integers, multiplied without error by fused multiply-adds.
//
// Product of integers |y| <= 4p + 4 and |w| <= (p - 1) / 2, with w' = w/p rounded: h + l = y w exactly (h = y w
// rounded, l the fused rest), q = y w' rounded to an integer by adding and subtracting 1.5 2^52. The largest prime is
// 2^50 - 27, so that |y w / p| < 2^51 makes that a rounding to the nearest integer. |q - y w / p| <= 1/2 +
// |y w / p| 2^-53, so t = (h - q p) + l is an integer congruent to y w of at most (1/2 + |y| / 16p) p, below 3p/4 and a
// little; h - q p is an integer below 2^51 and a multiple of what h is a multiple of, hence exact. (J. van der Hoeven,
// G. Lecerf, G. Quintin: Modular SIMD arithmetic in Mathemagix, ACM TOMS 43, 2016.)
//
// Forward. Every result of a pass is one of its first elements, x[0] in a node of the last layer, plus a product of
// each layer; elements of the upper half, quarter, ... are multiplied in layer 1, 2, ... So the first quarter is
// reduced, |x| <= 0.51p, and B = 3.25p bounds all others: layer 1 multiplies B, layer 2 at most B + 0.71p < 4p, layers
// 3 and 4 at most 1.97p and 2.6p. Results are at most (0.51 + 0.71 + 0.75 + 0.63 + 0.67) p = 3.25p, rounded upwards.
// What is loaded is below 1.03p; there the reduction of x[0] alone serves four layers.
//
// Backward. From |x| <= 2p + 2, differences are at most 4p + 4. Sums double; products start anew below 3p/4 and a
// little. Element 0 of each node of 2 is reduced, to at most (p + 1) / 2, and leaves a node of 8 as four times that;
// element 1 is a product, then a sum of two and of four, at most 3.1p, and is reduced in nodes of 8; in nodes of 16,
// where elements 2 and 3 are sums of four products, these and element 0 are.
struct Fma {
  using Vec = VecF64;
  static constexpr std::size_t lanes = VecF64::lanes;
  static constexpr std::size_t vectors = ntt_block / lanes;                 // of a block
  static constexpr unsigned widest_radix_log = VecF64::lanes == 8 ? 4 : 2;  // more would not stay in registers
  struct Root {
    Vec w;
    Vec q;
  };

  Vec p, inverse_p, magic;
  NttFactor high, one_half;  // 2^52 mod p, 1/2

  explicit POLYFORK_ALWAYS_INLINE Fma(const NttTable& table)
      : p(Vec::broadcast(static_cast<double>(table.prime()))),
        inverse_p(Vec::broadcast(1.0 / static_cast<double>(table.prime()))),
        magic(Vec::broadcast(6755399441055744.0)),  // 1.5 2^52
        high(table.two_to_52()),
        one_half(table.one_half()) {}

  static POLYFORK_ALWAYS_INLINE Vec broadcast_bits(std::uint64_t bits) {
    return bits_as_double(VecU64::broadcast(bits));
  }
  POLYFORK_ALWAYS_INLINE Root root(const std::uint64_t* w, const std::uint64_t* q, std::size_t j) const {
    return {broadcast_bits(w[j]), broadcast_bits(q[j])};
  }
  POLYFORK_ALWAYS_INLINE Root roots(VecU64 w, VecU64 q) const { return {bits_as_double(w), bits_as_double(q)}; }
  POLYFORK_ALWAYS_INLINE void negate(VecU64& w, VecU64& q) const {
    const VecU64 sign = VecU64::broadcast(std::uint64_t{1} << 63);
    w = w ^ sign;
    q = q ^ sign;
  }

  POLYFORK_ALWAYS_INLINE Vec load(const std::uint64_t* from) const {
    return bits_as_double(VecU64::load_aligned(from));
  }
  POLYFORK_ALWAYS_INLINE void store(std::uint64_t* to, Vec x) const { bits_as_word(x).store_aligned(to); }
  POLYFORK_ALWAYS_INLINE Vec zero() const { return Vec::broadcast(0.0); }

  /// Words below 2^52 to doubles and back, through the bits of 2^52 + x.
  static POLYFORK_ALWAYS_INLINE Vec to_double(VecU64 x) {
    return bits_as_double(x + VecU64::broadcast(0x4330000000000000)) - Vec::broadcast(4503599627370496.0);
  }
  static POLYFORK_ALWAYS_INLINE VecU64 to_word(Vec x) {
    return bits_as_word(x + Vec::broadcast(4503599627370496.0)) - VecU64::broadcast(0x4330000000000000);
  }
  POLYFORK_ALWAYS_INLINE Vec convert(VecU64 x, bool reduce_words) const {
    if (!reduce_words) return to_double(x);
    const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
    return reduce(to_double(x & mask)) + times(to_double(shift_right<52>(x)), root(&high.value, &high.quotient, 0));
  }
  POLYFORK_ALWAYS_INLINE Vec read(const std::uint64_t* from, bool reduce_words) const {
    return convert(VecU64::load(from), reduce_words);
  }
  POLYFORK_ALWAYS_INLINE Vec with_signs(Vec x, const std::int32_t* signs) const {
    return bits_as_double(bits_as_word(x) ^ (VecU64::load_extended(signs) & VecU64::broadcast(std::uint64_t{1} << 63)));
  }
  POLYFORK_ALWAYS_INLINE VecU64 canonical(Vec x) const {
    // Balanced and perhaps a little beyond, within (-p, p): as signed words, through the bits of 1.5 2^52 + x.
    return add_if_negative(bits_as_word(reduce(x) + magic) - bits_as_word(magic), to_word(p));
  }

  /// |result| <= 0.51p for |x| < 2^53.
  POLYFORK_ALWAYS_INLINE Vec reduce(Vec x) const {
    const Vec q = fma_add(x, inverse_p, magic) - magic;
    return fma_neg(q, p, x);
  }
  POLYFORK_ALWAYS_INLINE Vec begin_load(Vec x) const { return reduce(x); }
  template <int radix, int index>
  POLYFORK_ALWAYS_INLINE Vec begin_forward(Vec x) const {
    if constexpr (4 * index < radix) return reduce(x);
    return x;
  }
  template <int size, int index>
  POLYFORK_ALWAYS_INLINE Vec end_inverse(Vec x) const {
    constexpr bool is_large = size == 2    ? index == 0
                              : size == 8  ? index == 1
                              : size == 16 ? index == 0 || index == 2 || index == 3
                                           : false;
    if constexpr (is_large) return reduce(x);
    return x;
  }
  POLYFORK_ALWAYS_INLINE Vec settle(Vec x) const { return reduce(x); }

  POLYFORK_ALWAYS_INLINE Vec times(Vec x, const Root& r) const {
    const Vec h = x * r.w;
    const Vec q = fma_add(x, r.q, magic) - magic;
    const Vec l = fma_sub(x, r.w, h);
    return fma_neg(q, p, h) + l;
  }

  template <NttButterfly, bool, int>
  POLYFORK_ALWAYS_INLINE void forward(Vec& x, Vec& y, const Root& r) const {
    const Vec t = times(y, r);
    y = x - t;
    x = x + t;
  }
  template <bool>
  POLYFORK_ALWAYS_INLINE void inverse(Vec& x, Vec& y, const Root& r) const {
    const Vec difference = x - y;
    x = x + y;
    y = times(difference, r);
  }

  POLYFORK_ALWAYS_INLINE Vec add(Vec x, Vec y) const { return reduce(x + y); }
  POLYFORK_ALWAYS_INLINE Vec subtract(Vec x, Vec y) const { return reduce(x - y); }
  POLYFORK_ALWAYS_INLINE Vec halve(Vec x) const { return times(x, root(&one_half.value, &one_half.quotient, 0)); }

  /// x[i] = word i of each of `lanes` blocks, and back. With four lanes the lower halves of the blocks come first.
  static POLYFORK_ALWAYS_INLINE std::size_t place(std::size_t i) {
    return lanes == 8 ? 8 * i : 8 * (i % 4) + 4 * (i / 4);
  }
  static POLYFORK_ALWAYS_INLINE void load_words_transposed(const std::uint64_t* data, VecU64* x) {
    for (std::size_t i = 0; i < 8; ++i) x[i] = VecU64::load_aligned(data + place(i));
    transpose_blocks(x);
  }
  static POLYFORK_ALWAYS_INLINE void store_words_transposed(std::uint64_t* data, VecU64* x) {
    transpose_blocks(x);
    for (std::size_t i = 0; i < 8; ++i) x[i].store_aligned(data + place(i));
  }
  POLYFORK_ALWAYS_INLINE void load_transposed(const std::uint64_t* data, Vec* x) const {
    VecU64 words[8];
    load_words_transposed(data, words);
    for (int i = 0; i < 8; ++i) x[i] = bits_as_double(words[i]);
  }
  POLYFORK_ALWAYS_INLINE void read_transposed(const std::uint64_t* data, Vec* x) const {
    VecU64 words[8];
    load_words_transposed(data, words);
    for (int i = 0; i < 8; ++i) x[i] = reduce(to_double(words[i]));
  }
  POLYFORK_ALWAYS_INLINE void store_transposed(std::uint64_t* data, Vec* x) const {
    VecU64 words[8];
    for (int i = 0; i < 8; ++i) words[i] = bits_as_word(x[i]);
    store_words_transposed(data, words);
  }

  /// a and [z b | b], integers of at most 0.51p, 0.55p and 0.76p.
  struct Stage {
    alignas(64) double a[8];
    alignas(64) double b[16];
  };
  POLYFORK_ALWAYS_INLINE void stage(Stage& s, const std::uint64_t* a, const std::uint64_t* b, const Root& factor,
                                    const Root& z, bool negative) const {
    for (std::size_t k = 0; k < 8; k += lanes) {
      reduce(load(a + k)).store(s.a + k);
      const Vec scaled = times(load(b + k), factor);
      const Vec rotated = times(scaled, z);
      (negative ? zero() - rotated : rotated).store(s.b + k);
      scaled.store(s.b + 8 + k);
    }
  }
  POLYFORK_ALWAYS_INLINE void mirror_staged(Stage& s) const {
    for (int i = 1; i < 8; i += 2) s.a[i] = -s.a[i];
  }
  /// The sum S of eight products, each below 0.39p^2 in size, as H + L, both without error. H: a sum that begins at
  /// 3 2^102 is rounded to multiples of 2^51, and what a product adds to it is exact, since |S| < 2^102. L: what the
  /// rounding left of each product, integers of at most 2^50. Then H less an even q near H / p, found by adding and
  /// subtracting 3 2^52: |H / p| < 2^52, |q - H / p| < 1 + |H / p| 2^-53 < 1.4. The result is below 2p.
  /// Each sum of products waits for the product before, and a core sees hardly more than one block ahead.
  static constexpr std::size_t staged_together = 2;
  template <std::size_t blocks>
  POLYFORK_ALWAYS_INLINE void multiply_staged(const Stage* s, std::uint64_t* out) const {
    constexpr std::size_t count = blocks * vectors;
    Vec sum[count];
    Vec rest[count];
    start_sums<count>(sum, rest);
    add_products<count>(s, sum, rest);
    end_sums<count>(sum, rest, out);
  }
  template <std::size_t count, std::size_t k = 0>
  POLYFORK_ALWAYS_INLINE void start_sums(Vec* sum, Vec* rest) const {
    if constexpr (k < count) {
      sum[k] = Vec::broadcast(0x1.8p103), rest[k] = zero();
      start_sums<count, k + 1>(sum, rest);
    }
  }
  /// Products of coefficients 0, ..., 7 of a, each for all vectors of the blocks.
  template <std::size_t count, std::size_t step = 0>
  static POLYFORK_ALWAYS_INLINE void add_products(const Stage* s, Vec* sum, Vec* rest) {
    if constexpr (step < 8 * count) {
      constexpr std::size_t i = step / count;
      constexpr std::size_t k = step % count;
      constexpr std::size_t block = k / vectors;
      add_product(sum[k], rest[k], Vec::broadcast(s[block].a[i]), Vec::load(s[block].b + 8 + k % vectors * lanes - i));
      add_products<count, step + 1>(s, sum, rest);
    }
  }
  template <std::size_t count, std::size_t k = 0>
  POLYFORK_ALWAYS_INLINE void end_sums(const Vec* sum, const Vec* rest, std::uint64_t* out) const {
    if constexpr (k < count) {
      const Vec even = Vec::broadcast(0x1.8p53);
      const Vec multiple = sum[k] - Vec::broadcast(0x1.8p103);
      const Vec q = fma_add(multiple, inverse_p, even) - even;
      store(out + k * lanes, fma_neg(q, p, multiple) + reduce(rest[k]));
      end_sums<count, k + 1>(sum, rest, out);
    }
  }
  static POLYFORK_ALWAYS_INLINE void add_product(Vec& sum, Vec& rest, Vec x, Vec y) {
    const Vec next = fma_add(x, y, sum);
    rest = rest + fma_sub(x, y, next - sum);
    sum = next;
  }

  /// Values to multiply, at most 0.51p.
  POLYFORK_ALWAYS_INLINE Vec point(Vec x) const { return reduce(x); }
  POLYFORK_ALWAYS_INLINE Vec point_times(Vec x, const Root& r) const { return reduce(times(x, r)); }
  /// Sums of at most eight products of these, in two parts as in multiply_staged: `rest` is at most 2^53, and exact.
  struct Dot {
    Vec sum, rest;
  };
  static constexpr std::size_t most_terms = 8;
  POLYFORK_ALWAYS_INLINE Dot start_dot() const { return {Vec::broadcast(0x1.8p103), zero()}; }
  POLYFORK_ALWAYS_INLINE void add_product(Dot& dot, Vec x, Vec y) const { add_product(dot.sum, dot.rest, x, y); }
  struct DotBound {
    POLYFORK_ALWAYS_INLINE DotBound(const Fma&, std::size_t) {}
  };
  POLYFORK_ALWAYS_INLINE Vec end_dot(const Dot& dot, const DotBound&) const {
    const Vec even = Vec::broadcast(0x1.8p53);
    const Vec multiple = dot.sum - Vec::broadcast(0x1.8p103);
    const Vec q = fma_add(multiple, inverse_p, even) - even;
    return reduce(fma_neg(q, p, multiple) + reduce(dot.rest));
  }

  /// Canonical factors: the quotient is below 2^50, its rounded product off by less than 1/4 from the true one.
  POLYFORK_ALWAYS_INLINE void multiply_words(const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out) const {
    const Vec y = to_double(VecU64::load(b));
    canonical(times(to_double(VecU64::load(a)), {y, y * inverse_p})).store(out);
  }
};

static_assert(TransformArithmetic<Fma>);
