// Included inside kernels::ifma and its region.
//
// The low and the high halves of products are summed apart, two instructions for eight products, and reduced once by
// Montgomery's method, r = 2^52: once for sums of three products, below 3 p^2 < r p, twice for longer ones. Euclid's
// steps are those of poly/residues/gcd_word.cpp, u = lc(v)^2 u - (lc(u) lc(v) x + t) v, with factors of each point's
// own; points at which a leading coefficient vanishes are reported and not followed.

struct LaneConstants {
  VecU64 zero, p, negative_inverse;
};

static POLYFORK_ALWAYS_INLINE LaneConstants lane_constants(const LaneModulus& m) {
  return {VecU64::broadcast(0), VecU64::broadcast(m.p), VecU64::broadcast(m.negative_inverse)};
}

/// (low + r high) / r mod p, not reduced: below high + 2^12 + p.
static POLYFORK_ALWAYS_INLINE VecU64 lane_divided(const LaneConstants& k, VecU64 low, VecU64 high) {
  const VecU64 m = madd52lo(k.zero, low, k.negative_inverse);
  const VecU64 carry = shift_right<52>(madd52lo(low, m, k.p));
  return madd52hi(high + carry, m, k.p);
}

/// The sum reduced and canonical. Precondition: it is one of fewer than four products.
static POLYFORK_ALWAYS_INLINE VecU64 lane_reduced(const LaneConstants& k, VecU64 low, VecU64 high) {
  const VecU64 sum = lane_divided(k, low, high);
  return min(sum, sum - k.p);
}

/// (low + r high) / r^2 mod p, canonical: the first quotient is below 2^61 and has 9 bits above r.
static POLYFORK_ALWAYS_INLINE VecU64 lane_reduced_twice(const LaneConstants& k, VecU64 low, VecU64 high) {
  return lane_reduced(k, lane_divided(k, low, high), k.zero);
}

/// x y / r.
static POLYFORK_ALWAYS_INLINE VecU64 lane_times(const LaneConstants& k, VecU64 x, VecU64 y) {
  return lane_reduced(k, madd52lo(k.zero, x, y), madd52hi(k.zero, x, y));
}

static POLYFORK_ALWAYS_INLINE VecU64 lane_difference(const LaneConstants& k, VecU64 x, VecU64 y) {
  const VecU64 difference = x - y;
  return min(difference, difference + k.p);
}

/// 1 where x is not zero.
static POLYFORK_ALWAYS_INLINE VecU64 lane_nonzero(VecU64 x) { return min(x, VecU64::broadcast(1)); }

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void lane_clear(VecU64* sums) {
  if constexpr (i < vectors) {
    sums[i] = VecU64::broadcast(0);
    lane_clear<vectors, i + 1>(sums);
  }
}

/// The sums of one row or two on the same words.
template <int vectors, bool two, int i = 0>
static POLYFORK_ALWAYS_INLINE void lane_add(VecU64* low, VecU64* high, VecU64 w, VecU64 w2, const std::uint64_t* from) {
  if constexpr (i < vectors) {
    const VecU64 x = VecU64::load(from + i * VecU64::lanes);
    low[i] = madd52lo(low[i], w, x);
    high[i] = madd52hi(high[i], w, x);
    if constexpr (two) {
      low[vectors + i] = madd52lo(low[vectors + i], w2, x);
      high[vectors + i] = madd52hi(high[vectors + i], w2, x);
    }
    lane_add<vectors, two, i + 1>(low, high, w, w2, from);
  }
}

template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void lane_store(const LaneConstants& k, const VecU64* low, const VecU64* high,
                                              std::uint64_t* out) {
  if constexpr (i < vectors) {
    lane_reduced_twice(k, low[i], high[i]).store(out + i * VecU64::lanes);
    lane_store<vectors, i + 1>(k, low, high, out);
  }
}

