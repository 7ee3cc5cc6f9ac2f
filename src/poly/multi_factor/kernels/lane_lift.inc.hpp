// Included inside a namespace kernels::<isa> and its region: lifting at eight points, a vector of them at a time.
//
// Sums of products of residues below 2^31 are kept as two halves, hi 2^32 + lo, and reduced by two steps of
// Montgomery's method with 2^32. The inverse of the other factors' product modulo a factor comes from Euclid's
// algorithm without divisions, u = lc(v) u - lc(u) x^k v, whose steps are the same for all points at which degrees
// fall alike; what has to be inverted is inverted together, by one power.

constexpr std::size_t lift_cell = 8;

struct LiftField {
  VecU64 zero, p, negative_inverse, mask, one;
};

static POLYFORK_ALWAYS_INLINE LiftField lift_field(const SumModulus& m) {
  return {VecU64::broadcast(0), VecU64::broadcast(m.p), VecU64::broadcast((0 - m.inverse) & 0xffffffffU),
          VecU64::broadcast(0xffffffffU), VecU64::broadcast(m.one)};
}

static POLYFORK_ALWAYS_INLINE VecU64 lift_at(const std::uint64_t* cells, std::size_t i) {
  return VecU64::load(cells + i * lift_cell);
}
static POLYFORK_ALWAYS_INLINE void lift_put(std::uint64_t* cells, std::size_t i, VecU64 value) {
  value.store(cells + i * lift_cell);
}

static POLYFORK_ALWAYS_INLINE VecU64 lift_reduced(const LiftField& k, VecU64 hi, VecU64 lo) {
  hi = hi + shift_right<32>(lo + mul_lo32(mul_lo32(lo, k.negative_inverse), k.p));
  const VecU64 r = shift_right<32>(hi + mul_lo32(mul_lo32(hi, k.negative_inverse), k.p));
  return min(r, r - k.p);
}
static POLYFORK_ALWAYS_INLINE VecU64 lift_times(const LiftField& k, VecU64 x, VecU64 y) {
  return lift_reduced(k, k.zero, mul_lo32(x, y));
}
static POLYFORK_ALWAYS_INLINE VecU64 lift_plus(const LiftField& k, VecU64 x, VecU64 y) {
  const VecU64 sum = x + y;
  return min(sum, sum - k.p);
}
static POLYFORK_ALWAYS_INLINE VecU64 lift_minus(const LiftField& k, VecU64 x, VecU64 y) {
  const VecU64 difference = x - y;
  return min(difference, difference + k.p);
}
/// 1 where x is not zero.
static POLYFORK_ALWAYS_INLINE VecU64 lift_nonzero(VecU64 x) { return min(x, VecU64::broadcast(1)); }

struct LiftSum {
  VecU64 hi, lo;

  /// Precondition: sum < 2^64 is the whole of up to four products.
  POLYFORK_ALWAYS_INLINE void add(const LiftField& k, VecU64 sum) {
    lo = lo + (sum & k.mask);
    hi = hi + shift_right<32>(sum);
  }
  /// Adds x[i] y[-i], i < n, in cells.
  POLYFORK_ALWAYS_INLINE void add_reversed(const LiftField& k, const std::uint64_t* x, const std::uint64_t* y,
                                           std::size_t n) {
    for (; n >= 4; n -= 4, x += 4 * lift_cell, y -= 4 * lift_cell) {
      const VecU64 first = mul_lo32(VecU64::load(x), VecU64::load(y)) +
                           mul_lo32(VecU64::load(x + lift_cell), VecU64::load(y - lift_cell));
      const VecU64 second = mul_lo32(VecU64::load(x + 2 * lift_cell), VecU64::load(y - 2 * lift_cell)) +
                            mul_lo32(VecU64::load(x + 3 * lift_cell), VecU64::load(y - 3 * lift_cell));
      add(k, first + second);
    }
    if (n == 0) return;
    VecU64 sum = mul_lo32(VecU64::load(x), VecU64::load(y));
    for (std::size_t i = 1; i < n; ++i)
      sum = sum + mul_lo32(VecU64::load(x + i * lift_cell), VecU64::load(y - i * lift_cell));
    add(k, sum);
  }
  /// Adds x[i] y[i step], x in cells as well.
  POLYFORK_ALWAYS_INLINE void add_column(const LiftField& k, const std::uint64_t* x, const std::uint64_t* y,
                                         std::size_t step, std::size_t n) {
    step *= lift_cell;
    for (; n >= 4; n -= 4, x += 4 * lift_cell, y += 4 * step) {
      const VecU64 first =
          mul_lo32(VecU64::load(x), VecU64::load(y)) + mul_lo32(VecU64::load(x + lift_cell), VecU64::load(y + step));
      const VecU64 second = mul_lo32(VecU64::load(x + 2 * lift_cell), VecU64::load(y + 2 * step)) +
                            mul_lo32(VecU64::load(x + 3 * lift_cell), VecU64::load(y + 3 * step));
      add(k, first + second);
    }
    if (n == 0) return;
    VecU64 sum = mul_lo32(VecU64::load(x), VecU64::load(y));
    for (std::size_t i = 1; i < n; ++i)
      sum = sum + mul_lo32(VecU64::load(x + i * lift_cell), VecU64::load(y + i * step));
    add(k, sum);
  }
  POLYFORK_ALWAYS_INLINE VecU64 reduced(const LiftField& k) const { return lift_reduced(k, hi, lo); }
};

