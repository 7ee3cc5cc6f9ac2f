// Residues below 2^50 as words, multiplied by 52-bit multiply-adds (AVX-512-IFMA).
//
// A factor w is given as the fraction W = floor(w 2^104 / p), in two words of 52 bits. For y < 2^52 the fractional part
// of y W / 2^104 is (y w mod p) / p, less than 2^-52 too small, and p times that is the product: two multiply-adds for
//   u = lo(y W_hi) + hi(y W_lo) + 2 modulo 2^52,  which lies in (r 2^52 / p, r 2^52 / p + 2], r = y w mod p,
// and one for hi(u p) = r: u p / 2^52 lies in (r, r + 2p / 2^52], and 2p < 2^51. The multiplier reads the low 52 bits
// of its factors, so nothing is masked, and the product is canonical. Likewise hi((2 - u) p) = p - r, or 0 when r is:
// sum and difference of a butterfly are two multiply-adds. ([plantard21], [lemire19] in
// docs/reference/bibliography.md.)
//
// Forward range [0, 4p), 4p < 2^52: a layer adds p, and every other layer first takes its summands below 2p (after D.
// Harvey, Faster arithmetic for number-theoretic transforms, JSC 2014). 5 and 7 instructions a butterfly.
// Backward range [0, 2p).
struct Fraction52 : RangesInButterflies {
  using Vec = VecU64;
  static constexpr std::size_t lanes = VecU64::lanes;
  static constexpr unsigned widest_radix_log = 4;
  struct Root {
    Vec high;
    Vec low;
  };

  Vec p, p2, two, zeros;
  std::uint64_t prime, negative_inverse;
  NttFactor one, high;  // 1 and 2^52 mod p

  explicit POLYFORK_ALWAYS_INLINE Fraction52(const NttTable& table)
      : p(Vec::broadcast(table.prime())),
        p2(Vec::broadcast(2 * table.prime())),
        two(Vec::broadcast(2)),
        zeros(Vec::broadcast(0)),
        prime(table.prime()),
        negative_inverse(table.negative_inverse()),
        one(table.one()),
        high(table.two_to_52()) {}

  POLYFORK_ALWAYS_INLINE Root root(const std::uint64_t* w, const std::uint64_t* q, std::size_t j) const {
    return {Vec::broadcast(w[j]), Vec::broadcast(q[j])};
  }
  POLYFORK_ALWAYS_INLINE Root roots(Vec w, Vec q) const { return {w, q}; }
  /// The fraction of -w: floor(-w 2^104 / p) = -1 - floor(w 2^104 / p), since p does not divide w 2^104.
  POLYFORK_ALWAYS_INLINE void negate(Vec& w, Vec& q) const {
    const Vec mask = Vec::broadcast((std::uint64_t{1} << 52) - 1);
    w = w ^ mask;
    q = q ^ mask;
  }

  POLYFORK_ALWAYS_INLINE Vec load(const std::uint64_t* from) const { return Vec::load_aligned(from); }
  POLYFORK_ALWAYS_INLINE void store(std::uint64_t* to, Vec x) const { x.store_aligned(to); }
  POLYFORK_ALWAYS_INLINE Vec zero() const { return zeros; }
  POLYFORK_ALWAYS_INLINE Vec read(const std::uint64_t* from, bool reduce) const {
    const Vec x = Vec::load(from);
    if (!reduce) return x;
    const Vec low = times(x, root(&one.value, &one.quotient, 0));  // the low 52 bits
    return low + times(shift_right<52>(x), root(&high.value, &high.quotient, 0));
  }
  POLYFORK_ALWAYS_INLINE Vec with_signs(Vec x, const std::int32_t* signs) const {
    const Vec flip = shift_right_signed<63>(Vec::load_extended(signs));
    return x + ((p2 - x - x) & flip);  // at most 2p
  }
  POLYFORK_ALWAYS_INLINE Vec canonical(Vec x) const {
    x = min(x, x - p2);
    return min(x, x - p);
  }

  POLYFORK_ALWAYS_INLINE Vec fraction(Vec x, const Root& r) const {
    return madd52lo(madd52hi(two, x, r.low), x, r.high);
  }
  /// x r, canonical, for the low 52 bits of x.
  POLYFORK_ALWAYS_INLINE Vec times(Vec x, const Root& r) const { return madd52hi(zeros, fraction(x, r), p); }