/// Columns j, ..., j + 8 vectors - 1 of row i, and of the next where there are two.
template <int vectors, bool two>
static POLYFORK_ALWAYS_INLINE void lane_block(const LaneConstants& k, const LaneProduct& q, std::size_t i,
                                              std::size_t j) {
  VecU64 low[two ? 2 * vectors : vectors];
  VecU64 high[two ? 2 * vectors : vectors];
  lane_clear<two ? 2 * vectors : vectors>(low);
  lane_clear<two ? 2 * vectors : vectors>(high);
  const std::uint64_t* w = q.w + i * q.w_row;
  const std::uint64_t* from = q.rows + j;
  for (std::size_t e = 0; e < q.terms; ++e, w += q.w_step, from += q.row_stride)
    lane_add<vectors, two>(low, high, VecU64::broadcast(w[0]), VecU64::broadcast(two ? w[q.w_row] : 0), from);
  lane_store<vectors>(k, low, high, q.out + i * q.out_stride + j);
  if constexpr (two) lane_store<vectors>(k, low + vectors, high + vectors, q.out + (i + 1) * q.out_stride + j);
}

template <int vectors>
static POLYFORK_ALWAYS_INLINE void lane_blocks(const LaneConstants& k, const LaneProduct& q, std::size_t j) {
  std::size_t i = 0;
  for (; i + 2 <= q.count; i += 2) lane_block<vectors, true>(k, q, i, j);
  if (i < q.count) lane_block<vectors, false>(k, q, i, j);
}

/// Fewer than eight columns at the end.
static POLYFORK_ALWAYS_INLINE void lane_rest(const LaneConstants& k, const LaneProduct& q, std::size_t j) {
  const std::size_t n = q.columns - j;
  for (std::size_t i = 0; i < q.count; ++i) {
    VecU64 low = k.zero;
    VecU64 high = k.zero;
    for (std::size_t e = 0; e < q.terms; ++e) {
      const VecU64 w = VecU64::broadcast(q.w[i * q.w_row + e * q.w_step]);
      const VecU64 x = VecU64::load_first(q.rows + e * q.row_stride + j, n);
      low = madd52lo(low, w, x);
      high = madd52hi(high, w, x);
    }
    lane_reduced_twice(k, low, high).store_first(q.out + i * q.out_stride + j, n);
  }
}

static void lane_product(const LaneModulus& m, const LaneProduct& q) noexcept {
  const LaneConstants k = lane_constants(m);
  std::size_t j = 0;
  for (; q.columns - j >= 4 * VecU64::lanes; j += 4 * VecU64::lanes) lane_blocks<4>(k, q, j);
  if (q.columns - j >= 2 * VecU64::lanes) {
    lane_blocks<2>(k, q, j);
    j += 2 * VecU64::lanes;
  }
  if (q.columns - j >= VecU64::lanes) {
    lane_blocks<1>(k, q, j);
    j += VecU64::lanes;
  }
  if (j < q.columns) lane_rest(k, q, j);
}

/// u = lc(v) u - lc(u) x^(nu - nv) v without its highest place.
static POLYFORK_ALWAYS_INLINE void lane_eliminate(const LaneConstants& k, std::uint64_t* u, std::size_t nu,
                                                  const std::uint64_t* v, std::size_t nv) {
  constexpr std::size_t lanes = VecU64::lanes;
  const VecU64 lead = VecU64::load(v + (nv - 1) * lanes);
  const VecU64 top = k.p - VecU64::load(u + (nu - 1) * lanes);
  const std::size_t shift = nu - nv;
  for (std::size_t i = 0; i < shift; ++i) lane_times(k, VecU64::load(u + i * lanes), lead).store(u + i * lanes);
  for (std::size_t i = shift; i + 1 < nu; ++i) {
    const VecU64 x = VecU64::load(u + i * lanes);
    const VecU64 y = VecU64::load(v + (i - shift) * lanes);
    const VecU64 low = madd52lo(madd52lo(k.zero, x, lead), y, top);
    const VecU64 high = madd52hi(madd52hi(k.zero, x, lead), y, top);
    lane_reduced(k, low, high).store(u + i * lanes);
  }
}

