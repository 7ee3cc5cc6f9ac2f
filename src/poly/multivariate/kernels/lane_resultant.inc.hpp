// Included inside a region after lane_euclid.inc.hpp: remainder sequences to their ends.

/// x^n for small n, x and the result times r.
static POLYFORK_ALWAYS_INLINE LaneValue lane_power(const LaneConstants& k, LaneValue one, LaneValue x, std::size_t n) {
  LaneValue power = one;
  for (; n != 0; n >>= 1) {
    if ((n & 1) != 0) power = lane_times(k, power, x);
    x = lane_times(k, x, x);
  }
  return power;
}

/// The points from `first` on.
static POLYFORK_ALWAYS_INLINE LaneRemainders lane_points(const LaneRemainders& out, std::size_t first) {
  const bool linear = out.linear != nullptr;
  return {out.constants + first, out.divisors + first, linear ? out.linear + first : nullptr,
          linear ? out.linear_divisors + first : nullptr};
}

/// The remainder of degree 1, where it is wanted.
static POLYFORK_ALWAYS_INLINE void lane_keep_linear(const LaneRemainders& out, const std::uint64_t* v,
                                                    LaneValue divisors) {
  if (out.linear == nullptr) return;
  lane_to_words(lane_load(v), out.linear);
  lane_to_words(lane_load(v + VecU64::lanes), out.linear + LaneKernels::lanes);
  lane_to_words(divisors, out.linear_divisors);
}

/// Res(u, v) = l^(e (1 - n)) Res(v, r) up to the sign, for v of degree n and leading coefficient l, and r of degree
/// n - 1 after e eliminations. After the first division e = 2, and the product of the l^(2 n - 2) is the square of the
/// product of their partial products. Formal degrees: only leading coefficients of divisors must not vanish. For the
/// first subresultant the exponents are e (2 - n): one partial product less is multiplied.
static POLYFORK_ALWAYS_INLINE unsigned lane_resultant_part(const LaneModulus& m, const LaneOperands& o,
                                                           const LaneRemainders& out, std::uint64_t* scratch) {
  const LaneConstants k = lane_constants(m);
  const LaneValue r2 = lane_broadcast(m.r2);
  const LaneValue one = lane_broadcast(m.r1);
  LanePair s = lane_pair(o, scratch);
  unsigned good = lane_all;
  LaneValue first = one;
  LaneValue first_of_linear = one;
  if (s.nv > 2) {
    const LaneValue lead = lane_leading(s.v, s.nv);
    good &= lane_nonzero(lead);
    const LaneValue power = lane_power(k, one, lane_times(k, lead, r2), s.nu - s.nv + 1);
    first_of_linear = lane_power(k, one, power, s.nv - 3);
    first = lane_times(k, first_of_linear, power);
  } else {
    lane_keep_linear(out, s.v, one);
  }
  lane_remainder(k, s);
  LaneValue partial = one;
  LaneValue product = one;
  LaneValue shorter = one;  // without the last partial product
  for (;;) {
    lane_swap(s);
    --s.nv;
    if (s.nv == 1) break;
    if (s.nv > 2) {
      const LaneValue lead = lane_leading(s.v, s.nv);
      good &= lane_nonzero(lead);
      partial = lane_times(k, partial, lane_times(k, lead, r2));
      shorter = product;
      product = lane_times(k, product, partial);
    } else {
      lane_keep_linear(out, s.v, lane_times(k, first_of_linear, lane_times(k, shorter, shorter)));
    }
    lane_linear_step(k, s.u, s.v, s.nv);
  }
  lane_to_words(lane_load(s.v), out.constants);
  lane_to_words(lane_times(k, first, lane_times(k, product, product)), out.divisors);
  return good;
}

static unsigned lane_resultant(const LaneModulus& m, const LaneOperands& o, const LaneRemainders& out,
                               std::uint64_t* scratch) noexcept {
  unsigned good = 0;
  for (std::size_t j = 0; j < LaneKernels::lanes; j += VecU64::lanes)
    good |= lane_resultant_part(m, {o.a + j, o.b + j, nullptr, o.na, o.nb, o.stride}, lane_points(out, j), scratch)
            << j;
  return good;
}