  template <NttButterfly, bool, int layer>
  POLYFORK_ALWAYS_INLINE void forward(Vec& x, Vec& y, const Root& r) const {
    const Vec summand = layer % 2 == 0 ? min(x, x - p2) : x;
    const Vec u = fraction(y, r);
    x = madd52hi(summand, u, p);
    y = madd52hi(summand, two - u, p);
  }
  /// `products`: x and y are canonical, and the sum below 2p.
  template <bool products>
  POLYFORK_ALWAYS_INLINE void inverse(Vec& x, Vec& y, const Root& r) const {
    const Vec sum = x + y;
    const Vec difference = (x + (products ? p : p2)) - y;
    x = products ? sum : min(sum, sum - p2);
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

  /// [z b | b] and a, all at most p.
  struct Stage {
    alignas(64) std::uint64_t a[8];
    alignas(64) std::uint64_t b[16];
  };
  POLYFORK_ALWAYS_INLINE void stage(Stage& s, const std::uint64_t* a, const std::uint64_t* b, const Root& factor,
                                    const Root& z, bool negative) const {
    const Vec scaled = times(load(b), factor);
    const Vec rotated = times(scaled, z);
    canonical(load(a)).store_aligned(s.a);
    (negative ? p - rotated : rotated).store_aligned(s.b);
    scaled.store_aligned(s.b + 8);
  }
  /// Words of a are at most p then.
  POLYFORK_ALWAYS_INLINE void mirror_staged(Stage& s) const {
    for (int i = 1; i < 8; i += 2) s.a[i] = prime - s.a[i];
  }
  /// Coefficient i of a meets the eight words from place 8 - i of [z b | b]: windows of registers, since loads of the
  /// windows would cross cache lines.
  template <int i>
  static POLYFORK_ALWAYS_INLINE void add_products(const std::uint64_t* a, Vec z_b, Vec b, Vec& low, Vec& high) {
    if constexpr (i < 8) {
      const Vec x = Vec::broadcast(a[i]);
      const Vec y = window<8 - i>(z_b, b);
      low = madd52lo(low, x, y);
      high = madd52hi(high, x, y);
      add_products<i + 1>(a, z_b, b, low, high);
    }
  }
  /// The sum S of eight products a b <= p p is below 2^103 since p < 2^50. Montgomery's reduction by 2^52:
  /// (S + m p) / 2^52 < 8 p^2 / 2^52 + p < 3p.
  static constexpr std::size_t staged_together = 1;
  template <std::size_t>
  POLYFORK_ALWAYS_INLINE void multiply_staged(const Stage* s, std::uint64_t* out) const {
    Vec low = zeros;
    Vec high_part = zeros;
    add_products<0>(s->a, Vec::load_aligned(s->b), Vec::load_aligned(s->b + 8), low, high_part);
    const Vec m = madd52lo(zeros, low, Vec::broadcast(negative_inverse));
    const Vec carry = shift_right<52>(madd52lo(low, m, p));  // low + lo(m p) is a multiple of 2^52
    const Vec r = madd52hi(high_part + carry, m, p);
    store(out, min(r, r - p2));
  }

  /// Values to multiply, canonical.
  POLYFORK_ALWAYS_INLINE Vec point(Vec x) const { return canonical(x); }
  POLYFORK_ALWAYS_INLINE Vec point_times(Vec x, const Root& r) const { return times(x, r); }
  /// Sums of products of these, before they are reduced: at most 2048 of them keep the words below 2^63.
  struct Dot {
    Vec low, high;
  };
  static constexpr std::size_t most_terms = 2048;
  POLYFORK_ALWAYS_INLINE Dot start_dot() const { return {zeros, zeros}; }
  POLYFORK_ALWAYS_INLINE void add_product(Dot& dot, Vec x, Vec y) const {
    dot.low = madd52lo(dot.low, x, y);
    dot.high = madd52hi(dot.high, x, y);
  }
  /// Montgomery's reduction by 2^52 of the sum S of `terms` products: (S + m p) / 2^52 < terms p^2 / 2^52 + p <
  /// (terms / 4 + 1) p. These multiples of p, the largest first, bring it below 2p.
  struct DotBound {
    Vec multiples[10];
    int count = 0;

    POLYFORK_ALWAYS_INLINE DotBound(const Fraction52& a, std::size_t terms) {
      std::size_t multiple = 2;
      while (2 * multiple < terms / 4 + 2) multiple *= 2;
      for (; multiple >= 2; multiple /= 2) multiples[count++] = Vec::broadcast(a.prime * multiple);
    }
  };
  POLYFORK_ALWAYS_INLINE Vec end_dot(const Dot& dot, const DotBound& bound) const {
    const Vec m = madd52lo(zeros, dot.low, Vec::broadcast(negative_inverse));
    const Vec carry = shift_right<52>(madd52lo(dot.low, m, p));
    Vec r = madd52hi(dot.high + carry, m, p);
    for (int i = 0; i < bound.count; ++i) r = min(r, r - bound.multiples[i]);
    return r;
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

static_assert(TransformArithmetic<Fraction52>);