/// The step for nu = nv + 1, two eliminations at once; nv - 1 coefficients remain.
static POLYFORK_ALWAYS_INLINE void lane_linear_step(const LaneConstants& k, std::uint64_t* u, const std::uint64_t* v,
                                                    std::size_t nv) {
  constexpr std::size_t lanes = VecU64::lanes;
  const VecU64 lead = VecU64::load(v + (nv - 1) * lanes);
  const VecU64 top = VecU64::load(u + nv * lanes);
  const VecU64 c = lane_times(k, lead, lead);
  const VecU64 q1 = lane_difference(k, k.zero, lane_times(k, lead, top));
  const VecU64 q0 = lane_difference(k, lane_times(k, top, VecU64::load(v + (nv - 2) * lanes)),
                                    lane_times(k, lead, VecU64::load(u + (nv - 1) * lanes)));
  VecU64 below = k.zero;
  for (std::size_t i = 0; i + 1 < nv; ++i) {
    const VecU64 x = VecU64::load(u + i * lanes);
    const VecU64 here = VecU64::load(v + i * lanes);
    const VecU64 low = madd52lo(madd52lo(madd52lo(k.zero, c, x), q1, below), q0, here);
    const VecU64 high = madd52hi(madd52hi(madd52hi(k.zero, c, x), q1, below), q0, here);
    lane_reduced(k, low, high).store(u + i * lanes);
    below = here;
  }
}

static unsigned lane_euclid(const LaneModulus& m, const LaneOperands& o, const LaneCofactors& out,
                            std::uint64_t* scratch) noexcept {
  constexpr std::size_t lanes = VecU64::lanes;
  const LaneConstants k = lane_constants(m);
  if (o.na < out.nh || o.nb < out.nh) return 0;
  std::uint64_t* u = scratch;
  std::uint64_t* v = scratch + o.na * lanes;
  for (std::size_t i = 0; i < o.na; ++i) VecU64::load(o.a + i * o.stride).store(u + i * lanes);
  for (std::size_t i = 0; i < o.nb; ++i) VecU64::load(o.b + i * o.stride).store(v + i * lanes);
  std::size_t nu = o.na;
  std::size_t nv = o.nb;
  if (nu < nv) {
    std::uint64_t* const w = u;
    u = v;
    v = w;
    nu = o.nb;
    nv = o.na;
  }
  VecU64 good = lane_nonzero(VecU64::load(o.lead));
  for (;;) {
    good = good & lane_nonzero(VecU64::load(v + (nv - 1) * lanes));
    while (nu >= nv) {
      if (nu == nv + 1) {
        lane_linear_step(k, u, v, nv);
        nu = nv - 1;
      } else {
        lane_eliminate(k, u, nu, v, nv);
        --nu;
      }
    }
    if (nv == out.nh) break;
    std::uint64_t* const w = u;
    u = v;
    v = w;
    nu = nv;
    nv = nu - 1;
  }
  VecU64 rest = k.zero;
  for (std::size_t i = 0; i < nu; ++i) rest = rest | VecU64::load(u + i * lanes);
  good = good & (VecU64::broadcast(1) - lane_nonzero(rest));
  for (std::size_t i = 0; i < nv; ++i) VecU64::load(v + i * lanes).store(out.h + i * out.stride);
  std::uint64_t bits[lanes];
  good.store(bits);
  unsigned mask = 0;
  for (std::size_t j = 0; j < lanes; ++j) mask |= static_cast<unsigned>(bits[j]) << j;
  return mask;
}

static void lane_invert(const LaneModulus& m, std::uint64_t* words, std::size_t n, std::uint64_t* scratch) noexcept {
  constexpr std::size_t lanes = VecU64::lanes;
  const LaneConstants k = lane_constants(m);
  const VecU64 r2 = VecU64::broadcast(m.r2);
  const VecU64 one = VecU64::broadcast(1);
  // Products of the words of a lane, all times r; one power inverts the last of them.
  VecU64 product = VecU64::broadcast(m.r1);
  for (std::size_t i = 0; i < n; i += lanes) {
    product.store(scratch + i);
    VecU64 x = VecU64::load(words + i);
    x = select_less(x, one, one, x);
    x = lane_times(k, x, r2);
    x.store(words + i);
    product = lane_times(k, product, x);
  }
  VecU64 inverse = VecU64::broadcast(m.r1);
  for (int bit = 50; bit-- > 0;) {
    inverse = lane_times(k, inverse, inverse);
    if (((m.p - 2) >> bit & 1) != 0) inverse = lane_times(k, inverse, product);
  }
  for (std::size_t i = n; i != 0;) {
    i -= lanes;
    const VecU64 x = VecU64::load(words + i);
    lane_times(k, inverse, VecU64::load(scratch + i)).store(words + i);
    inverse = lane_times(k, inverse, x);
  }
}

