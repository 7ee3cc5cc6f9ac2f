// Included inside a region after lane_product.inc.hpp: Euclid's algorithm at as many points as a vector has lanes, and
// what follows it.
//
// Euclid's steps are those of poly/residues/gcd_word.cpp, u = lc(v)^2 u - (lc(u) lc(v) x + t) v, with factors of each
// point's own; points at which a leading coefficient vanishes are reported and not followed. Scratch memory has vectors
// one after another, in their own form.

constexpr unsigned lane_all = (1U << VecU64::lanes) - 1;

/// Bit j: the value of lane j is not zero.
static POLYFORK_ALWAYS_INLINE unsigned lane_nonzero(LaneValue x) { return lane_differ(x, lane_broadcast(0)); }

/// The points from `first` on.
static POLYFORK_ALWAYS_INLINE LaneOperands lane_points(const LaneOperands& o, std::size_t first) {
  return {o.a + first, o.b + first, o.lead + first, o.na, o.nb, o.stride};
}
static POLYFORK_ALWAYS_INLINE LaneCofactors lane_points(const LaneCofactors& c, std::size_t first) {
  return {c.h + first, c.a + first, c.b + first, c.nh, c.stride};
}

/// The two polynomials of a remainder sequence, deg u >= deg v by their numbers of coefficients.
struct LanePair {
  std::uint64_t* u;
  std::uint64_t* v;
  std::size_t nu, nv;
};

static POLYFORK_ALWAYS_INLINE void lane_swap(LanePair& s) {
  std::uint64_t* const w = s.u;
  s.u = s.v;
  s.v = w;
}

/// The operands in scratch memory, the longer one as u.
static POLYFORK_ALWAYS_INLINE LanePair lane_pair(const LaneOperands& o, std::uint64_t* scratch) {
  LanePair s = {scratch, scratch + o.na * VecU64::lanes, o.na, o.nb};
  for (std::size_t i = 0; i < o.na; ++i) lane_store(lane_from_words(o.a + i * o.stride), s.u + i * VecU64::lanes);
  for (std::size_t i = 0; i < o.nb; ++i) lane_store(lane_from_words(o.b + i * o.stride), s.v + i * VecU64::lanes);
  if (s.nu < s.nv) {
    lane_swap(s);
    s.nu = o.nb;
    s.nv = o.na;
  }
  return s;
}

static POLYFORK_ALWAYS_INLINE LaneValue lane_leading(const std::uint64_t* v, std::size_t n) {
  return lane_load(v + (n - 1) * VecU64::lanes);
}

/// u = lc(v) u - lc(u) x^(nu - nv) v without its highest place.
static POLYFORK_ALWAYS_INLINE void lane_eliminate(const LaneConstants& k, const LanePair& s) {
  constexpr std::size_t lanes = VecU64::lanes;
  const LaneValue lead = lane_leading(s.v, s.nv);
  const LaneValue top = lane_minus(k, lane_leading(s.u, s.nu));
  const std::size_t shift = s.nu - s.nv;
  for (std::size_t i = 0; i < shift; ++i) lane_store(lane_times(k, lane_load(s.u + i * lanes), lead), s.u + i * lanes);
  for (std::size_t i = shift; i + 1 < s.nu; ++i) {
    LaneSum sum = lane_sum();
    lane_add(sum, lane_load(s.u + i * lanes), lead);
    lane_add(sum, lane_load(s.v + (i - shift) * lanes), top);
    lane_store(lane_reduced(k, sum), s.u + i * lanes);
  }
}

/// The step for nu = nv + 1, two eliminations at once; nv - 1 coefficients remain.
static POLYFORK_ALWAYS_INLINE void lane_linear_step(const LaneConstants& k, std::uint64_t* u, const std::uint64_t* v,
                                                    std::size_t nv) {
  constexpr std::size_t lanes = VecU64::lanes;
  const LaneValue zero = lane_broadcast(0);
  const LaneValue lead = lane_leading(v, nv);
  const LaneValue top = lane_leading(u, nv + 1);
  const LaneValue c = lane_times(k, lead, lead);
  const LaneValue q1 = lane_difference(k, zero, lane_times(k, lead, top));
  const LaneValue q0 = lane_difference(k, lane_times(k, top, lane_load(v + (nv - 2) * lanes)),
                                       lane_times(k, lead, lane_load(u + (nv - 1) * lanes)));
  LaneValue below = zero;
  for (std::size_t i = 0; i + 1 < nv; ++i) {
    const LaneValue here = lane_load(v + i * lanes);
    LaneSum sum = lane_sum();
    lane_add(sum, c, lane_load(u + i * lanes));
    lane_add(sum, q1, below);
    lane_add(sum, q0, here);
    lane_store(lane_reduced(k, sum), u + i * lanes);
    below = here;
  }
}

/// u mod v up to units, nv - 1 coefficients.
static POLYFORK_ALWAYS_INLINE void lane_remainder(const LaneConstants& k, LanePair& s) {
  while (s.nu >= s.nv) {
    if (s.nu == s.nv + 1) {
      lane_linear_step(k, s.u, s.v, s.nv);
      s.nu = s.nv - 1;
    } else {
      lane_eliminate(k, s);
      --s.nu;
    }
  }
}

