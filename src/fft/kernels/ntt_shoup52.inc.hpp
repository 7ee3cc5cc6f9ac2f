// Residues below 2^50 as words, multiplied by 52-bit multiply-adds (AVX-512-IFMA).
//
// Shoup's product: with w' = floor(w 2^52 / p) and y < 2^52, q = floor(y w' / 2^52) is floor(y w / p) or one less, so
// y w - q p lies in [0, 2p). It is computed modulo 2^52 as lo(y w) + lo(q (2^52 - p)), which may carry into bit 52;
// the multiplier reads the low 52 bits only, so the carry needs masking just where the value is an addend next.
// Forward range [0, 4p), 4p < 2^52 (D. Harvey, Faster arithmetic for number-theoretic transforms, JSC 2014):
// 9 instructions a butterfly; 8 inside a pass, where either the mask or the addition of 2p is left to the next layer.
// Backward range [0, 2p).
struct Shoup52 {
  using Vec = VecU64;
  static constexpr std::size_t lanes = VecU64::lanes;
  static constexpr unsigned widest_radix_log = 4;
  static constexpr bool reads_signs = true;
  struct Root {
    Vec w;
    Vec q;
  };

  Vec p, p2, minus_p, mask, zeros;
  std::uint64_t prime, negative_inverse;
  NttFactor one, high;  // 1 and 2^52 mod p

  explicit POLYFORK_ALWAYS_INLINE Shoup52(const NttTable& table)
      : p(Vec::broadcast(table.prime())),
        p2(Vec::broadcast(2 * table.prime())),
        minus_p(Vec::broadcast((std::uint64_t{1} << 52) - table.prime())),
        mask(Vec::broadcast((std::uint64_t{1} << 52) - 1)),
        zeros(Vec::broadcast(0)),
        prime(table.prime()),
        negative_inverse(table.negative_inverse()),
        one(table.one()),
        high(table.two_to_52()) {}

  POLYFORK_ALWAYS_INLINE Root root(const std::uint64_t* w, const std::uint64_t* q, std::size_t j) const {
    return {Vec::broadcast(w[j]), Vec::broadcast(q[j])};
  }
  POLYFORK_ALWAYS_INLINE Root roots(Vec w, Vec q) const { return {w, q}; }

  POLYFORK_ALWAYS_INLINE Vec load(const std::uint64_t* from) const { return Vec::load_aligned(from); }
  POLYFORK_ALWAYS_INLINE void store(std::uint64_t* to, Vec x) const { x.store_aligned(to); }
  POLYFORK_ALWAYS_INLINE Vec zero() const { return zeros; }
  POLYFORK_ALWAYS_INLINE Vec read(const std::uint64_t* from, bool reduce) const {
    const Vec x = Vec::load(from);
    if (!reduce) return x;
    const Vec low = times(x & mask, {Vec::broadcast(one.value), Vec::broadcast(one.quotient)});
    const Vec top = times(shift_right<52>(x), {Vec::broadcast(high.value), Vec::broadcast(high.quotient)});
    return low + top;  // below 4p
  }
  POLYFORK_ALWAYS_INLINE Vec with_signs(Vec x, const std::int32_t* signs) const {
    const Vec flip = shift_right_signed<63>(Vec::load_extended(signs));
    x = min(x, x - p2);
    return x + ((p2 - x - x) & flip);  // at most 2p
  }
  POLYFORK_ALWAYS_INLINE Vec canonical(Vec x) const {
    x = min(x, x - p2);
    return min(x, x - p);
  }

  POLYFORK_ALWAYS_INLINE Vec begin_forward(Vec x) const { return x; }
  POLYFORK_ALWAYS_INLINE Vec begin_inverse(Vec x) const { return x; }
  template <int index>
  POLYFORK_ALWAYS_INLINE Vec middle_inverse(Vec x) const {
    return x;
  }
  POLYFORK_ALWAYS_INLINE Vec settle(Vec x) const { return x; }

  /// x r in [0, 2p), plus 2^52 or not, for the low 52 bits of x.
  POLYFORK_ALWAYS_INLINE Vec times_unmasked(Vec x, const Root& r) const {
    const Vec q = madd52hi(zeros, x, r.q);
    return madd52lo(madd52lo(zeros, x, r.w), q, minus_p);
  }
  POLYFORK_ALWAYS_INLINE Vec times(Vec x, const Root& r) const { return times_unmasked(x, r) & mask; }

  /// Summands come in [0, 4p), or as differences in (-2p, 2p) modulo 2^64; the unsigned minimum with the value 2p off
  /// reduces either to [0, 2p).
  template <NttButterfly kind, bool differences>
  POLYFORK_ALWAYS_INLINE void forward(Vec& x, Vec& y, const Root& r) const {
    const Vec u = min(x, differences ? x + p2 : x - p2);
    const Vec t = kind == NttButterfly::factors_next ? times_unmasked(y, r) : times(y, r);
    x = u + t;
    y = kind == NttButterfly::addends_next ? u - t : (u + p2) - t;
  }
  POLYFORK_ALWAYS_INLINE void inverse(Vec& x, Vec& y, const Root& r) const {
    const Vec sum = x + y;
    const Vec difference = (x + p2) - y;
    x = min(sum, sum - p2);
    y = times(difference, r);
  }

