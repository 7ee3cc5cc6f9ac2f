// Residues below 2^62 as words in vectors: Shoup's product of 64-bit words put together from 52-bit multiply-adds.
//
// With x = 2^12 x1 + x0 and w' = 2^12 q1 + q0 (w' = floor(w 2^64 / p)), the quotient floor(x w' / 2^64) is
//   floor((2^12 x1 q1 + x1 q0 + x0 q1 + x0 q0 / 2^12) / 2^52).
// The last term is left out, so the quotient may be one too small beside the one that Shoup's is: x w - q p lies in
// [0, 3p) and one conditional subtraction of p brings it below 2p. Ranges as for words: [0, 4p) forward, [0, 2p) back.
// About 30 instructions a butterfly of eight lanes against 8 x 8 with scalar multiplications.
struct Shoup64Lanes : RangesInButterflies {
  using Vec = VecU64;
  static constexpr std::size_t lanes = VecU64::lanes;
  static constexpr unsigned widest_radix_log = 3;
  struct Root {
    Vec w;
    Vec q1;
    Vec q0;
  };

  Vec p, p2, zeros, low12, low40;
  std::uint64_t prime, negative_inverse;
  NttFactor one;

  explicit POLYFORK_ALWAYS_INLINE Shoup64Lanes(const NttTable& table)
      : p(Vec::broadcast(table.prime())),
        p2(Vec::broadcast(2 * table.prime())),
        zeros(Vec::broadcast(0)),
        low12(Vec::broadcast((1U << 12) - 1)),
        low40(Vec::broadcast((std::uint64_t{1} << 40) - 1)),
        prime(table.prime()),
        negative_inverse(table.negative_inverse()),
        one(table.one()) {}

  POLYFORK_ALWAYS_INLINE Root roots(Vec w, Vec q) const { return {w, shift_right<12>(q), q & low12}; }
  /// As in the scalar arithmetic.
  POLYFORK_ALWAYS_INLINE void negate(Vec& w, Vec& q) const {
    w = p - w;
    q = q ^ Vec::broadcast(~std::uint64_t{0});
  }
  POLYFORK_ALWAYS_INLINE Root root(const std::uint64_t* w, const std::uint64_t* q, std::size_t j) const {
    return roots(Vec::broadcast(w[j]), Vec::broadcast(q[j]));
  }

  POLYFORK_ALWAYS_INLINE Vec load(const std::uint64_t* from) const { return Vec::load_aligned(from); }
  POLYFORK_ALWAYS_INLINE void store(std::uint64_t* to, Vec x) const { x.store_aligned(to); }
  POLYFORK_ALWAYS_INLINE Vec zero() const { return zeros; }
  POLYFORK_ALWAYS_INLINE Vec read(const std::uint64_t* from, bool reduce) const {
    const Vec x = Vec::load(from);
    return reduce ? times(x, root(&one.value, &one.quotient, 0)) : x;
  }
  POLYFORK_ALWAYS_INLINE Vec with_signs(Vec x, const std::int32_t* signs) const {
    const Vec flip = shift_right_signed<63>(Vec::load_extended(signs));
    return x + ((p2 - x - x) & flip);  // at most 2p
  }
  POLYFORK_ALWAYS_INLINE Vec canonical(Vec x) const {
    x = min(x, x - p2);
    return min(x, x - p);
  }

  /// x r in [0, 2p) for any word x.
  POLYFORK_ALWAYS_INLINE Vec times(Vec x, const Root& r) const {
    const Vec x1 = shift_right<12>(x);
    const Vec x0 = x & low12;
    const Vec low = madd52lo(zeros, x1, r.q1);
    const Vec high = madd52hi(zeros, x1, r.q1);
    // Below 3 2^52: the part of 2^12 x1 q1 + x1 q0 + x0 q1 under 2^52, and its carries.
    const Vec fraction = madd52lo(madd52lo(shift_left<12>(low & low40), x1, r.q0), x0, r.q1);
    const Vec whole = madd52hi(madd52hi(shift_left<12>(high) + shift_right<40>(low), x1, r.q0), x0, r.q1);
    const Vec quotient = whole + shift_right<52>(fraction);
    const Vec t = mul_lo64(x, r.w) - mul_lo64(quotient, p);
    return min(t, t - p);
  }

  template <NttButterfly kind, bool differences, int>
  POLYFORK_ALWAYS_INLINE void forward(Vec& x, Vec& y, const Root& r) const {
    const Vec u = min(x, differences ? x + p2 : x - p2);
    const Vec t = times(y, r);
    x = u + t;
    y = kind == NttButterfly::addends_next ? u - t : (u + p2) - t;
  }
  template <bool>
  POLYFORK_ALWAYS_INLINE void inverse(Vec& x, Vec& y, const Root& r) const {
    const Vec sum = x + y;
    const Vec difference = (x + p2) - y;
    x = min(sum, sum - p2);
    y = times(difference, r);
  }
  POLYFORK_ALWAYS_INLINE Vec reduce_once(Vec x) const { return min(x, x - p2); }
  POLYFORK_ALWAYS_INLINE Vec add(Vec x, Vec y) const { return reduce_once(x + y); }
  POLYFORK_ALWAYS_INLINE Vec subtract(Vec x, Vec y) const { return reduce_once((x + p2) - y); }
  POLYFORK_ALWAYS_INLINE Vec halve(Vec x) const {  // the odd ones plus p, halved: below 3p / 2
    return shift_right<1>(x + ((zeros - (x & Vec::broadcast(1))) & p));
  }