static POLYFORK_ALWAYS_INLINE unsigned lane_euclid_part(const LaneModulus& m, const LaneOperands& o,
                                                        const LaneCofactors& out, std::uint64_t* scratch) {
  constexpr std::size_t lanes = VecU64::lanes;
  const LaneConstants k = lane_constants(m);
  LanePair s = lane_pair(o, scratch);
  unsigned good = lane_nonzero(lane_from_words(o.lead));
  for (;;) {
    good &= lane_nonzero(lane_leading(s.v, s.nv));
    lane_remainder(k, s);
    if (s.nv == out.nh) break;
    lane_swap(s);
    s.nu = s.nv;
    s.nv = s.nu - 1;
  }
  for (std::size_t i = 0; i < s.nu; ++i) good &= ~lane_nonzero(lane_load(s.u + i * lanes));
  for (std::size_t i = 0; i < s.nv; ++i) lane_to_words(lane_load(s.v + i * lanes), out.h + i * out.stride);
  return good & lane_all;
}

static unsigned lane_euclid(const LaneModulus& m, const LaneOperands& o, const LaneCofactors& out,
                            std::uint64_t* scratch) noexcept {
  if (o.na < out.nh || o.nb < out.nh) return 0;
  unsigned good = 0;
  for (std::size_t j = 0; j < LaneKernels::lanes; j += VecU64::lanes)
    good |= lane_euclid_part(m, lane_points(o, j), lane_points(out, j), scratch) << j;
  return good;
}

/// The quotient of a, which is divisible, by the monic polynomial whose coefficients times r^2 are in g.
static POLYFORK_ALWAYS_INLINE void lane_divide(const LaneConstants& k, const std::uint64_t* a, std::size_t na,
                                               const std::uint64_t* g, std::size_t ng, std::size_t stride,
                                               std::uint64_t* q, std::size_t q_stride) {
  const std::size_t n = na - ng + 1;
  for (std::size_t j = n; j-- > 0;) {
    LaneLongSum sum = lane_long_sum();
    const std::size_t terms = n - 1 - j < ng - 1 ? n - 1 - j : ng - 1;
    for (std::size_t i = 1; i <= terms; ++i)
      lane_add(sum, lane_load(g + (ng - 1 - i) * VecU64::lanes), lane_from_words(q + (j + i) * q_stride));
    const LaneValue x = lane_from_words(a + (j + ng - 1) * stride);
    lane_to_words(lane_difference(k, x, lane_reduced_twice(k, sum, terms)), q + j * q_stride);
  }
}

static POLYFORK_ALWAYS_INLINE void lane_finish_part(const LaneModulus& m, const LaneOperands& o,
                                                    const std::uint64_t* inverses, const LaneCofactors& out,
                                                    std::uint64_t* scratch) {
  const LaneConstants k = lane_constants(m);
  const LaneValue r2 = lane_broadcast(m.r2);
  const LaneValue inverse = lane_from_words(inverses);                                         // times r
  const LaneValue scale = lane_times(k, lane_times(k, lane_from_words(o.lead), r2), inverse);  // lead / lc times r
  const LaneValue to_monic = lane_times(k, lane_times(k, inverse, r2), r2);                    // 1 / lc times r^3
  for (std::size_t i = 0; i < out.nh; ++i) {
    const LaneValue g = lane_from_words(out.h + i * out.stride);
    lane_store(lane_times(k, g, to_monic), scratch + i * VecU64::lanes);
    lane_to_words(lane_times(k, g, scale), out.h + i * out.stride);
  }
  lane_divide(k, o.a, o.na, scratch, out.nh, o.stride, out.a, out.stride);
  lane_divide(k, o.b, o.nb, scratch, out.nh, o.stride, out.b, out.stride);
}

static void lane_finish(const LaneModulus& m, const LaneOperands& o, const std::uint64_t* inverses,
                        const LaneCofactors& out, std::uint64_t* scratch) noexcept {
  for (std::size_t j = 0; j < LaneKernels::lanes; j += VecU64::lanes)
    lane_finish_part(m, lane_points(o, j), inverses + j, lane_points(out, j), scratch);
}

/// Bits of points at which h c differs from lead a.
static POLYFORK_ALWAYS_INLINE unsigned lane_product_differs(const LaneConstants& k, const std::uint64_t* a,
                                                            std::size_t na, LaneValue lead, std::size_t stride,
                                                            const std::uint64_t* h, std::size_t nh,
                                                            const std::uint64_t* c, std::size_t c_stride) {
  const std::size_t nc = na - nh + 1;
  unsigned differs = 0;
  for (std::size_t e = 0; e < na; ++e) {
    LaneLongSum sum = lane_long_sum();
    const std::size_t first = e < nc ? 0 : e - nc + 1;
    const std::size_t last = e < nh ? e : nh - 1;
    for (std::size_t i = first; i <= last; ++i)
      lane_add(sum, lane_from_words(h + i * c_stride), lane_from_words(c + (e - i) * c_stride));
    LaneLongSum expected = lane_long_sum();
    lane_add(expected, lane_from_words(a + e * stride), lead);
    differs |= lane_differ(lane_reduced_twice(k, expected, 1), lane_reduced_twice(k, sum, last - first + 1));
  }
  return differs;
}

static bool lane_verify(const LaneModulus& m, const LaneOperands& operands, const LaneCofactors& parts) noexcept {
  const LaneConstants k = lane_constants(m);
  unsigned differs = 0;
  for (std::size_t j = 0; j < LaneKernels::lanes; j += VecU64::lanes) {
    const LaneOperands o = lane_points(operands, j);
    const LaneCofactors c = lane_points(parts, j);
    const LaneValue lead = lane_from_words(o.lead);
    differs |= lane_product_differs(k, o.a, o.na, lead, o.stride, c.h, c.nh, c.a, c.stride);
    differs |= lane_product_differs(k, o.b, o.nb, lead, o.stride, c.h, c.nh, c.b, c.stride);
  }
  return differs == 0;
}