  POLYFORK_ALWAYS_INLINE Vec add(Vec x, Vec y) const { return reduce_once(x + y); }
  POLYFORK_ALWAYS_INLINE Vec subtract(Vec x, Vec y) const { return reduce_once((x + p2) - y); }
  POLYFORK_ALWAYS_INLINE Vec halve(Vec x) const {  // the odd ones plus p, halved: below 3p / 2
    const Vec one_bit = Vec::broadcast(1);
    return shift_right<1>(x + ((zeros - (x & one_bit)) & p));
  }
  POLYFORK_ALWAYS_INLINE Vec reduce_once(Vec x) const { return min(x, x - p2); }

  POLYFORK_ALWAYS_INLINE void load_transposed(const std::uint64_t* data, Vec* x) const {
    for (int i = 0; i < 8; ++i) x[i] = load(data + 8 * i);
    transpose_blocks(x);
  }
  POLYFORK_ALWAYS_INLINE void read_transposed(const std::uint64_t* data, Vec* x) const { load_transposed(data, x); }
  POLYFORK_ALWAYS_INLINE void store_transposed(std::uint64_t* data, Vec* x) const {
    transpose_blocks(x);
    for (int i = 0; i < 8; ++i) store(data + 8 * i, x[i]);
  }
  static POLYFORK_ALWAYS_INLINE void store_words_transposed(std::uint64_t* data, Vec* x) {
    transpose_blocks(x);
    for (int i = 0; i < 8; ++i) x[i].store_aligned(data + 8 * i);
  }

  /// [z b | b] and a, all canonical but z b in [0, 2p].
  struct Stage {
    alignas(64) std::uint64_t a[8];
    alignas(64) std::uint64_t b[16];
  };
  POLYFORK_ALWAYS_INLINE void stage(Stage& s, const std::uint64_t* a, const std::uint64_t* b, const Root& factor,
                                    const Root& z, bool negative) const {
    const Vec scaled = times(load(b), factor);
    const Vec low = min(scaled, scaled - p);
    const Vec rotated = times(scaled, z);
    canonical(load(a)).store_aligned(s.a);
    (negative ? p2 - rotated : rotated).store_aligned(s.b);
    low.store_aligned(s.b + 8);
  }
  /// Words of a are at most p then.
  POLYFORK_ALWAYS_INLINE void mirror_staged(Stage& s) const {
    for (int i = 1; i < 8; i += 2) s.a[i] = prime - s.a[i];
  }
  /// The sum S of eight products a b <= p (2p) is below 2^104 since p < 2^50. Montgomery's reduction by 2^52:
  /// (S + m p) / 2^52 < 16 p^2 / 2^52 + p <= 5p, then below 2p by two conditional subtractions.
  POLYFORK_ALWAYS_INLINE void multiply_staged(const Stage& s, std::uint64_t* out) const {
    Vec low = zeros;
    Vec high_part = zeros;
    Vec low2 = zeros;  // two chains: the multiply-adds depend on each other
    Vec high2 = zeros;
    for (int i = 0; i < 8; i += 2) {
      const Vec x = Vec::broadcast(s.a[i]);
      const Vec y = Vec::load(s.b + 8 - i);
      low = madd52lo(low, x, y);
      high_part = madd52hi(high_part, x, y);
      const Vec x2 = Vec::broadcast(s.a[i + 1]);
      const Vec y2 = Vec::load(s.b + 7 - i);
      low2 = madd52lo(low2, x2, y2);
      high2 = madd52hi(high2, x2, y2);
    }
    low = low + low2;
    high_part = high_part + high2;
    const Vec m = madd52lo(zeros, low, Vec::broadcast(negative_inverse));
    const Vec carry = shift_right<52>(madd52lo(low, m, p));  // low + lo(m p) is a multiple of 2^52
    Vec r = madd52hi(high_part + carry, m, p);
    const Vec p4 = p2 + p2;
    r = min(r, r - p4);
    store(out, min(r, r - p2));
  }

  /// Montgomery's reduction by 2^52: (x y + m p) / 2^52 < p + p^2 / 2^52 < 2p.
  POLYFORK_ALWAYS_INLINE void multiply_words(const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out) const {
    const Vec x = Vec::load(a);
    const Vec y = Vec::load(b);
    const Vec low = madd52lo(zeros, x, y);
    const Vec m = madd52lo(zeros, low, Vec::broadcast(negative_inverse));
    const Vec carry = shift_right<52>(madd52lo(low, m, p));
    const Vec r = madd52hi(madd52hi(carry, x, y), m, p);
    min(r, r - p).store(out);
  }
};
