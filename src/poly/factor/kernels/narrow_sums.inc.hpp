// Included inside a namespace kernels::<isa> and its region: sums of products of residues below 2^31 in vectors.
//
// Sixteen columns at a time. A product is below 2^62: four are added before the sum's halves go to two accumulators,
// hi 2^32 + lo, which are reduced by two steps of Montgomery's method with R = 2^32.

/// hi 2^32 + lo divided by 2^64, modulo p. Precondition: (hi 2^32 + lo) below p 2^62.
static POLYFORK_ALWAYS_INLINE VecU64 reduce_narrow(VecU64 hi, VecU64 lo, VecU64 p, VecU64 negative_inverse) {
  hi = hi + shift_right<32>(lo + mul_lo32(mul_lo32(lo, negative_inverse), p));
  const VecU64 r = shift_right<32>(hi + mul_lo32(mul_lo32(hi, negative_inverse), p));
  return min(r, r - p);
}

template <int vectors>
struct NarrowSums {
  VecU64 hi[vectors];
  VecU64 lo[vectors];

  POLYFORK_ALWAYS_INLINE NarrowSums() {
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) hi[v] = lo[v] = VecU64::broadcast(0);
  }

  /// Adds x[i] y[i step + column], i < n.
  POLYFORK_ALWAYS_INLINE void add(const std::uint64_t* x, std::size_t n, const std::uint64_t* y, std::ptrdiff_t step) {
    const VecU64 mask = VecU64::broadcast(0xffffffffU);
    while (n != 0) {
      const std::size_t terms = n < 4 ? n : 4;
      VecU64 sum[vectors];
      const VecU64 first = VecU64::broadcast(*x++);
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) sum[v] = mul_lo32(first, VecU64::load(y + v * VecU64::lanes));
      y += step;
      if (terms == 4) {
#pragma GCC unroll 3
        for (int i = 1; i < 4; ++i, y += step) {
          const VecU64 factor = VecU64::broadcast(*x++);
#pragma GCC unroll 8
          for (int v = 0; v < vectors; ++v) sum[v] = sum[v] + mul_lo32(factor, VecU64::load(y + v * VecU64::lanes));
        }
      } else {
        for (std::size_t i = 1; i < terms; ++i, y += step) {
          const VecU64 factor = VecU64::broadcast(*x++);
#pragma GCC unroll 8
          for (int v = 0; v < vectors; ++v) sum[v] = sum[v] + mul_lo32(factor, VecU64::load(y + v * VecU64::lanes));
        }
      }
      n -= terms;
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) {
        lo[v] = lo[v] + (sum[v] & mask);
        hi[v] = hi[v] + shift_right<32>(sum[v]);
      }
    }
  }

  /// The first `count` columns, reduced.
  POLYFORK_ALWAYS_INLINE void store(const SumModulus& m, std::uint64_t* out, std::size_t count) const {
    const VecU64 p = VecU64::broadcast(m.p);
    const VecU64 negative_inverse = VecU64::broadcast((0 - m.inverse) & 0xffffffffU);
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) {
      if (count == 0) return;
      const VecU64 r = reduce_narrow(hi[v], lo[v], p, negative_inverse);
      if (count < VecU64::lanes) return r.store_first(out, count);
      r.store(out);
      out += VecU64::lanes;
      count -= VecU64::lanes;
    }
  }
};

template <int vectors>
static POLYFORK_ALWAYS_INLINE void narrow_block(const SumModulus& m, const std::uint64_t* x, std::size_t n,
                                                const std::uint64_t* y, std::ptrdiff_t step, std::uint64_t* out,
                                                std::size_t count) {
  NarrowSums<vectors> sums;
  sums.add(x, n, y, step);
  sums.store(m, out, count);
}

static POLYFORK_ALWAYS_INLINE void narrow_up_to_16(const SumModulus& m, const std::uint64_t* x, std::size_t n,
                                                   const std::uint64_t* y, std::ptrdiff_t step, std::uint64_t* out,
                                                   std::size_t count) {
  if (count > 8)
    narrow_block<16 / VecU64::lanes>(m, x, n, y, step, out, count);
  else
    narrow_block<8 / VecU64::lanes>(m, x, n, y, step, out, count);
}

static void narrow_columns(const SumModulus& m, const std::uint64_t* a, std::size_t la, const std::uint64_t* b,
                           std::size_t lb, std::uint64_t* out, std::size_t begin, std::size_t end) {
  for (std::size_t k = begin; k < end; k += 16, out += 16) {
    const std::size_t count = end - k < 16 ? end - k : 16;
    const std::size_t first = k < lb ? 0 : k - lb + 1;
    const std::size_t last = k + count < la ? k + count : la;
    narrow_up_to_16(m, a + first, last - first, b + k - first, -1, out, count);
  }
}

static void narrow_square(const SumModulus& m, const std::uint64_t* a, std::size_t n, std::uint64_t* out) {
  narrow_columns(m, a, n, a, n, out, 0, 2 * n - 1);
}

static void narrow_combine(const SumModulus& m, const std::uint64_t* x, std::size_t n, const std::uint64_t* rows,
                           std::size_t stride, std::uint64_t* out, std::size_t count) {
  for (std::size_t j = 0; j < count; j += 16)
    narrow_up_to_16(m, x, n, rows + j, static_cast<std::ptrdiff_t>(stride), out + j, count - j < 16 ? count - j : 16);
}

template <int vectors>
static POLYFORK_ALWAYS_INLINE void narrow_row_block(const SumModulus& m, const SumRows& a, const SumRows& b,
                                                    std::size_t rows, std::size_t k, std::uint64_t* out,
                                                    std::size_t count) {
  const std::size_t first = k < b.width ? 0 : k - b.width + 1;
  const std::size_t last = k + count < a.width ? k + count : a.width;
  const std::uint64_t* x = a.words + first;
  const std::uint64_t* y = b.words + k - first;
  NarrowSums<vectors> sums;
  for (std::size_t j = 0; j < rows; ++j, x += a.step, y += b.step) sums.add(x, last - first, y, -1);
  sums.store(m, out, count);
}

static void narrow_rows(const SumModulus& m, const SumRows& a, const SumRows& b, std::size_t rows, std::uint64_t* out) {
  const std::size_t width = a.width + b.width - 1;
  for (std::size_t k = 0; k < width; k += 16, out += 16) {
    const std::size_t count = width - k < 16 ? width - k : 16;
    if (count > 8)
      narrow_row_block<16 / VecU64::lanes>(m, a, b, rows, k, out, count);
    else
      narrow_row_block<8 / VecU64::lanes>(m, a, b, rows, k, out, count);
  }
}