/// The quotient of a, which is divisible, by the monic polynomial whose coefficients times r^2 are in g.
static POLYFORK_ALWAYS_INLINE void lane_quotient(const LaneConstants& k, const std::uint64_t* a, std::size_t na,
                                                 const std::uint64_t* g, std::size_t ng, std::size_t stride,
                                                 std::uint64_t* q, std::size_t q_stride) {
  const std::size_t n = na - ng + 1;
  for (std::size_t j = n; j-- > 0;) {
    VecU64 low = k.zero;
    VecU64 high = k.zero;
    const std::size_t terms = n - 1 - j < ng - 1 ? n - 1 - j : ng - 1;
    for (std::size_t i = 1; i <= terms; ++i) {
      const VecU64 x = VecU64::load(g + (ng - 1 - i) * VecU64::lanes);
      const VecU64 y = VecU64::load(q + (j + i) * q_stride);
      low = madd52lo(low, x, y);
      high = madd52hi(high, x, y);
    }
    lane_difference(k, VecU64::load(a + (j + ng - 1) * stride), lane_reduced_twice(k, low, high))
        .store(q + j * q_stride);
  }
}

static void lane_finish(const LaneModulus& m, const LaneOperands& o, const std::uint64_t* inverses,
                        const LaneCofactors& out, std::uint64_t* scratch) noexcept {
  const LaneConstants k = lane_constants(m);
  const VecU64 r2 = VecU64::broadcast(m.r2);
  const VecU64 inverse = VecU64::load(inverses);                                         // times r
  const VecU64 scale = lane_times(k, lane_times(k, VecU64::load(o.lead), r2), inverse);  // lead / lc times r
  const VecU64 to_monic = lane_times(k, lane_times(k, inverse, r2), r2);                 // 1 / lc times r^3
  for (std::size_t i = 0; i < out.nh; ++i) {
    const VecU64 g = VecU64::load(out.h + i * out.stride);
    lane_times(k, g, to_monic).store(scratch + i * VecU64::lanes);
    lane_times(k, g, scale).store(out.h + i * out.stride);
  }
  lane_quotient(k, o.a, o.na, scratch, out.nh, o.stride, out.a, out.stride);
  lane_quotient(k, o.b, o.nb, scratch, out.nh, o.stride, out.b, out.stride);
}

/// Where h c differs from lead a.
static POLYFORK_ALWAYS_INLINE VecU64 lane_product_differs(const LaneConstants& k, const std::uint64_t* a,
                                                          std::size_t na, VecU64 lead, std::size_t stride,
                                                          const std::uint64_t* h, std::size_t nh,
                                                          const std::uint64_t* c, std::size_t c_stride) {
  const std::size_t nc = na - nh + 1;
  VecU64 differs = k.zero;
  for (std::size_t e = 0; e < na; ++e) {
    VecU64 low = k.zero;
    VecU64 high = k.zero;
    const std::size_t last = e < nh ? e : nh - 1;
    for (std::size_t i = e < nc ? 0 : e - nc + 1; i <= last; ++i) {
      const VecU64 x = VecU64::load(h + i * c_stride);
      const VecU64 y = VecU64::load(c + (e - i) * c_stride);
      low = madd52lo(low, x, y);
      high = madd52hi(high, x, y);
    }
    const VecU64 x = VecU64::load(a + e * stride);
    const VecU64 expected = lane_reduced_twice(k, madd52lo(k.zero, x, lead), madd52hi(k.zero, x, lead));
    differs = differs | (expected ^ lane_reduced_twice(k, low, high));
  }
  return differs;
}

static bool lane_verify(const LaneModulus& m, const LaneOperands& o, const LaneCofactors& parts) noexcept {
  const LaneConstants k = lane_constants(m);
  const VecU64 lead = VecU64::load(o.lead);
  const VecU64 differs = lane_product_differs(k, o.a, o.na, lead, o.stride, parts.h, parts.nh, parts.a, parts.stride) |
                         lane_product_differs(k, o.b, o.nb, lead, o.stride, parts.h, parts.nh, parts.b, parts.stride);
  std::uint64_t words[VecU64::lanes];
  differs.store(words);
  std::uint64_t any = 0;
  for (const std::uint64_t w : words) any |= w;
  return any == 0;
}

/// x^n for small n, x and the result times r.
static POLYFORK_ALWAYS_INLINE VecU64 lane_power(const LaneConstants& k, VecU64 one, VecU64 x, std::size_t n) {
  VecU64 power = one;
  for (; n != 0; n >>= 1) {
    if ((n & 1) != 0) power = lane_times(k, power, x);
    x = lane_times(k, x, x);
  }
  return power;
}