  POLYFORK_ALWAYS_INLINE void load_transposed(const std::uint64_t* data, Vec* x) const {
    for (int i = 0; i < 8; ++i) x[i] = load(data + 8 * i);
    transpose_blocks(x);
  }
  POLYFORK_ALWAYS_INLINE void read_transposed(const std::uint64_t* data, Vec* x) const { load_transposed(data, x); }
  POLYFORK_ALWAYS_INLINE void store_transposed(std::uint64_t* data, Vec* x) const { store_words_transposed(data, x); }
  static POLYFORK_ALWAYS_INLINE void store_words_transposed(std::uint64_t* data, Vec* x) {
    transpose_blocks(x);
    for (int i = 0; i < 8; ++i) x[i].store_aligned(data + 8 * i);
  }

  /// a and [z b | b], canonical.
  struct Stage {
    alignas(64) std::uint64_t a[8];
    alignas(64) std::uint64_t b[16];
  };
  POLYFORK_ALWAYS_INLINE void stage(Stage& s, const std::uint64_t* a, const std::uint64_t* b, const Root& factor,
                                    const Root& z, bool negative) const {
    const Vec scaled = canonical(times(load(b), factor));
    const Vec rotated = canonical(times(scaled, z));
    const Vec negated = p - rotated;
    canonical(load(a)).store_aligned(s.a);
    (negative ? min(negated, negated - p) : rotated).store_aligned(s.b);
    scaled.store_aligned(s.b + 8);
  }
  POLYFORK_ALWAYS_INLINE void mirror_staged(Stage& s) const {
    for (int i = 1; i < 8; i += 2) s.a[i] = s.a[i] == 0 ? 0 : prime - s.a[i];
  }
  /// As in the scalar arithmetic: the sum of eight products below 2^124, then Montgomery's reduction by 2^64.
  static constexpr std::size_t staged_together = 1;
  template <std::size_t>
  POLYFORK_ALWAYS_INLINE void multiply_staged(const Stage* s, std::uint64_t* out) const {
    __extension__ using Wide = unsigned __int128;
    for (int k = 0; k < 8; ++k) {
      Wide sum = 0;
      for (int i = 0; i < 8; ++i) sum += Wide{s->a[i]} * s->b[8 + k - i];
      // The high word is below 8 p^2 / 2^64 < 2p, since p < 2^62.
      const auto high = static_cast<std::uint64_t>(sum >> 64);
      const auto m = static_cast<std::uint64_t>(sum) * negative_inverse;
      const Wide carried = Wide{m} * prime + static_cast<std::uint64_t>(sum);
      const std::uint64_t r = high + static_cast<std::uint64_t>(carried >> 64);  // below 3p
      out[k] = r >= 2 * prime ? r - 2 * prime : r;
    }
  }

  /// Values to multiply, canonical, and sums of their products, of which each is reduced.
  POLYFORK_ALWAYS_INLINE Vec point(Vec x) const { return canonical(x); }
  POLYFORK_ALWAYS_INLINE Vec point_times(Vec x, const Root& r) const { return canonical(times(x, r)); }
  using Dot = Vec;
  static constexpr std::size_t most_terms = SIZE_MAX;
  POLYFORK_ALWAYS_INLINE Dot start_dot() const { return zeros; }
  POLYFORK_ALWAYS_INLINE void add_product(Dot& dot, Vec x, Vec y) const {
    alignas(64) std::uint64_t words[2][lanes];
    x.store_aligned(words[0]);
    y.store_aligned(words[1]);
    multiply_words(words[0], words[1], words[0]);
    dot = add(dot, Vec::load_aligned(words[0]));
  }
  struct DotBound {
    POLYFORK_ALWAYS_INLINE DotBound(const Shoup64Lanes&, std::size_t) {}
  };
  POLYFORK_ALWAYS_INLINE Vec end_dot(Dot dot, const DotBound&) const { return dot; }

  /// Montgomery's reduction by 2^64: (x y + m p) / 2^64 < 2p.
  POLYFORK_ALWAYS_INLINE void multiply_words(const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out) const {
    __extension__ using Wide = unsigned __int128;
    for (std::size_t k = 0; k < lanes; ++k) {
      const Wide product = Wide{a[k]} * b[k];
      const auto m = static_cast<std::uint64_t>(product) * negative_inverse;
      const Wide carried = Wide{m} * prime + static_cast<std::uint64_t>(product);
      const std::uint64_t r = static_cast<std::uint64_t>(product >> 64) + static_cast<std::uint64_t>(carried >> 64);
      out[k] = r >= prime ? r - prime : r;
    }
  }
};

static_assert(TransformArithmetic<Shoup64Lanes>);
