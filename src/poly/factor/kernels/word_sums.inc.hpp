// Included inside a namespace kernels::<isa> and its region: scalar sums in 128 bits.
//
// A product is below p^2. For p < 2^62 eight of them add less than 2 p to the high word of a sum, which is kept below
// 2 p by one conditional subtraction of 2 p 2^64; for longer p one product adds less than p, at most once.

__extension__ using SumWide = unsigned __int128;

/// (high 2^64 + low) / 2^64 mod p for high < p.
static POLYFORK_ALWAYS_INLINE std::uint64_t reduce_sum(const SumModulus& m, SumWide sum) {
  const auto low = static_cast<std::uint64_t>(sum);
  const auto high = static_cast<std::uint64_t>(sum >> 64);
  const auto minus = static_cast<std::uint64_t>((SumWide{low * m.inverse} * m.p) >> 64);
  const std::uint64_t difference = high - minus;
  return high < minus ? difference + m.p : difference;
}

/// bound: 2p for p < 2^62.
static POLYFORK_ALWAYS_INLINE SumWide lowered(SumWide sum, std::uint64_t bound) {
  const auto high = static_cast<std::uint64_t>(sum >> 64);
  const std::uint64_t lower = high >= bound ? high - bound : high;
  return (SumWide{lower} << 64) | static_cast<std::uint64_t>(sum);
}

/// sum + x[0] y[0] + x[1] y[step] + ..., the high word below `bound` before and after.
template <int group>
static POLYFORK_ALWAYS_INLINE SumWide add_dot(SumWide sum, std::uint64_t bound, const std::uint64_t* x, std::size_t n,
                                              const std::uint64_t* y, std::ptrdiff_t step) {
  for (; n >= group; n -= group, x += group) {
#pragma GCC unroll 8
    for (int i = 0; i < group; ++i, y += step) sum += SumWide{x[i]} * *y;
    sum = lowered(sum, bound);
  }
  if (group > 1 && n != 0) {
    for (std::size_t i = 0; i < n; ++i, y += step) sum += SumWide{x[i]} * *y;
    sum = lowered(sum, bound);
  }
  return sum;
}

template <int group>
static POLYFORK_ALWAYS_INLINE std::uint64_t finish_sum(const SumModulus& m, SumWide sum) {
  return reduce_sum(m, group == 1 ? sum : lowered(sum, m.p));
}

template <int group>
static void columns_of(const SumModulus& m, const std::uint64_t* a, std::size_t la, const std::uint64_t* b,
                       std::size_t lb, std::uint64_t* out, std::size_t begin, std::size_t end) {
  const SumModulus modulus = m;
  const std::uint64_t bound = group == 1 ? m.p : 2 * m.p;
  for (std::size_t k = begin; k < end; ++k) {
    const std::size_t first = k < lb ? 0 : k - lb + 1;
    const std::size_t last = k < la ? k + 1 : la;
    *out++ = finish_sum<group>(modulus, add_dot<group>(0, bound, a + first, last - first, b + k - first, -1));
  }
}

template <int group>
static void square_of(const SumModulus& m, const std::uint64_t* a, std::size_t n, std::uint64_t* out) {
  const SumModulus modulus = m;
  const std::uint64_t bound = group == 1 ? m.p : 2 * m.p;
  for (std::size_t k = 0; k + 1 < 2 * n; ++k) {
    const std::size_t first = k < n ? 0 : k - n + 1;
    const std::size_t half = (k + 1) / 2;
    const SumWide sum = add_dot<group>(0, bound, a + first, half - first, a + k - first, -1);
    std::uint64_t r = finish_sum<group>(modulus, sum);
    r = r + r >= modulus.p ? r + r - modulus.p : r + r;
    if (k % 2 == 0) {
      r += reduce_sum(modulus, SumWide{a[k / 2]} * a[k / 2]);
      r = r >= modulus.p ? r - modulus.p : r;
    }
    out[k] = r;
  }
}

template <int group>
static void combination_of(const SumModulus& m, const std::uint64_t* x, std::size_t n, const std::uint64_t* rows,
                           std::size_t stride, std::uint64_t* out, std::size_t count) {
  const SumModulus modulus = m;
  const std::uint64_t bound = group == 1 ? m.p : 2 * m.p;
  for (std::size_t j = 0; j < count; ++j)
    out[j] = finish_sum<group>(modulus, add_dot<group>(0, bound, x, n, rows + j, static_cast<std::ptrdiff_t>(stride)));
}
