// The leaf engine's loops on vectors. See leaf_kernels.hpp. Included once per instruction set.
//
// Stage s of de Casteljau's algorithm, in place with b_(d-i) at place i: for i >= s, place i becomes the average of places
// i - 1 and i. So place s has its last value, that of the upper half, after stage s, and place d passes through those of
// the lower half. Stages are taken as many at once as a vector has lanes, from the left: the values that a vector had
// before each of them wait in registers for the next vector.

static POLYFORK_ALWAYS_INLINE VecU64 leaf_average(VecU64 a, VecU64 below) {
  return shift_right<1>(a + shift_lanes(a, below));
}

/// y in the lanes from `from` on, x in those below.
static POLYFORK_ALWAYS_INLINE VecU64 leaf_upper_lanes(std::size_t from, VecU64 y, VecU64 x) {
  constexpr std::uint64_t on = ~std::uint64_t{0};
  alignas(64) static constexpr std::uint64_t lanes[16] = {0, 0, 0, 0, 0, 0, 0, 0, on, on, on, on, on, on, on, on};
  return x ^ ((x ^ y) & VecU64::load(lanes + 8 - from));
}

/// The vector in which these stages end one after the other. out: where the top lane of each stage goes, one below the other.
template <std::size_t stage = 0>
static POLYFORK_ALWAYS_INLINE void leaf_edge(VecU64& x, VecU64 below, VecU64* before, std::uint64_t* out) {
  if constexpr (stage < VecU64::lanes) {
    before[stage] = x;
    x = leaf_upper_lanes(stage, leaf_average(x, below), x);
    if (out != nullptr) x.store(out - stage);
    leaf_edge<stage + 1>(x, below, before, out);
  }
}

/// The vectors after it.
template <bool last, std::size_t stage = 0>
static POLYFORK_ALWAYS_INLINE void leaf_full(VecU64& x, VecU64* before, std::uint64_t* out) {
  if constexpr (stage < VecU64::lanes) {
    const VecU64 y = leaf_average(x, before[stage]);
    before[stage] = x;
    x = y;
    if constexpr (last) x.store(out - stage);
    leaf_full<last, stage + 1>(x, before, out);
  }
}

static void leaf_bisect(LeafCoefficients& b, std::size_t d, LeafCoefficients& lower) {
  constexpr std::size_t lanes = VecU64::lanes;
  std::uint64_t* const c = b.words.data() + leaf_padding + 1;  // place 1
  std::uint64_t* const to = lower.words.data() + leaf_padding;
  to[d] = c[d - 1];
  for (std::size_t first = 0; first < d; first += lanes) {
    std::uint64_t* const out = to + d - first - lanes;  // its top lane is place d - (first + 1)
    VecU64 before[lanes];
    VecU64 x = VecU64::load_aligned(c + first);
    leaf_edge(x, VecU64::load(c + first - lanes), before, first + lanes == d ? out : nullptr);
    x.store_aligned(c + first);
    if (first + lanes == d) return;
    for (std::size_t i = first + lanes; i + lanes < d; i += lanes) {
      x = VecU64::load_aligned(c + i);
      leaf_full<false>(x, before, out);
      x.store_aligned(c + i);
    }
    x = VecU64::load_aligned(c + d - lanes);
    leaf_full<true>(x, before, out);
    x.store_aligned(c + d - lanes);
  }
}

/// The top bit of any lane.
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

static constexpr LeafKernels leaf_kernels = {leaf_bisect, leaf_values, leaf_slopes, leaf_within};
