// The loops of the leaves on vectors. See leaf_kernels.hpp. Included once per instruction set.
//
// Stage s of de Casteljau's algorithm, in place with b_(d-i) at place i: for i >= s, place i becomes the average of
// places i - 1 and i. So place s has its last value, that of the upper half, after stage s, and place d passes through
// those of the lower half. Stages are taken as many at once as a vector has lanes, from the left: the values that a
// vector had before each of them wait in registers for the next vector.

/// The lanes of y from `from` on, and those of x below.
static POLYFORK_ALWAYS_INLINE VecU64 leaf_upper_lanes(std::size_t from, VecU64 y, VecU64 x) {
  constexpr std::uint64_t on = ~std::uint64_t{0};
  alignas(64) static constexpr std::uint64_t lanes[16] = {0, 0, 0, 0, 0, 0, 0, 0, on, on, on, on, on, on, on, on};
  return x ^ ((x ^ y) & VecU64::load(lanes + 8 - from));
}

/// A vector of coefficients of one word.
struct LeafWord {
  struct At {
    std::uint64_t* word;
    At operator+(std::size_t n) const { return {word + n}; }
    At operator-(std::size_t n) const { return {word - n}; }
  };

  VecU64 v;

  static POLYFORK_ALWAYS_INLINE LeafWord load(At at) { return {VecU64::load(at.word)}; }
  static POLYFORK_ALWAYS_INLINE LeafWord load_aligned(At at) { return {VecU64::load_aligned(at.word)}; }
  POLYFORK_ALWAYS_INLINE void store(At at) const { v.store(at.word); }
  POLYFORK_ALWAYS_INLINE void store_aligned(At at) const { v.store_aligned(at.word); }
  POLYFORK_ALWAYS_INLINE LeafWord average(LeafWord below) const {
    return {shift_right<1>(v + shift_lanes(v, below.v))};
  }
  static POLYFORK_ALWAYS_INLINE LeafWord upper_lanes(std::size_t from, LeafWord y, LeafWord x) {
    return {leaf_upper_lanes(from, y.v, x.v)};
  }
  static POLYFORK_ALWAYS_INLINE void copy(At from, At to) { *to.word = *from.word; }
};

/// A vector of coefficients of two digits. A low one may be too large by half its radix for each average that was
/// taken, up to 64 of them.
struct LeafPair {
  struct At {
    std::uint64_t* high;
    std::uint64_t* low;
    At operator+(std::size_t n) const { return {high + n, low + n}; }
    At operator-(std::size_t n) const { return {high - n, low - n}; }
  };

  VecU64 high;
  VecU64 low;

  static POLYFORK_ALWAYS_INLINE LeafPair load(At at) { return {VecU64::load(at.high), VecU64::load(at.low)}; }
  static POLYFORK_ALWAYS_INLINE LeafPair load_aligned(At at) {
    return {VecU64::load_aligned(at.high), VecU64::load_aligned(at.low)};
  }
  POLYFORK_ALWAYS_INLINE void store(At at) const {
    high.store(at.high);
    low.store(at.low);
  }
  POLYFORK_ALWAYS_INLINE void store_aligned(At at) const {
    high.store_aligned(at.high);
    low.store_aligned(at.low);
  }
  POLYFORK_ALWAYS_INLINE LeafPair average(LeafPair below) const {
    const VecU64 sum = high + shift_lanes(high, below.high);
    const VecU64 half = shift_right<64 - LeafPairs::low_bits>(shift_left<63>(sum));  // of the radix, when it is odd
    return {shift_right<1>(sum), shift_right<1>(low + shift_lanes(low, below.low)) + half};
  }
  static POLYFORK_ALWAYS_INLINE LeafPair upper_lanes(std::size_t from, LeafPair y, LeafPair x) {
    return {leaf_upper_lanes(from, y.high, x.high), leaf_upper_lanes(from, y.low, x.low)};
  }
  static POLYFORK_ALWAYS_INLINE void copy(At from, At to) {
    *to.high = *from.high;
    *to.low = *from.low;
  }
};

/// Takes the vector in which these stages end one after the other through them. If it is the last vector, the top lane
/// of each stage goes to `out`, one below the other.
template <bool last, class Number, std::size_t stage = 0>
static POLYFORK_ALWAYS_INLINE void leaf_edge(Number& x, Number below, Number* before, typename Number::At out) {
  if constexpr (stage < VecU64::lanes) {
    before[stage] = x;
    x = Number::upper_lanes(stage, x.average(below), x);
    if constexpr (last) x.store(out - stage);
    leaf_edge<last, Number, stage + 1>(x, below, before, out);
  }
}

/// Takes a vector beyond the one of leaf_edge through the stages.
template <bool last, class Number, std::size_t stage = 0>
static POLYFORK_ALWAYS_INLINE void leaf_full(Number& x, Number* before, typename Number::At out) {
  if constexpr (stage < VecU64::lanes) {
    const Number y = x.average(before[stage]);
    before[stage] = x;
    x = y;
    if constexpr (last) x.store(out - stage);
    leaf_full<last, Number, stage + 1>(x, before, out);
  }
}