/// The remainder of degree 1, where it is wanted.
static POLYFORK_ALWAYS_INLINE void lane_keep_linear(const LaneRemainders& out, const std::uint64_t* v,
                                                    VecU64 divisors) {
  if (out.linear == nullptr) return;
  VecU64::load(v).store(out.linear);
  VecU64::load(v + VecU64::lanes).store(out.linear + VecU64::lanes);
  divisors.store(out.linear_divisors);
}

/// Res(u, v) = l^(e (1 - n)) Res(v, r) up to the sign, for v of degree n and leading coefficient l, and r of degree
/// n - 1 after e eliminations. After the first division e = 2, and the product of the l^(2 n - 2) is the square of the
/// product of their partial products. Formal degrees: only leading coefficients of divisors must not vanish. For the
/// first subresultant the exponents are e (2 - n): one partial product less is multiplied.
static unsigned lane_resultant(const LaneModulus& m, const LaneOperands& o, const LaneRemainders& out,
                               std::uint64_t* scratch) noexcept {
  constexpr std::size_t lanes = VecU64::lanes;
  const LaneConstants k = lane_constants(m);
  const VecU64 r2 = VecU64::broadcast(m.r2);
  const VecU64 one = VecU64::broadcast(m.r1);
  std::uint64_t* u = scratch;
  std::uint64_t* v = scratch + o.na * lanes;
  for (std::size_t i = 0; i < o.na; ++i) VecU64::load(o.a + i * o.stride).store(u + i * lanes);
  for (std::size_t i = 0; i < o.nb; ++i) VecU64::load(o.b + i * o.stride).store(v + i * lanes);
  std::size_t nu = o.na;
  std::size_t nv = o.nb;
  if (nu < nv) {
    std::uint64_t* const w = u;
    u = v;
    v = w;
    nu = o.nb;
    nv = o.na;
  }
  VecU64 good = VecU64::broadcast(1);
  VecU64 first = one;
  VecU64 first_of_linear = one;
  if (nv > 2) {
    const VecU64 lead = VecU64::load(v + (nv - 1) * lanes);
    good = lane_nonzero(lead);
    const VecU64 power = lane_power(k, one, lane_times(k, lead, r2), nu - nv + 1);
    first_of_linear = lane_power(k, one, power, nv - 3);
    first = lane_times(k, first_of_linear, power);
  } else {
    lane_keep_linear(out, v, one);
  }
  while (nu >= nv) {
    if (nu == nv + 1) {
      lane_linear_step(k, u, v, nv);
      nu = nv - 1;
    } else {
      lane_eliminate(k, u, nu, v, nv);
      --nu;
    }
  }
  VecU64 partial = one;
  VecU64 product = one;
  VecU64 shorter = one;  // without the last partial product
  for (;;) {
    std::uint64_t* const w = u;
    u = v;
    v = w;
    --nv;
    if (nv == 1) break;
    if (nv > 2) {
      const VecU64 lead = VecU64::load(v + (nv - 1) * lanes);
      good = good & lane_nonzero(lead);
      partial = lane_times(k, partial, lane_times(k, lead, r2));
      shorter = product;
      product = lane_times(k, product, partial);
    } else {
      lane_keep_linear(out, v, lane_times(k, first_of_linear, lane_times(k, shorter, shorter)));
    }
    lane_linear_step(k, u, v, nv);
  }
  VecU64::load(v).store(out.constants);
  lane_times(k, first, lane_times(k, product, product)).store(out.divisors);
  std::uint64_t bits[lanes];
  good.store(bits);
  unsigned mask = 0;
  for (std::size_t j = 0; j < lanes; ++j) mask |= static_cast<unsigned>(bits[j]) << j;
  return mask;
}

static void lane_multiply(const LaneModulus& m, std::uint64_t* x, const std::uint64_t* y, std::uint64_t factor,
                          std::size_t n) noexcept {
  const LaneConstants k = lane_constants(m);
  const VecU64 f = VecU64::broadcast(factor);
  for (std::size_t i = 0; i < n; i += VecU64::lanes)
    lane_times(k, lane_times(k, VecU64::load(x + i), VecU64::load(y + i)), f).store(x + i);
}

