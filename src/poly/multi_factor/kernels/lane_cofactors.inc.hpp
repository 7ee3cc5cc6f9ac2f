// Included after lane_sums.inc.hpp: what a change of the product of polynomials means for its factors, at eight points.
//
// The inverse of the other factors' product modulo a factor comes from Euclid's algorithm without divisions,
// u = lc(v) u - lc(u) x^k v, whose steps are the same for all points at which degrees fall alike; what has to be
// inverted is inverted together, by one power.

/// The inverses of n cells in their places; anything for zeros. scratch: n cells.
static POLYFORK_ALWAYS_INLINE void lift_invert(const LiftField& k, const SumModulus& m, std::uint64_t* cells,
                                               std::size_t n, std::uint64_t* scratch) {
  const VecU64 one = VecU64::broadcast(1);
  VecU64 product = k.one;
  for (std::size_t i = 0; i < n; ++i) {
    lift_put(scratch, i, product);
    VecU64 x = lift_at(cells, i);
    x = select_less(x, one, one, x);
    lift_put(cells, i, x);
    product = lift_times(k, product, x);
  }
  VecU64 inverse = k.one;
  for (int bit = 31; bit-- > 0;) {
    if ((m.p - 2) >> bit == 0) continue;
    inverse = lift_times(k, inverse, inverse);
    if (((m.p - 2) >> bit & 1) != 0) inverse = lift_times(k, inverse, product);
  }
  for (std::size_t i = n; i-- > 0;) {
    const VecU64 x = lift_at(cells, i);
    lift_put(cells, i, lift_times(k, inverse, lift_at(scratch, i)));
    inverse = lift_times(k, inverse, x);
  }
}

/// out = a b, na + nb - 1 cells, which must not overlap the operands.
static POLYFORK_ALWAYS_INLINE void lift_product(const LiftField& k, const std::uint64_t* a, std::size_t na,
                                                const std::uint64_t* b, std::size_t nb, std::uint64_t* out) {
  for (std::size_t x = 0; x + 1 < na + nb; ++x) {
    const std::size_t low = x < nb ? 0 : x - nb + 1;
    const std::size_t high = x < na ? x + 1 : na;
    LiftSum sum{k.zero, k.zero};
    sum.add_reversed(k, a + low * lift_cell, b + (x - low) * lift_cell, high - low);
    lift_put(out, x, sum.reduced(k));
  }
}

/// The remainder of a, n cells, by a monic polynomial of degree d, in the first d cells of a.
static POLYFORK_ALWAYS_INLINE void lift_remainder(const LiftField& k, std::uint64_t* a, std::size_t n,
                                                  const std::uint64_t* monic, std::size_t d) {
  for (std::size_t top = n; top-- > d;) {
    const VecU64 q = lift_at(a, top);
    for (std::size_t i = 0; i < d; ++i) {
      const VecU64 product = lift_times(k, q, lift_at(monic, i));
      lift_put(a, top - d + i, lift_minus(k, lift_at(a, top - d + i), product));
    }
  }
}

static POLYFORK_ALWAYS_INLINE bool lift_any(VecU64 x) {
  std::uint64_t words[VecU64::lanes];
  x.store(words);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any != 0;
}

/// u = lead u - top x^shift v, nu cells, of which v has those from `shift` to shift + nv.
static POLYFORK_ALWAYS_INLINE void lift_eliminate(const LiftField& k, VecU64 lead, VecU64 minus_top, std::uint64_t* u,
                                                  std::size_t nu, const std::uint64_t* v, std::size_t nv,
                                                  std::size_t shift) {
  for (std::size_t i = 0; i < nu; ++i) {
    VecU64 sum = mul_lo32(lead, lift_at(u, i));
    if (i >= shift && i - shift < nv) sum = sum + mul_lo32(minus_top, lift_at(v, i - shift));
    lift_put(u, i, lift_reduced(k, shift_right<32>(sum), sum & k.mask));
  }
}

