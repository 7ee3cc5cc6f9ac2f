// Residues below 2^50 as doubles that hold balanced integers, multiplied without error by fused multiply-adds.
//
// Product of integers |y| <= 4p and |w| <= p/2, with w' = w/p rounded: h + l = y w exactly (h = y w rounded, l the
// fused rest), q = y w' rounded to an integer by adding and subtracting 1.5 2^52 (|y w / p| <= 2p < 2^51 makes that a
// rounding to the nearest integer). |q - y w/p| <= 1/2 + |y w/p| 2^-52 < 1, so t = (h - q p) + l is an integer
// congruent to y w below p in size; h - q p is an integer below 2^51 and multiple of what h is a multiple of, hence
// exact. In passes |y| <= 3.4p: then |q - y w / p| <= 3/4 and |t| <= 3p/4. Forward: a pass starts from |x| <= 0.51p
// (reduced at load; at most p from the source) and each of its at most four layers adds 3p/4: below 4p < 2^52.
// Backward: sums double; the values that were sums twice are reduced after two layers. (J. van der Hoeven, G. Lecerf,
// G. Quintin: Modular SIMD arithmetic in Mathemagix, ACM TOMS 43, 2016.)
struct Fma {
  using Vec = VecF64;
  static constexpr std::size_t lanes = VecF64::lanes;
  static constexpr std::size_t vectors = ntt_block / lanes;  // of a block
  static constexpr unsigned widest_radix_log = VecF64::lanes == 8 ? 4 : 3;
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
    // Balanced and perhaps a little beyond: within (-p, p); plus p, as a word below 2p.
    const VecU64 word = to_word(reduce(x) + p);
    const VecU64 modulus = to_word(p);
    return min(word, word - modulus);
  }

  /// |result| <= 0.51p for |x| < 2^53.
  POLYFORK_ALWAYS_INLINE Vec reduce(Vec x) const {
    const Vec q = fma_add(x, inverse_p, magic) - magic;
    return fma_neg(q, p, x);
  }
  POLYFORK_ALWAYS_INLINE Vec begin_forward(Vec x) const { return reduce(x); }
  POLYFORK_ALWAYS_INLINE Vec begin_inverse(Vec x) const { return reduce(x); }
  template <int index>
  POLYFORK_ALWAYS_INLINE Vec middle_inverse(Vec x) const {
    if constexpr (index % 4 < 2) return reduce(x);
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
  POLYFORK_ALWAYS_INLINE void multiply_staged(const Stage& s, std::uint64_t* out) const {
    const Vec start = Vec::broadcast(0x1.8p103);
    const Vec even = Vec::broadcast(0x1.8p53);
    Vec sum[vectors];
    Vec rest[vectors];
    for (std::size_t k = 0; k < vectors; ++k) sum[k] = start, rest[k] = zero();
    add_products<0>(s, sum, rest);
    for (std::size_t k = 0; k < vectors; ++k) {
      const Vec multiple = sum[k] - start;
      const Vec q = fma_add(multiple, inverse_p, even) - even;
      store(out + k * lanes, fma_neg(q, p, multiple) + reduce(rest[k]));
    }
  }
  /// Products of coefficients i, i + 1, ... of a, for all vectors of the block.
  template <std::size_t i>
  static POLYFORK_ALWAYS_INLINE void add_products(const Stage& s, Vec* sum, Vec* rest) {
    if constexpr (i < 8) {
      const Vec x = Vec::broadcast(s.a[i]);
      for (std::size_t k = 0; k < vectors; ++k) {
        const Vec y = Vec::load(s.b + 8 + k * lanes - i);
        const Vec next = fma_add(x, y, sum[k]);
        rest[k] = rest[k] + fma_sub(x, y, next - sum[k]);
        sum[k] = next;
      }
      add_products<i + 1>(s, sum, rest);
    }
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
  POLYFORK_ALWAYS_INLINE void add_product(Dot& dot, Vec x, Vec y) const {
    const Vec next = fma_add(x, y, dot.sum);
    dot.rest = dot.rest + fma_sub(x, y, next - dot.sum);
    dot.sum = next;
  }
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
