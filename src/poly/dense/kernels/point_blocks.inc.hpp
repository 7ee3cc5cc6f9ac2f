// Values at points in blocks of 16 coefficients: included once per instruction set, inside its namespace.
//
// A block is summed up with the powers 1, ..., x^15 before it is reduced, and Horner's rule takes steps of y = x^16,
// for which the sums do not wait. A coefficient takes one product, a block eight more, where Horner's rule takes three
// for a coefficient; few coefficients are left to it. Four points at a time, since a power waits for the one before.
//
// Short moduli, p < 2^62: 16 products stay below 2^128. With c = 2^64 mod p the sum high 2^64 + low is congruent to
// high c + low; by Shoup's quotients both terms are brought below 2 p, and their sum, less 2 p where it reaches that,
// as well. A step's product is below 2 p, so that words stay below 4 p < 2^64. Others have sums of 192 bits and
// canonical words. Literature: Paterson, Stockmeyer, SIAM J. Comput. 2, 1973.

namespace point_blocks {

constexpr std::size_t block = 16;
constexpr std::size_t lanes = 4;
constexpr std::size_t fewest_in_blocks = 64;  // coefficients, at several points

/// A modulus with what brings long sums below twice as much.
struct Reduction {
  const WordModulus& m;
  std::uint64_t p, one_shoup, c, c_shoup;

  explicit POLYFORK_ALWAYS_INLINE Reduction(const WordModulus& modulus)
      : m(modulus), p(m.value()), one_shoup(m.shoup(1)), c(m.reduce(1, 0)), c_shoup(m.shoup(c)) {}

  /// a w mod p, or p more.
  POLYFORK_ALWAYS_INLINE std::uint64_t times(std::uint64_t a, std::uint64_t w, std::uint64_t w_shoup) const {
    __extension__ using Wide = unsigned __int128;
    return a * w - static_cast<std::uint64_t>((Wide{a} * w_shoup) >> 64) * p;
  }
};

/// A sum of products of residues: below 2 p once it is reduced for short moduli, else canonical.
template <bool is_short>
struct Sum {
  __extension__ using Wide = unsigned __int128;
  Wide low;
  std::uint64_t top = 0;  // for other moduli

  explicit POLYFORK_ALWAYS_INLINE Sum(std::uint64_t a) : low(a) {}
  POLYFORK_ALWAYS_INLINE void add(std::uint64_t a, std::uint64_t b) {
    if constexpr (is_short)
      low += Wide{a} * b;
    else
      top += __builtin_add_overflow(low, Wide{a} * b, &low) ? 1 : 0;
  }
  POLYFORK_ALWAYS_INLINE std::uint64_t reduced(const Reduction& r) const {
    const auto low_word = static_cast<std::uint64_t>(low);
    const auto high_word = static_cast<std::uint64_t>(low >> 64);
    if constexpr (!is_short) return r.m.reduce(r.m.reduce(top, high_word), low_word);
    const std::uint64_t sum = r.times(high_word, r.c, r.c_shoup) + r.times(low_word, 1, r.one_shoup);
    return sum < 2 * r.p ? sum : sum - 2 * r.p;
  }
};

/// At one point, whose powers up to x^16 are there.
template <bool is_short>
static std::uint64_t value(const Reduction& r, const std::uint64_t* f, std::size_t n, const std::uint64_t* powers,
                           std::uint64_t v) {
  const std::size_t above = n % block;
  if (above != 0) {
    const std::uint64_t* const top = f + (n - above);
    Sum<is_short> sum(top[0]);
    for (std::size_t i = 1; i < above; ++i) sum.add(top[i], powers[i]);
    v = (v == 0 ? 0 : r.m.mul(v, powers[above])) + sum.reduced(r);  // below 3 p, or 2 p
  }
  const std::uint64_t y = powers[block];
  const std::uint64_t y_shoup = r.m.shoup(y);
  for (const std::uint64_t* at = f + (n - above); at != f;) {
    at -= block;
    Sum<is_short> sum(at[0]);
    for (std::size_t i = 1; i < block; i += 3) {  // compilers keep no more of them in registers
      sum.add(at[i], powers[i]);
      sum.add(at[i + 1], powers[i + 1]);
      sum.add(at[i + 2], powers[i + 2]);
    }
    v = r.times(v, y, y_shoup);
    if constexpr (!is_short) v = v < r.p ? v : v - r.p;
    v += sum.reduced(r);
  }
  return r.m.reduce(v);
}

/// At `count` <= lanes points.
template <bool is_short, std::size_t count>
static POLYFORK_ALWAYS_INLINE void few_points(const Reduction& r, const std::uint64_t* f, std::size_t n,
                                              const std::uint64_t* points, std::uint64_t* values) {
  const WordModulus& m = r.m;
  std::uint64_t powers[count][block + 1];
  std::uint64_t shoup[count];
  for (std::size_t k = 0; k < count; ++k) {
    shoup[k] = m.shoup(points[k]);
    powers[k][1] = points[k];
  }
  for (std::size_t i = 1; i < block; ++i)
    for (std::size_t k = 0; k < count; ++k) powers[k][i + 1] = m.mul_shoup(powers[k][i], points[k], shoup[k]);
  for (std::size_t k = 0; k < count; ++k) values[k] = value<is_short>(r, f, n, powers[k], values[k]);
}

/// Horner's rule at `count` points at once: a step waits for the one before, those of other points do not.
template <bool is_short, std::size_t count>
static POLYFORK_ALWAYS_INLINE void few_by_horner(const WordModulus& m, const std::uint64_t* f, std::size_t n,
                                                 const std::uint64_t* points, std::uint64_t* values) {
  const std::uint64_t p = m.value();
  std::uint64_t shoup[count];
  std::uint64_t v[count];
  for (std::size_t k = 0; k < count; ++k) {
    shoup[k] = m.shoup(points[k]);
    v[k] = values[k];
  }
  for (std::size_t i = n; i-- != 0;)
    for (std::size_t k = 0; k < count; ++k) {
      __extension__ using Wide = unsigned __int128;
      v[k] = v[k] * points[k] - static_cast<std::uint64_t>((Wide{v[k]} * shoup[k]) >> 64) * p;  // below 2 p
      if constexpr (!is_short) v[k] = v[k] < p ? v[k] : v[k] - p;
      v[k] += f[i];
    }
  for (std::size_t k = 0; k < count; ++k) {
    if constexpr (is_short) v[k] = v[k] < 2 * p ? v[k] : v[k] - 2 * p;  // below 3 p before
    values[k] = v[k] < p ? v[k] : v[k] - p;
  }
}

template <bool is_short>
static void values(const WordModulus& m, const std::uint64_t* f, std::size_t n, const std::uint64_t* points,
                   std::size_t count, std::uint64_t* values) {
  std::size_t k = 0;
  if (n < (count < lanes ? fewest_for_one_point : fewest_in_blocks)) {
    for (; k + lanes <= count; k += lanes) few_by_horner<is_short, lanes>(m, f, n, points + k, values + k);
    for (; k < count; ++k) few_by_horner<is_short, 1>(m, f, n, points + k, values + k);
    return;
  }
  const Reduction r(m);
  for (; k + lanes <= count; k += lanes) few_points<is_short, lanes>(r, f, n, points + k, values + k);
  for (; k < count; ++k) few_points<is_short, 1>(r, f, n, points + k, values + k);
}

}  // namespace point_blocks
