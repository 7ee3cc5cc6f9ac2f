// Values at points in lanes of doubles: included once per instruction set, inside its namespace.
//
// Horner's rule with balanced points |x| <= 0.51 p, p < 2^50, where values are integers s with |s| <= 1.8 p that are
// not reduced further. With x' = x/p, twice rounded, q is s x' rounded to an integer by adding and taking away
// 1.5 2^52: |s x'| < p < 2^51, so that |q - s x/p| <= 1/2 + |s x/p| 2^-52 <= 1/2 + 0.92 2^-2 < 0.74. With h = s x
// rounded and h + l = s x, h - q p is an integer below 0.74 p + 2^47 < 2^51 in size, hence exact, and so is
// (h - q p) + (l + f) for a coefficient 0 <= f < p, which is below 1.74 p in size. A step waits 14 cycles for the one
// before: eight vectors at a time.

namespace point_lanes {

struct Lanes {
  VecF64 p, inverse_p, magic;

  explicit POLYFORK_ALWAYS_INLINE Lanes(double modulus)
      : p(VecF64::broadcast(modulus)),
        inverse_p(VecF64::broadcast(1.0 / modulus)),
        magic(VecF64::broadcast(6755399441055744.0)) {}

  static POLYFORK_ALWAYS_INLINE VecF64 to_double(VecU64 x) {
    return bits_as_double(x + VecU64::broadcast(0x4330000000000000)) - VecF64::broadcast(4503599627370496.0);
  }
  static POLYFORK_ALWAYS_INLINE VecU64 to_word(VecF64 x) {
    return bits_as_word(x + VecF64::broadcast(4503599627370496.0)) - VecU64::broadcast(0x4330000000000000);
  }
  /// |result| <= 0.51 p for |x| < 2^51.
  POLYFORK_ALWAYS_INLINE VecF64 reduce(VecF64 x) const { return fma_neg(fma_add(x, inverse_p, magic) - magic, p, x); }
  POLYFORK_ALWAYS_INLINE VecU64 canonical(VecF64 x) const {
    const VecU64 word = to_word(reduce(x) + p);
    return min(word, word - to_word(p));
  }
  POLYFORK_ALWAYS_INLINE VecF64 step(VecF64 s, VecF64 x, VecF64 quotient, VecF64 f) const {
    const VecF64 q = fma_add(s, quotient, magic) - magic;
    const VecF64 h = s * x;
    return fma_neg(q, p, h) + (fma_sub(s, x, h) + f);
  }
};

/// At the first `last` points of the last vector of `vectors` and all points of the others.
template <std::size_t vectors>
static POLYFORK_ALWAYS_INLINE void group_values(const Lanes& a, const std::uint64_t* f, std::size_t n,
                                                const std::uint64_t* points, std::size_t last, std::uint64_t* values) {
  constexpr std::size_t lanes = VecF64::lanes;
  VecF64 s[vectors];
  VecF64 x[vectors];
  VecF64 quotients[vectors];
  for (std::size_t k = 0; k < vectors; ++k) {
    const std::size_t count = k + 1 == vectors ? last : lanes;
    x[k] = a.reduce(Lanes::to_double(VecU64::load_first(points + k * lanes, count)));
    s[k] = Lanes::to_double(VecU64::load_first(values + k * lanes, count));
    quotients[k] = x[k] * a.inverse_p;
  }
  for (std::size_t i = n; i-- != 0;) {
    const VecF64 c = Lanes::to_double(VecU64::broadcast(f[i]));
    for (std::size_t k = 0; k < vectors; ++k) s[k] = a.step(s[k], x[k], quotients[k], c);
  }
  for (std::size_t k = 0; k < vectors; ++k)
    a.canonical(s[k]).store_first(values + k * lanes, k + 1 == vectors ? last : lanes);
}

constexpr std::size_t most_vectors = 8;

static void values(const WordModulus& m, const std::uint64_t* f, std::size_t n, const std::uint64_t* points,
                   std::size_t count, std::uint64_t* values) {
  constexpr std::size_t lanes = VecF64::lanes;
  const Lanes a(static_cast<double>(m.value()));
  std::size_t k = 0;
  for (; k + most_vectors * lanes <= count; k += most_vectors * lanes)
    group_values<most_vectors>(a, f, n, points + k, lanes, values + k);
  for (; k + 4 * lanes <= count; k += 4 * lanes) group_values<4>(a, f, n, points + k, lanes, values + k);
  for (; k + 2 * lanes <= count; k += 2 * lanes) group_values<2>(a, f, n, points + k, lanes, values + k);
  for (; k < count; k += lanes) group_values<1>(a, f, n, points + k, count - k < lanes ? count - k : lanes, values + k);
}

}  // namespace point_lanes
