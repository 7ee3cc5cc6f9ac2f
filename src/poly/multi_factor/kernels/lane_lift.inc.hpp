// Included after lane_cofactors.inc.hpp: Hensel lifting at eight points, one row of coefficients after another.

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
