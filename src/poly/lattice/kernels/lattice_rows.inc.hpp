// Included inside a namespace kernels::<isa> and its region: rows of a lattice in vectors of
// POLYFORK_LATTICE_VECTOR_BYTES bytes.
//
// Forward substitution takes four vectors of unknowns at once: what known ones contribute is four independent sums,
// in order; then the unknowns of the block follow from each other, one lane after another.

using LatticeReals = double __attribute__((vector_size(POLYFORK_LATTICE_VECTOR_BYTES)));
using LatticeWords = std::uint64_t __attribute__((vector_size(POLYFORK_LATTICE_VECTOR_BYTES)));
static constexpr std::size_t vector_lanes = POLYFORK_LATTICE_VECTOR_BYTES / sizeof(double);

template <class Vector, class T>
static POLYFORK_ALWAYS_INLINE void load_vector(Vector& v, const T* p) {
  std::memcpy(&v, p, sizeof v);
}

/// `vectors` vectors of unknowns from r[first] on.
template <std::size_t vectors>
static POLYFORK_ALWAYS_INLINE void substitute_block(const double* mu, std::size_t stride, double* r,
                                                    std::size_t first) {
  LatticeReals value[vectors];
  LatticeReals row;
#pragma GCC unroll 8
  for (std::size_t v = 0; v < vectors; ++v) load_vector(value[v], r + first + v * vector_lanes);
  for (std::size_t i = 0; i < first; ++i) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v < vectors; ++v) {
      load_vector(row, mu + i * stride + first + v * vector_lanes);
      value[v] -= r[i] * row;
    }
  }
#pragma GCC unroll 8
  for (std::size_t u = 0; u < vectors; ++u) {
#pragma GCC unroll 8
    for (std::size_t lane = 0; lane < vector_lanes; ++lane) {
      const double x = value[u][lane];
      const double* const from = mu + (first + u * vector_lanes + lane) * stride + first;
#pragma GCC unroll 8
      for (std::size_t v = 0; v < vectors; ++v) {
        if (v < u) continue;
        load_vector(row, from + v * vector_lanes);
        value[v] -= x * row;
      }
    }
  }
#pragma GCC unroll 8
  for (std::size_t v = 0; v < vectors; ++v) std::memcpy(r + first + v * vector_lanes, &value[v], sizeof value[v]);
}

static void substitute(const double* mu, std::size_t stride, double* r, std::size_t n) {
  constexpr std::size_t block = 4 * vector_lanes;
  std::size_t first = 0;
  for (; first + block <= n; first += block) substitute_block<4>(mu, stride, r, first);
  for (; first < n; first += vector_lanes) substitute_block<1>(mu, stride, r, first);
}

template <class Vector, class T>
static POLYFORK_ALWAYS_INLINE void subtract_multiple(T* a, T x, const T* b, std::size_t n) {
  std::size_t i = 0;
  for (; i + vector_lanes <= n; i += vector_lanes) {
    Vector u;
    Vector v;
    load_vector(u, a + i);
    load_vector(v, b + i);
    u -= x * v;
    std::memcpy(a + i, &u, sizeof u);
  }
  for (; i < n; ++i) a[i] -= x * b[i];
}

static void subtract(double* a, double x, const double* b, std::size_t n) {
  subtract_multiple<LatticeReals>(a, x, b, n);
}

// Words wrap around without signs; signed and unsigned words may share their place.
static void subtract_words(std::int64_t* a, std::int64_t x, const std::int64_t* b, std::size_t n) {
  subtract_multiple<LatticeWords>(reinterpret_cast<std::uint64_t*>(a), static_cast<std::uint64_t>(x),
                                  reinterpret_cast<const std::uint64_t*>(b), n);
}

template <std::size_t rows_at_once>
static POLYFORK_ALWAYS_INLINE void products_of(const double* row, const double* rows, std::size_t stride, double* out) {
  LatticeReals sum[rows_at_once] = {};
  LatticeReals left;
  LatticeReals right;
  for (std::size_t i = 0; i < stride; i += vector_lanes) {
    load_vector(left, row + i);
#pragma GCC unroll 4
    for (std::size_t k = 0; k < rows_at_once; ++k) {
      load_vector(right, rows + k * stride + i);
      sum[k] += left * right;
    }
  }
#pragma GCC unroll 4
  for (std::size_t k = 0; k < rows_at_once; ++k) {
    double total = 0;
#pragma GCC unroll 8
    for (std::size_t lane = 0; lane < vector_lanes; ++lane) total += sum[k][lane];
    out[k] = total;
  }
}

static void products(const double* row, const double* rows, std::size_t stride, std::size_t count, double* out) {
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) products_of<4>(row, rows + k * stride, stride, out + k);
  for (; k < count; ++k) products_of<1>(row, rows + k * stride, stride, out + k);
}
