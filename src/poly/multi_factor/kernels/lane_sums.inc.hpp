// Included inside a namespace kernels::<isa> and its region: sums of products of residues at eight points, a vector of
// them at a time.
//
// Sums of products of residues below 2^31 are kept as two halves, hi 2^32 + lo, and reduced by two steps of
// Montgomery's method with 2^32.

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