static void lift_products(const SumModulus& m, std::uint64_t* cells, std::size_t first, const std::uint32_t* factors,
                          std::size_t count) noexcept {
  const LiftField k = lift_field(m);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t half = 0; half < lift_cell; half += VecU64::lanes)
      lift_put(cells + half, first + i,
               lift_times(k, lift_at(cells + half, factors[2 * i]), lift_at(cells + half, factors[2 * i + 1])));
}

static void lift_sums(const SumModulus& m, const LaneTerms& q, const std::uint64_t* cells,
                      std::uint64_t* out) noexcept {
  const LiftField k = lift_field(m);
  for (std::size_t half = 0; half < lift_cell; half += VecU64::lanes) {
    const std::uint64_t* const from = cells + half;
    std::size_t i = 0;
    for (std::size_t place = 0; place < q.places; ++place) {
      LiftSum sum{k.zero, k.zero};
      const std::size_t end = q.ends[place];
      for (; i + 2 <= end; i += 2)
        sum.add(k, mul_lo32(VecU64::broadcast(q.coefficients[i]), lift_at(from, q.values[i])) +
                       mul_lo32(VecU64::broadcast(q.coefficients[i + 1]), lift_at(from, q.values[i + 1])));
      if (i < end) sum.add(k, mul_lo32(VecU64::broadcast(q.coefficients[i]), lift_at(from, q.values[i])));
      i = end;
      lift_put(out + half, place, sum.reduced(k));
    }
  }
}

static void lift_combine(const SumModulus& m, const std::uint64_t* matrix, std::size_t length, std::size_t width,
                         const std::uint64_t* rows, std::uint64_t* out) noexcept {
  const LiftField k = lift_field(m);
  for (std::size_t half = 0; half < lift_cell; half += VecU64::lanes)
    for (std::size_t i = 0; i < length; ++i)
      for (std::size_t x = 0; x < width; ++x) {
        LiftSum sum{k.zero, k.zero};
        for (std::size_t j = i; j < length; ++j)
          sum.add(k, mul_lo32(VecU64::broadcast(matrix[i * length + j]), lift_at(rows + half, j * width + x)));
        lift_put(out + half, i * width + x, sum.reduced(k));
      }
}

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