/// `vectors` vectors of words, `last` of them in the last one, and back.
template <int vectors>
static POLYFORK_ALWAYS_INLINE void lane_load(const std::uint64_t* from, std::size_t last, VecU64* x) {
  if constexpr (vectors == 1) {
    x[0] = VecU64::load_first(from, last);
  } else {
    x[0] = VecU64::load(from);
    lane_load<vectors - 1>(from + VecU64::lanes, last, x + 1);
  }
}
template <int vectors>
static POLYFORK_ALWAYS_INLINE void lane_put(const VecU64* x, std::size_t last, std::uint64_t* to) {
  if constexpr (vectors == 1) {
    x[0].store_first(to, last);
  } else {
    x[0].store(to);
    lane_put<vectors - 1>(x + 1, last, to + VecU64::lanes);
  }
}

/// `vectors` vectors of values times their ratios, in [0, 2p) by precomputed quotients; their sum is added to `sum`.
template <int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void lane_step(const LaneConstants& k, VecU64 below_r, VecU64* x, const VecU64* ratio,
                                             const VecU64* quotient, VecU64& sum) {
  if constexpr (i < vectors) {
    const VecU64 q = madd52hi(k.zero, x[i], quotient[i]);
    x[i] = (madd52lo(k.zero, x[i], ratio[i]) - madd52lo(k.zero, q, k.p)) & below_r;
    sum = sum + x[i];
    lane_step<vectors, i + 1>(k, below_r, x, ratio, quotient, sum);
  }
}

/// All steps of `vectors` vectors of terms from i on, the last of which has `last` terms: what they need stays in
/// registers. first: nothing has been summed yet.
template <int vectors>
static POLYFORK_ALWAYS_INLINE void lane_steps(const LaneConstants& k, const LaneTerms& t, std::size_t i,
                                              std::size_t last, std::size_t steps, bool first, std::uint64_t* sums) {
  const VecU64 below_r = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  VecU64 x[vectors];
  VecU64 ratio[vectors];
  VecU64 quotient[vectors];
  lane_load<vectors>(t.values + i, last, x);
  lane_load<vectors>(t.ratios + i, last, ratio);
  lane_load<vectors>(t.quotients + i, last, quotient);
  for (std::size_t j = 0; j < steps; ++j) {
    VecU64 sum = first ? k.zero : VecU64::load(sums + j * VecU64::lanes);
    lane_step<vectors>(k, below_r, x, ratio, quotient, sum);
    sum.store(sums + j * VecU64::lanes);
  }
  lane_put<vectors>(x, last, t.values + i);
}

static void lane_progress(const LaneModulus& m, const LaneTerms& t, std::size_t steps, std::uint64_t* sums,
                          std::uint64_t* scratch) noexcept {
  constexpr std::size_t lanes = VecU64::lanes;
  constexpr int most = 4;
  const LaneConstants k = lane_constants(m);
  const VecU64 r2 = VecU64::broadcast(m.r2);
  const VecU64 below_r = VecU64::broadcast((std::uint64_t{1} << 52) - 1);
  std::size_t i = 0;
  for (; t.n - i > most * lanes; i += most * lanes) lane_steps<most>(k, t, i, lanes, steps, i == 0, scratch);
  const std::size_t rest = t.n - i;  // 1, ..., 32
  const std::size_t last = (rest - 1) % lanes + 1;
  if (rest <= lanes)
    lane_steps<1>(k, t, i, last, steps, i == 0, scratch);
  else if (rest <= 2 * lanes)
    lane_steps<2>(k, t, i, last, steps, i == 0, scratch);
  else if (rest <= 3 * lanes)
    lane_steps<3>(k, t, i, last, steps, i == 0, scratch);
  else
    lane_steps<4>(k, t, i, last, steps, i == 0, scratch);
  for (std::size_t j = 0; j < steps; j += lanes) {
    VecU64 rows[lanes];
    lane_load<lanes>(scratch + j * lanes, lanes, rows);
    transpose_square(rows);
    const VecU64 low = (rows[0] + rows[1]) + (rows[2] + rows[3]);
    const VecU64 high = (rows[4] + rows[5]) + (rows[6] + rows[7]);
    const VecU64 sum = low + high;  // below 2^63
    const VecU64 divided = lane_reduced(k, sum & below_r, shift_right<52>(sum));
    lane_times(k, divided, r2).store(sums + j);
  }
}
