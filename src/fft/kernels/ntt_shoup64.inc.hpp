// Residues below 2^63 as words, multiplied by 64-bit words with Shoup's quotient. The portable arithmetic.
//
// With w' = floor(w 2^64 / p) and any word y, y w - floor(y w' / 2^64) p lies in [0, 2p). `wide` is for p >= 2^62,
// where 4p does not fit a word: there every value is canonical. Otherwise the ranges are those of Harvey's
// butterflies, [0, 4p) forward and [0, 2p) backward.
template <bool wide>
struct Shoup64 : RangesInButterflies {
  using Vec = VecU64;
  static constexpr std::size_t lanes = 1;
  static constexpr unsigned widest_radix_log = 2;
  struct Root {
    Vec w;
    Vec q;
  };
  __extension__ using Wide = unsigned __int128;

  std::uint64_t p, p2, negative_inverse;
  NttFactor one;

  explicit POLYFORK_ALWAYS_INLINE Shoup64(const NttTable& table)
      : p(table.prime()), p2(2 * table.prime()), negative_inverse(table.negative_inverse()), one(table.one()) {}

  POLYFORK_ALWAYS_INLINE Root root(const std::uint64_t* w, const std::uint64_t* q, std::size_t j) const {
    return {{w[j]}, {q[j]}};
  }
  POLYFORK_ALWAYS_INLINE Root roots(Vec w, Vec q) const { return {w, q}; }
  /// The quotient of -w: floor(-w 2^64 / p) = -1 - floor(w 2^64 / p), since p does not divide w 2^64.
  POLYFORK_ALWAYS_INLINE void negate(Vec& w, Vec& q) const {
    w = {p - w.v};
    q = {~q.v};
  }
  POLYFORK_ALWAYS_INLINE Vec load(const std::uint64_t* from) const { return {*from}; }
  POLYFORK_ALWAYS_INLINE void store(std::uint64_t* to, Vec x) const { *to = x.v; }
  POLYFORK_ALWAYS_INLINE Vec zero() const { return {0}; }
  POLYFORK_ALWAYS_INLINE Vec read(const std::uint64_t* from, bool reduce) const {
    return reduce ? times({*from}, {{one.value}, {one.quotient}}) : Vec{*from};
  }
  POLYFORK_ALWAYS_INLINE Vec with_signs(Vec x, const std::int32_t* signs) const {
    return *signs < 0 ? subtract({0}, x) : x;
  }
  static POLYFORK_ALWAYS_INLINE std::uint64_t once(std::uint64_t x, std::uint64_t m) { return x >= m ? x - m : x; }
  POLYFORK_ALWAYS_INLINE Vec canonical(Vec x) const {
    if constexpr (wide) return x;
    return {once(once(x.v, p2), p)};
  }

  POLYFORK_ALWAYS_INLINE Vec times(Vec x, const Root& r) const {
    const auto quotient = static_cast<std::uint64_t>((Wide{x.v} * r.q.v) >> 64);
    const std::uint64_t t = x.v * r.w.v - quotient * p;
    return {wide ? once(t, p) : t};
  }
  template <NttButterfly, bool, int>
  POLYFORK_ALWAYS_INLINE void forward(Vec& x, Vec& y, const Root& r) const {
    const std::uint64_t t = times(y, r).v;
    if constexpr (wide) {
      y = subtract(x, {t});
      x = add(x, {t});
    } else {
      const std::uint64_t u = once(x.v, p2);
      x = {u + t};
      y = {u + p2 - t};
    }
  }
  template <bool>
  POLYFORK_ALWAYS_INLINE void inverse(Vec& x, Vec& y, const Root& r) const {
    const Vec difference = wide ? subtract(x, y) : Vec{x.v + p2 - y.v};
    x = add(x, y);
    y = times(difference, r);
  }
  POLYFORK_ALWAYS_INLINE Vec add(Vec x, Vec y) const { return {once(x.v + y.v, wide ? p : p2)}; }
  POLYFORK_ALWAYS_INLINE Vec subtract(Vec x, Vec y) const {
    const std::uint64_t m = wide ? p : p2;
    return {once(x.v + m - y.v, m)};
  }
  POLYFORK_ALWAYS_INLINE Vec halve(Vec x) const {
    return {(x.v >> 1) + (x.v % 2 != 0 ? p / 2 + 1 : 0)};  // (x + p) / 2 without overflow
  }