/// out = the sum over first <= j < end of row j of a times row m - j of b; rows of na and nb cells.
static POLYFORK_ALWAYS_INLINE void lift_row_products(const LiftField& k, const std::uint64_t* a, std::size_t na,
                                                     const std::uint64_t* b, std::size_t nb, std::size_t m,
                                                     std::size_t first, std::size_t end, std::uint64_t* out) {
  for (std::size_t x = 0; x + 1 < na + nb; ++x) {
    const std::size_t low = x < nb ? 0 : x - nb + 1;
    const std::size_t high = x < na ? x + 1 : na;
    LiftSum sum{k.zero, k.zero};
    for (std::size_t j = first; j < end; ++j)
      sum.add_reversed(k, a + (j * na + low) * lift_cell, b + ((m - j) * nb + x - low) * lift_cell, high - low);
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

/// Adds out to the sum of the products of first and last rows, which the last change has made final.
static POLYFORK_ALWAYS_INLINE void lift_with_ends(const LiftField& k, const std::uint64_t* a, std::size_t na,
                                                  const std::uint64_t* b, std::size_t nb, std::size_t m,
                                                  const std::uint64_t* fixed, std::uint64_t* out) {
  for (std::size_t x = 0; x + 1 < na + nb; ++x) {
    const std::size_t low = x < nb ? 0 : x - nb + 1;
    const std::size_t high = x < na ? x + 1 : na;
    LiftSum sum{k.zero, k.zero};
    sum.add_reversed(k, a + low * lift_cell, b + (m * nb + x - low) * lift_cell, high - low);
    if (m != 0) sum.add_reversed(k, a + (m * na + low) * lift_cell, b + (x - low) * lift_cell, high - low);
    lift_put(out, x, lift_plus(k, sum.reduced(k), lift_at(fixed, x)));
  }
}

/// The points of one vector; all pointers at the first of them.
static POLYFORK_ALWAYS_INLINE VecU64 lift_half(const LiftField& k, const SumModulus& m, const LaneLifting& q,
                                               const std::uint64_t* a, std::uint64_t* factors, std::uint64_t* scratch) {
  std::size_t n = 0;
  std::size_t cells = 0;  // of all products' rows, and of one row of each
  std::size_t row_cells = 0;
  for (std::size_t s = 0; s < q.count; ++s) {
    n += q.degrees[s];
    if (s == 0) continue;
    cells += q.length * (n + 1);
    row_cells += n + 1;
  }
  std::uint64_t* const matrix = scratch;
  std::uint64_t* const products = matrix + n * n * lift_cell;
  std::uint64_t* const fixed = products + cells * lift_cell;
  std::uint64_t* const error = fixed + row_cells * lift_cell;
  VecU64 good = lift_changes(k, m, q, factors, n, matrix, error);
  for (std::size_t row = 0; row < q.length; ++row) {
    // Partial products, that of the first factors and one more, without what is not known yet.
    const std::uint64_t* left = factors;
    std::size_t left_width = q.degrees[0] + 1;
    const std::uint64_t* right = factors + q.length * left_width * lift_cell;
    std::uint64_t* product = products;
    std::uint64_t* inner = fixed;
    for (std::size_t s = 1; s < q.count; ++s) {
      const std::size_t right_width = q.degrees[s] + 1;
      const std::size_t width = left_width + q.degrees[s];
      if (row > 1)
        lift_row_products(k, left, left_width, right, right_width, row, 1, row, inner);
      else
        for (std::size_t x = 0; x < width; ++x) lift_put(inner, x, k.zero);
      lift_with_ends(k, left, left_width, right, right_width, row, inner, product + row * width * lift_cell);
      left = product;
      left_width = width;
      right += q.length * right_width * lift_cell;
      product += q.length * width * lift_cell;
      inner += width * lift_cell;
    }
    std::uint64_t* const last = product - (q.length - row) * (n + 1) * lift_cell;
    const bool beyond = row >= q.a_length;
    VecU64 any = k.zero;
    for (std::size_t x = 0; x <= n; ++x) {
      const VecU64 wanted = beyond ? k.zero : lift_at(a, row * (n + 1) + x);
      const VecU64 difference = lift_minus(k, wanted, lift_at(last, x));
      lift_put(error, x, difference);
      lift_put(last, x, wanted);
      any = any | difference;
    }
    const VecU64 wrong = row == 0 ? any : lift_at(error, n);
    good = good & (VecU64::broadcast(1) - lift_nonzero(wrong));
    if (row == 0) continue;
    std::uint64_t* u = factors;
    std::size_t begin = 0;
    for (std::size_t s = 0; s < q.count; ++s) {
      std::uint64_t* const changed = u + row * (q.degrees[s] + 1) * lift_cell;
      for (std::size_t x = 0; x < q.degrees[s]; ++x) {
        LiftSum sum{k.zero, k.zero};
        sum.add_column(k, error, matrix + (begin + x) * lift_cell, n, n);
        lift_put(changed, x, lift_plus(k, lift_at(changed, x), sum.reduced(k)));
      }
      begin += q.degrees[s];
      u += q.length * (q.degrees[s] + 1) * lift_cell;
    }
    left = factors;
    left_width = q.degrees[0] + 1;
    right = factors + q.length * left_width * lift_cell;
    product = products;
    inner = fixed;
    for (std::size_t s = 1; s + 1 < q.count; ++s) {
      const std::size_t right_width = q.degrees[s] + 1;
      const std::size_t width = left_width + q.degrees[s];
      lift_with_ends(k, left, left_width, right, right_width, row, inner, product + row * width * lift_cell);
      left = product;
      left_width = width;
      right += q.length * right_width * lift_cell;
      product += q.length * width * lift_cell;
      inner += width * lift_cell;
    }
  }
  return good;
}

static unsigned lift_factors(const SumModulus& m, const LaneLifting& q) noexcept {
  const LiftField k = lift_field(m);
  unsigned mask = 0;
  for (std::size_t half = 0; half < lift_cell; half += VecU64::lanes) {
    std::uint64_t bits[VecU64::lanes];
    lift_half(k, m, q, q.a + half, q.factors + half, q.scratch + half).store(bits);
    for (std::size_t j = 0; j < VecU64::lanes; ++j) mask |= static_cast<unsigned>(bits[j]) << (half + j);
  }
  return mask;
}