/// Bisects a cell: c is its place 1, `to` the first word of its lower half that counts.
template <class Number>
static POLYFORK_ALWAYS_INLINE void leaf_halves(typename Number::At c, typename Number::At to, std::size_t d) {
  constexpr std::size_t lanes = VecU64::lanes;
  Number::copy(c + (d - 1), to + d);
  for (std::size_t first = 0; first < d; first += lanes) {
    const typename Number::At out = to + (d - first - lanes);  // its top lane is place d - (first + 1)
    Number before[lanes];
    Number x = Number::load_aligned(c + first);
    const Number below = Number::load(c + first - lanes);
    if (first + lanes == d) {
      leaf_edge<true>(x, below, before, out);
      x.store_aligned(c + first);
      return;
    }
    leaf_edge<false>(x, below, before, out);
    x.store_aligned(c + first);
    for (std::size_t i = first + lanes; i + lanes < d; i += lanes) {
      x = Number::load_aligned(c + i);
      leaf_full<false>(x, before, out);
      x.store_aligned(c + i);
    }
    x = Number::load_aligned(c + (d - lanes));
    leaf_full<true>(x, before, out);
    x.store_aligned(c + (d - lanes));
  }
}

static void leaf_bisect(LeafCoefficients& b, std::size_t d, LeafCoefficients& lower) {
  leaf_halves<LeafWord>({b.words.data() + leaf_padding + 1}, {lower.words.data() + leaf_padding}, d);
}

/// Carries what low digits have beyond their radix into the high ones.
static POLYFORK_ALWAYS_INLINE void leaf_carry(LeafPairs& b) {
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << LeafPairs::low_bits) - 1);
  for (std::size_t i = 0; i < leaf_words; i += VecU64::lanes) {
    const VecU64 low = VecU64::load_aligned(b.low.words.data() + i);
    (VecU64::load_aligned(b.high.words.data() + i) + shift_right<LeafPairs::low_bits>(low))
        .store_aligned(b.high.words.data() + i);
    (low & mask).store_aligned(b.low.words.data() + i);
  }
}

static void leaf_bisect_pairs(LeafPairs& b, std::size_t d, LeafPairs& lower) {
  const auto place = [](LeafPairs& p, std::size_t i) {
    return LeafPair::At{p.high.words.data() + i, p.low.words.data() + i};
  };
  leaf_halves<LeafPair>(place(b, leaf_padding + 1), place(lower, leaf_padding), d);
  leaf_carry(b);
  leaf_carry(lower);
}

/// Whether any lane has its top bit set.
static POLYFORK_ALWAYS_INLINE bool leaf_any(VecU64 x) {
  std::uint64_t lanes[VecU64::lanes];
  x.store(lanes);
  std::uint64_t all = 0;
  for (const std::uint64_t lane : lanes) all |= lane;
  return (all >> 63) != 0;
}

static LeafSigns leaf_values(const LeafCoefficients& b, std::size_t d, std::uint64_t noise) {
  const std::uint64_t* const c = b.words.data() + leaf_padding + 1;
  const VecU64 above = VecU64::broadcast(leaf_zero + noise + 1);
  const VecU64 below = VecU64::broadcast(leaf_zero - noise - 1);
  VecU64 not_above = VecU64::broadcast(c[-1]) - above;
  VecU64 not_below = below - VecU64::broadcast(c[-1]);
  for (std::size_t i = 0; i < d; i += VecU64::lanes) {
    const VecU64 x = VecU64::load_aligned(c + i);
    not_above = not_above | (x - above);
    not_below = not_below | (below - x);
  }
  return {!leaf_any(not_above), !leaf_any(not_below)};
}

static LeafSigns leaf_slopes(const LeafCoefficients& b, std::size_t d, std::uint64_t noise) {
  const std::uint64_t* const c = b.words.data() + leaf_padding + 1;
  const VecU64 above = VecU64::broadcast(noise + 1);
  VecU64 not_above = VecU64::broadcast(0);
  VecU64 not_below = VecU64::broadcast(0);
  for (std::size_t i = 0; i < d; i += VecU64::lanes) {
    const VecU64 slope = VecU64::load(c + i - 1) - VecU64::load_aligned(c + i);
    not_above = not_above | (slope - above);
    not_below = not_below | (VecU64::broadcast(0) - above - slope);
  }
  return {!leaf_any(not_above), !leaf_any(not_below)};
}

static bool leaf_within(const LeafCoefficients& b, std::size_t d, std::uint64_t limit) {
  const std::uint64_t* const c = b.words.data() + leaf_padding + 1;
  const VecU64 least = VecU64::broadcast(leaf_zero - limit + 1);
  const VecU64 most = VecU64::broadcast(leaf_zero + limit - 1);
  VecU64 outside = (VecU64::broadcast(c[-1]) - least) | (most - VecU64::broadcast(c[-1]));
  for (std::size_t i = 0; i < d; i += VecU64::lanes) {
    const VecU64 x = VecU64::load_aligned(c + i);
    outside = outside | (x - least) | (most - x);
  }
  return !leaf_any(outside);
}

static constexpr LeafKernels leaf_kernels = {leaf_bisect, leaf_bisect_pairs, leaf_values, leaf_slopes, leaf_within};