  POLYFORK_ALWAYS_INLINE void load_transposed(const std::uint64_t* data, Vec* x) const {
    for (int i = 0; i < 8; ++i) x[i] = {data[i]};
  }
  POLYFORK_ALWAYS_INLINE void read_transposed(const std::uint64_t* data, Vec* x) const { load_transposed(data, x); }
  POLYFORK_ALWAYS_INLINE void store_transposed(std::uint64_t* data, Vec* x) const { store_words_transposed(data, x); }
  static POLYFORK_ALWAYS_INLINE void store_words_transposed(std::uint64_t* data, Vec* x) {
    for (int i = 0; i < 8; ++i) data[i] = x[i].v;
  }

  /// a and [z b | b], canonical.
  struct Stage {
    std::uint64_t a[8];
    std::uint64_t b[16];
  };
  POLYFORK_ALWAYS_INLINE void stage(Stage& s, const std::uint64_t* a, const std::uint64_t* b, const Root& factor,
                                    const Root& z, bool negative) const {
    for (int k = 0; k < 8; ++k) {
      s.a[k] = canonical({a[k]}).v;
      const std::uint64_t scaled = once(times({b[k]}, factor).v, p);
      const std::uint64_t rotated = once(times({scaled}, z).v, p);
      s.b[k] = negative && rotated != 0 ? p - rotated : rotated;
      s.b[k + 8] = scaled;
    }
  }
  POLYFORK_ALWAYS_INLINE void mirror_staged(Stage& s) const {
    for (int i = 1; i < 8; i += 2) s.a[i] = s.a[i] == 0 ? 0 : p - s.a[i];
  }
  /// Sums of products with the high word kept below p, then Montgomery's reduction by 2^64.
  static constexpr std::size_t staged_together = 1;
  template <std::size_t>
  POLYFORK_ALWAYS_INLINE void multiply_staged(const Stage* s, std::uint64_t* out) const {
    for (int k = 0; k < 8; ++k) {
      Wide sum = 0;
      for (int i = 0; i < 8; ++i) {
        sum += Wide{s->a[i]} * s->b[8 + k - i];  // below (p + p) 2^64
        const auto top = static_cast<std::uint64_t>(sum >> 64);
        if (top >= p) sum -= Wide{p} << 64;
      }
      const auto m = static_cast<std::uint64_t>(sum) * negative_inverse;
      const Wide carried = Wide{m} * p + static_cast<std::uint64_t>(sum);  // its low word is zero
      const std::uint64_t high = static_cast<std::uint64_t>(sum >> 64);
      out[k] = once(high + static_cast<std::uint64_t>(carried >> 64), p);
    }
  }

  /// Montgomery's reduction by 2^64: (x y + m p) / 2^64 < 2p.
  POLYFORK_ALWAYS_INLINE Vec product(Vec x, Vec y) const {
    const Wide whole = Wide{x.v} * y.v;
    const auto m = static_cast<std::uint64_t>(whole) * negative_inverse;
    const Wide carried = Wide{m} * p + static_cast<std::uint64_t>(whole);
    return {once(static_cast<std::uint64_t>(whole >> 64) + static_cast<std::uint64_t>(carried >> 64), p)};
  }
  POLYFORK_ALWAYS_INLINE void multiply_words(const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out) const {
    *out = product({*a}, {*b}).v;
  }

  /// Values to multiply, canonical, and sums of their products, of which each is reduced.
  POLYFORK_ALWAYS_INLINE Vec point(Vec x) const { return canonical(x); }
  POLYFORK_ALWAYS_INLINE Vec point_times(Vec x, const Root& r) const { return canonical(times(x, r)); }
  using Dot = Vec;
  static constexpr std::size_t most_terms = SIZE_MAX;
  POLYFORK_ALWAYS_INLINE Dot start_dot() const { return zero(); }
  POLYFORK_ALWAYS_INLINE void add_product(Dot& dot, Vec x, Vec y) const { dot = add(dot, product(x, y)); }
  struct DotBound {
    POLYFORK_ALWAYS_INLINE DotBound(const Shoup64&, std::size_t) {}
  };
  POLYFORK_ALWAYS_INLINE Vec end_dot(Dot dot, const DotBound&) const { return dot; }
};

static_assert(TransformArithmetic<Shoup64<false>>);
static_assert(TransformArithmetic<Shoup64<true>>);