/// v, of degree below d, and the monic polynomial of degree d: t with t v = r modulo it, t of d cells, r a constant in
/// the first cell of `constant`. All are cells of their own; work: 4 (d + 1) cells. The result is 1 for lucky points.
static POLYFORK_ALWAYS_INLINE VecU64 lift_cofactor(const LiftField& k, const std::uint64_t* monic,
                                                   const std::uint64_t* v, std::size_t d, std::uint64_t* work,
                                                   std::uint64_t* t, std::uint64_t* constant) {
  std::uint64_t* r0 = work;
  std::uint64_t* r1 = r0 + (d + 1) * lift_cell;
  std::uint64_t* t0 = r1 + (d + 1) * lift_cell;
  std::uint64_t* t1 = t0 + (d + 1) * lift_cell;
  for (std::size_t i = 0; i < d; ++i) {
    lift_put(r0, i, lift_at(monic, i));
    lift_put(r1, i, lift_at(v, i));
  }
  for (std::size_t i = 0; i <= d; ++i) {
    lift_put(t0, i, k.zero);
    lift_put(t1, i, k.zero);
  }
  lift_put(r0, d, k.one);
  lift_put(t1, 0, k.one);
  std::size_t n0 = d + 1;
  std::size_t n1 = d;
  std::size_t cofactor = 1;  // cells of t1
  VecU64 good = VecU64::broadcast(1);
  for (;;) {
    // A remainder may have a lower degree at all points.
    const VecU64 everywhere = k.zero - good;
    while (n1 > 0 && !lift_any(lift_at(r1, n1 - 1) & everywhere)) --n1;
    if (n1 == 0) return k.zero;
    const VecU64 lead = lift_at(r1, n1 - 1);
    good = good & lift_nonzero(lead);
    if (n1 == 1) break;
    cofactor += n0 - n1;
    for (; n0 >= n1; --n0) {
      const VecU64 minus_top = lift_minus(k, k.zero, lift_at(r0, n0 - 1));
      lift_eliminate(k, lead, minus_top, t0, cofactor, t1, cofactor, n0 - n1);
      lift_eliminate(k, lead, minus_top, r0, n0 - 1, r1, n1 - 1, n0 - n1);
    }
    std::uint64_t* const r = r0;
    r0 = r1;
    r1 = r;
    std::uint64_t* const s = t0;
    t0 = t1;
    t1 = s;
    const std::size_t n = n0;
    n0 = n1;
    n1 = n;
  }
  for (std::size_t i = 0; i < d; ++i) lift_put(t, i, lift_at(t1, i));
  lift_put(constant, 0, lift_at(r1, 0));
  return good;
}

/// Row i: x^i times the inverses of the other factors' products modulo the factors, one after another, n x n cells.
/// The result is 1 for lucky points. work: what scratch has beside matrix and products.
static POLYFORK_ALWAYS_INLINE VecU64 lift_changes(const LiftField& k, const SumModulus& m, const LaneLifting& q,
                                                  const std::uint64_t* factors, std::size_t n, std::uint64_t* matrix,
                                                  std::uint64_t* work) {
  std::uint64_t* const inverses = work;  // of leading coefficients, later of remainders
  std::uint64_t* const prefixes = inverses + q.count * lift_cell;
  std::uint64_t* const monic = prefixes + q.count * lift_cell;  // all without their leading ones
  std::uint64_t* const others = monic + n * lift_cell;
  std::uint64_t* const swapped = others + (n + 1) * lift_cell;
  std::uint64_t* const euclid = swapped + (n + 1) * lift_cell;
  VecU64 good = VecU64::broadcast(1);
  const std::uint64_t* u = factors;
  for (std::size_t s = 0; s < q.count; ++s) {
    const VecU64 lead = lift_at(u, q.degrees[s]);
    good = good & lift_nonzero(lead);
    lift_put(inverses, s, lead);
    u += q.length * (q.degrees[s] + 1) * lift_cell;
  }
  lift_invert(k, m, inverses, q.count, prefixes);
  u = factors;
  std::size_t begin = 0;
  for (std::size_t s = 0; s < q.count; ++s) {
    const VecU64 inverse = lift_at(inverses, s);
    for (std::size_t x = 0; x < q.degrees[s]; ++x) lift_put(monic, begin + x, lift_times(k, lift_at(u, x), inverse));
    begin += q.degrees[s];
    u += q.length * (q.degrees[s] + 1) * lift_cell;
  }
  begin = 0;
  for (std::size_t s = 0; s < q.count; ++s) {
    const std::size_t d = q.degrees[s];
    std::uint64_t* product = others;
    std::uint64_t* next = swapped;
    std::size_t cells = 1;
    lift_put(product, 0, k.one);
    u = factors;
    for (std::size_t i = 0; i < q.count; ++i) {
      if (i != s) {
        lift_product(k, product, cells, u, q.degrees[i] + 1, next);
        cells += q.degrees[i];
        std::uint64_t* const swap = product;
        product = next;
        next = swap;
      }
      u += q.length * (q.degrees[i] + 1) * lift_cell;
    }
    for (; cells < d; ++cells) lift_put(product, cells, k.zero);
    lift_remainder(k, product, cells, monic + begin * lift_cell, d);
    good = good & lift_cofactor(k, monic + begin * lift_cell, product, d, euclid, matrix + begin * lift_cell,
                                inverses + s * lift_cell);
    begin += d;
  }
  lift_invert(k, m, inverses, q.count, prefixes);
  begin = 0;
  for (std::size_t s = 0; s < q.count; ++s) {
    const std::size_t d = q.degrees[s];
    const VecU64 inverse = lift_at(inverses, s);
    const std::uint64_t* const modulus = monic + begin * lift_cell;
    std::uint64_t* row = matrix + begin * lift_cell;
    for (std::size_t x = 0; x < d; ++x) lift_put(row, x, lift_times(k, lift_at(row, x), inverse));
    for (std::size_t i = 1; i < n; ++i) {
      std::uint64_t* const above = row;
      row += n * lift_cell;
      const VecU64 top = lift_at(above, d - 1);
      VecU64 below = k.zero;
      for (std::size_t x = 0; x < d; ++x) {
        const VecU64 product = lift_times(k, top, lift_at(modulus, x));
        lift_put(row, x, lift_minus(k, below, product));
        below = lift_at(above, x);
      }
    }
    begin += d;
  }
  return good;
}
