// The kernels of residue conversion, once for every arithmetic and instruction set; what each does stands in
// crt_kernels.hpp.
//
// Included inside namespace kernels::<isa> and its region, after an arithmetic A with
//   A::Vec, A::lanes, A::doubles, A::pairs, A::digit_bits, A::scale_bits, A::tile_vectors, A::tile_columns
//   load, broadcast(words)            operands
//   Sum, start(products), multiply_add(sum, x, w)
//   operand(digit, sign), top_operand(digit), words_are_operands      digits to operands
//   carry(x), to_next_digit(high)     what goes from a digit's sum to the next
//   Reduction, add_step, reduce       sums to residues
//   Weight, Fraction, weigh, nearest  residues to factors of cofactors
// The product keeps a tile of tile_vectors x tile_columns sums of two words in registers while it runs down the rows:
// per row tile_vectors loads and tile_columns broadcasts serve as many products as the tile has sums. Straight-line
// code by recursion over templates.

static POLYFORK_ALWAYS_INLINE std::size_t vectors_of(std::size_t count) {
  return (count + VecU64::lanes - 1) / VecU64::lanes;
}

template <class A, int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void load_tile(typename A::Vec* x, const std::uint64_t* from) {
  if constexpr (i < vectors) {
    x[i] = A::load(from + i * A::lanes);
    load_tile<A, vectors, i + 1>(x, from);
  }
}

template <class A, int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void add_products(const A& a, typename A::Sum* sums, const typename A::Vec* x,
                                                typename A::Vec w) {
  if constexpr (i < vectors) {
    a.multiply_add(sums[i], x[i], w);
    add_products<A, vectors, i + 1>(a, sums, x, w);
  }
}

template <class A, int vectors, int columns, int i = 0>
static POLYFORK_ALWAYS_INLINE void add_row(const A& a, typename A::Sum* sums, const typename A::Vec* x,
                                           const std::uint64_t* w) {
  if constexpr (i < columns) {
    add_products<A, vectors>(a, sums + i * vectors, x, A::broadcast(w + i));
    add_row<A, vectors, columns, i + 1>(a, sums, x, w);
  }
}

template <class A, int size, int i = 0>
static POLYFORK_ALWAYS_INLINE void start_sums(typename A::Sum* sums, std::size_t products) {
  if constexpr (i < size) {
    sums[i] = A::start(products);
    start_sums<A, size, i + 1>(sums, products);
  }
}

template <class A, int vectors, int columns, int i = 0>
static POLYFORK_ALWAYS_INLINE void store_sums(const typename A::Sum* sums, std::uint64_t* low, std::uint64_t* high) {
  if constexpr (i < vectors * columns) {
    constexpr std::size_t at = i / vectors * crt_panel + i % vectors * A::lanes;
    sums[i].low.store_aligned(low + at);
    sums[i].high.store_aligned(high + at);
    store_sums<A, vectors, columns, i + 1>(sums, low, high);
  }
}

/// Rows in pairs, by Winograd's inner product: (x0 + w1) (x1 + w0).
template <class A, int vectors, int i = 0>
static POLYFORK_ALWAYS_INLINE void add_pair_products(const A& a, typename A::Sum* sums, const typename A::Vec* x0,
                                                     const typename A::Vec* x1, typename A::Vec w0,
                                                     typename A::Vec w1) {
  if constexpr (i < vectors) {
    a.multiply_add(sums[i], x0[i] + w1, x1[i] + w0);
    add_pair_products<A, vectors, i + 1>(a, sums, x0, x1, w0, w1);
  }
}

template <class A, int vectors, int columns, int i = 0>
static POLYFORK_ALWAYS_INLINE void add_row_pair(const A& a, typename A::Sum* sums, const typename A::Vec* x0,
                                                const typename A::Vec* x1, const std::uint64_t* w0,
                                                const std::uint64_t* w1) {
  if constexpr (i < columns) {
    add_pair_products<A, vectors>(a, sums + i * vectors, x0, x1, A::broadcast(w0 + i), A::broadcast(w1 + i));
    add_row_pair<A, vectors, columns, i + 1>(a, sums, x0, x1, w0, w1);
  }
}

/// What the products of pairs hold too much is taken off where the sums start.
template <class A, int vectors, int columns, int i = 0>
static POLYFORK_ALWAYS_INLINE void start_pair_sums(typename A::Sum* sums, const CrtMatrix& matrix,
                                                   const std::uint64_t* x_pairs) {
  if constexpr (i < vectors * columns) {
    const std::uint64_t* x = x_pairs + i % vectors * A::lanes;
    sums[i].low = VecU64::load_aligned(x) + VecU64::broadcast(matrix.pairs_low[i / vectors]);
    sums[i].high = VecU64::load_aligned(x + crt_panel) + VecU64::broadcast(matrix.pairs_high[i / vectors]);
    start_pair_sums<A, vectors, columns, i + 1>(sums, matrix, x_pairs);
  }
}

template <class A, int vectors, int columns>
static void multiply_tile(const CrtMatrix& matrix, const std::uint64_t* x, const std::uint64_t* x_pairs,
                          std::uint64_t* low, std::uint64_t* high) {
  const A a;
  typename A::Sum sums[vectors * columns];
  if constexpr (A::pairs)
    start_pair_sums<A, vectors, columns>(sums, matrix, x_pairs);
  else
    start_sums<A, vectors * columns>(sums, matrix.rows);
  const std::uint64_t* words = matrix.words;
  for (std::size_t left = matrix.rows; left != 0; words += matrix.jump) {
    const std::size_t run = left < matrix.run ? left : matrix.run;
    const std::uint64_t* w = words;
    std::size_t single = run;
    if constexpr (A::pairs) {
      for (std::size_t i = run / 2; i != 0; --i, w += 2 * matrix.step, x += 2 * crt_panel) {
        typename A::Vec tile[2 * vectors];
        load_tile<A, vectors>(tile, x);
        load_tile<A, vectors>(tile + vectors, x + crt_panel);
        add_row_pair<A, vectors, columns>(a, sums, tile, tile + vectors, w, w + matrix.step);
      }
      single = run % 2;
    }
    for (std::size_t i = single; i != 0; --i, w += matrix.step, x += crt_panel) {
      typename A::Vec tile[vectors];
      load_tile<A, vectors>(tile, x);
      add_row<A, vectors, columns>(a, sums, tile, w);
    }
    left -= run;
  }
  store_sums<A, vectors, columns>(sums, low, high);
}

/// The last columns, fewer than a tile has.
template <class A, int vectors, int columns>
static POLYFORK_ALWAYS_INLINE void multiply_rest(const CrtMatrix& matrix, std::size_t left, const std::uint64_t* x,
                                                 const std::uint64_t* x_pairs, std::uint64_t* low,
                                                 std::uint64_t* high) {
  if constexpr (columns != 0) {
    if (left == columns)
      multiply_tile<A, vectors, columns>(matrix, x, x_pairs, low, high);
    else
      multiply_rest<A, vectors, columns - 1>(matrix, left, x, x_pairs, low, high);
  }
}

/// All columns for a tile's coefficients, whose operands so stay in the first cache.
template <class A, int vectors>
static void multiply_columns(CrtMatrix matrix, std::size_t columns, const std::uint64_t* x,
                             const std::uint64_t* x_pairs, std::uint64_t* low, std::uint64_t* high) {
  for (; columns >= A::tile_columns; columns -= A::tile_columns) {
    multiply_tile<A, vectors, A::tile_columns>(matrix, x, x_pairs, low, high);
    matrix.drop_columns(A::tile_columns);
    low += A::tile_columns * crt_panel;
    high += A::tile_columns * crt_panel;
  }
  multiply_rest<A, vectors, A::tile_columns - 1>(matrix, columns, x, x_pairs, low, high);
}

template <class A>
static void crt_multiply(const CrtMatrix& matrix, std::size_t columns, const std::uint64_t* x,
                         const std::uint64_t* x_pairs, std::uint64_t* low, std::uint64_t* high, std::size_t count) {
  std::size_t vectors = vectors_of(count);
  std::size_t at = 0;
  if constexpr (A::tile_vectors == 4)
    for (; vectors >= 3; vectors -= vectors < 4 ? vectors : 4, at += 4 * A::lanes)
      multiply_columns<A, 4>(matrix, columns, x + at, x_pairs + at, low + at, high + at);
  for (; vectors >= 2; vectors -= 2, at += 2 * A::lanes)
    multiply_columns<A, 2>(matrix, columns, x + at, x_pairs + at, low + at, high + at);
  if (vectors != 0) multiply_columns<A, 1>(matrix, columns, x + at, x_pairs + at, low + at, high + at);
}

template <class A>
static void crt_pair_products(const CrtMatrix& matrix, const std::uint64_t* x, std::uint64_t* to, std::size_t count) {
  if constexpr (A::pairs) {
    const A a;
    const VecU64 zero = VecU64::broadcast(0);
    for (std::size_t i = 0; i < count; i += A::lanes) {
      typename A::Sum sum = A::start(0);
      const std::uint64_t* at = x + i;
      for (std::size_t left = matrix.rows; left != 0;) {
        const std::size_t run = left < matrix.run ? left : matrix.run;
        for (std::size_t r = 0; r + 1 < run; r += 2)
          a.multiply_add(sum, A::load(at + r * crt_panel), A::load(at + (r + 1) * crt_panel));
        at += run * crt_panel;
        left -= run;
      }
      (zero - sum.low).store_aligned(to + i);
      (zero - sum.high).store_aligned(to + crt_panel + i);
    }
  }
}

/// Row k is that of `valid` words at from + k stride, zeros for k >= rows.
template <std::size_t k = 0>
static POLYFORK_ALWAYS_INLINE void load_square(VecU64* square, const std::uint64_t* from, std::size_t stride,
                                               std::size_t rows, std::size_t valid) {
  if constexpr (k < VecU64::lanes) {
    square[k] = k < rows ? VecU64::load_first(from, valid) : VecU64::broadcast(0);
    load_square<k + 1>(square, from + stride, stride, rows, valid);
  }
}

template <std::size_t k = 0>
static POLYFORK_ALWAYS_INLINE void store_square(const VecU64* square, std::uint64_t* to, std::size_t stride,
                                                std::size_t rows, std::size_t valid) {
  if constexpr (k < VecU64::lanes) {
    if (k < rows) square[k].store_first(to, valid);
    store_square<k + 1>(square, to + stride, stride, rows, valid);
  }
}

/// Limbs [first, first + rows) of all coefficients, a row of the buffer for each; those from `used` on as zero.
/// Writes whole squares: up to lanes - 1 rows more.
static void gather_limbs(const CrtIntegers& from, std::size_t used, std::size_t first, std::size_t rows,
                         std::uint64_t* to) {
  for (std::size_t row = 0; row < rows; row += VecU64::lanes) {
    const std::size_t limb = first + row;
    const std::size_t valid = limb >= used ? 0 : used - limb < VecU64::lanes ? used - limb : VecU64::lanes;
    for (std::size_t i = 0; i < from.count; i += VecU64::lanes) {
      VecU64 square[VecU64::lanes];
      load_square(square, from.limbs + i * from.stride + limb, from.stride, valid == 0 ? 0 : from.count - i, valid);
      transpose_square(square);
      store_square(square, to + row * crt_panel + i, crt_panel, VecU64::lanes, VecU64::lanes);
    }
  }
}

template <class A>
static void crt_split(const CrtIntegers& from, std::size_t used, const std::uint64_t* signs, std::size_t first,
                      std::size_t count, std::uint64_t* digits, std::uint64_t* scratch) {
  constexpr std::size_t bits = A::digit_bits;
  const std::size_t first_limb = first * bits / 64;
  const std::size_t last_limb = (first + count) * bits / 64 + 1;  // a digit is read from two limbs
  gather_limbs(from, used, first_limb, last_limb + 1 - first_limb, scratch);
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << bits) - 1);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t bit = (first + k) * bits - first_limb * 64;
    const std::uint64_t* limb = scratch + bit / 64 * crt_panel;
    const VecU64 down = VecU64::broadcast(bit % 64);
    const VecU64 up = VecU64::broadcast(64 - bit % 64);
    for (std::size_t i = 0; i < from.count; i += VecU64::lanes) {
      const VecU64 low = shift_right_by(VecU64::load_aligned(limb + i), down);
      const VecU64 high = shift_left_by(VecU64::load_aligned(limb + crt_panel + i), up);
      A::operand((low + high) & mask, VecU64::load_aligned(signs + i)).store_aligned(digits + k * crt_panel + i);
    }
  }
}

static POLYFORK_ALWAYS_INLINE VecU64 load_residues(const std::uint64_t* from, std::size_t valid) {
  return valid >= VecU64::lanes ? VecU64::load(from) : VecU64::load_first(from, valid);
}

template <class A>
static void crt_to_residues(const CrtPrime* primes, std::size_t columns, const std::uint64_t* low,
                            const std::uint64_t* high, const std::uint64_t* signs, const std::uint64_t* above,
                            const CrtResidues& out, std::size_t count) {
  const A a;
  for (std::size_t j = 0; j < columns; ++j, low += crt_panel, high += crt_panel) {
    const auto reduction = A::reduction(primes[j]);
    std::uint64_t* const row = out.rows[j];
    // Past the caches go whole lines only.
    const bool streamed =
        VecU64::lanes * sizeof(std::uint64_t) == 64 && out.streamed && reinterpret_cast<std::uintptr_t>(row) % 64 == 0;
    for (std::size_t i = 0; i < count; i += VecU64::lanes) {
      typename A::Sum sum{VecU64::load_aligned(low + i), VecU64::load_aligned(high + i)};
      if (above != nullptr) a.add_step(sum, VecU64::load_aligned(above + j * crt_panel + i), reduction);
      const VecU64 residue = a.reduce(sum, VecU64::load_aligned(signs + i), reduction);
      if (count - i < VecU64::lanes)
        residue.store_first(row + i, count - i);
      else if (streamed)
        residue.stream(row + i);
      else
        residue.store(row + i);
    }
  }
}

/// Asks for the next panel's part of the row, if there is one. Rows lie far apart, so that the processor does not
/// foresee it by itself.
static POLYFORK_ALWAYS_INLINE void prefetch_next_panel(const std::uint64_t* row) {
  constexpr std::uintptr_t line = 64;
  constexpr std::uintptr_t panel = crt_panel * sizeof(std::uint64_t);
  const std::uintptr_t next = reinterpret_cast<std::uintptr_t>(row) + panel;
  for (std::uintptr_t at = 0; at < panel; at += line)
    __builtin_prefetch(reinterpret_cast<const void*>(next + at), 0, 2);
}

template <class A>
static void crt_weigh(const CrtPrime* primes, std::size_t columns, const std::uint64_t* const* residues,
                      std::uint64_t* y, std::uint64_t* unsure, std::size_t count) {
  const A a;
  typename A::Fraction fractions[crt_panel / VecU64::lanes];
  for (auto& fraction : fractions) fraction = A::start_fraction();
  for (std::size_t j = 0; j < columns; ++j, y += crt_panel) {
    const auto weight = A::weight(primes[j]);
    prefetch_next_panel(residues[j]);
    for (std::size_t i = 0; i < count; i += VecU64::lanes)
      a.weigh(load_residues(residues[j] + i, count - i), weight, fractions[i / VecU64::lanes]).store_aligned(y + i);
  }
  for (std::size_t i = 0; i < count; i += VecU64::lanes)
    a.nearest(fractions[i / VecU64::lanes], columns, unsure + i).store_aligned(y + i);
}

template <class A>
static void crt_normalise(const std::uint64_t* low, const std::uint64_t* high, std::size_t columns,
                          std::uint64_t* carry, std::uint64_t* digits, std::size_t count) {
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << A::digit_bits) - 1);
  for (std::size_t i = 0; i < count; i += VecU64::lanes) {
    VecU64 carried = VecU64::load_aligned(carry + i);
    VecU64 previous = VecU64::load_aligned(carry + crt_panel + i);
    for (std::size_t at = i; at < columns * crt_panel; at += crt_panel) {
      const VecU64 sum = (VecU64::load_aligned(low + at) + previous) + carried;
      (sum & mask).store_aligned(digits + at);
      carried = A::carry(sum);
      previous = A::to_next_digit(VecU64::load_aligned(high + at));
    }
    carried.store_aligned(carry + i);
    previous.store_aligned(carry + crt_panel + i);
  }
}

template <class A>
static void crt_to_operands(std::uint64_t* digits, std::size_t rows, std::size_t count) {
  if constexpr (!A::words_are_operands) {
    const VecU64 zero = VecU64::broadcast(0);
    for (std::size_t i = 0; i < count; i += VecU64::lanes) {
      std::uint64_t* top = digits + (rows - 1) * crt_panel + i;
      for (std::uint64_t* at = digits + i; at != top; at += crt_panel)
        A::operand(VecU64::load_aligned(at), zero).store_aligned(at);
      A::top_operand(VecU64::load_aligned(top)).store_aligned(top);
    }
  }
}

/// Digits of two's complements to digits of magnitudes.
template <class A>
static void take_magnitudes(std::uint64_t* digits, std::size_t rows, std::uint64_t* signs, std::size_t count) {
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << A::digit_bits) - 1);
  const VecU64 zero = VecU64::broadcast(0);
  for (std::size_t i = 0; i < count; i += VecU64::lanes) {
    const VecU64 top = VecU64::load_aligned(digits + (rows - 1) * crt_panel + i);
    const VecU64 sign = zero - shift_right<A::digit_bits - 1>(top);
    sign.store_aligned(signs + i);
    const VecU64 flip = sign & mask;
    VecU64 carried = zero - sign;
    for (std::size_t row = 0; row < rows; ++row) {
      std::uint64_t* at = digits + row * crt_panel + i;
      const VecU64 digit = (VecU64::load_aligned(at) ^ flip) + carried;
      (digit & mask).store_aligned(at);
      carried = shift_right<A::digit_bits>(digit);
    }
    for (std::size_t row = rows; row < rows + 2; ++row) zero.store_aligned(digits + row * crt_panel + i);
  }
}

/// Limbs from digits, from bit `first` on: one number after the other.
template <class A>
static void digits_to_limbs(const std::uint64_t* digits, std::size_t first, std::uint64_t* to, std::size_t limbs,
                            std::uint64_t* scratch, std::size_t count) {
  constexpr std::size_t bits = A::digit_bits;
  for (std::size_t l = 0; l < limbs; ++l) {
    const std::size_t offset = (first + 64 * l) % bits;
    const std::uint64_t* digit = digits + (first + 64 * l) / bits * crt_panel;
    const VecU64 down = VecU64::broadcast(offset);
    const VecU64 up = VecU64::broadcast(bits - offset);
    const VecU64 further = VecU64::broadcast(2 * bits - offset);  // 64 and more shift the third digit out
    for (std::size_t i = 0; i < count; i += VecU64::lanes) {
      const VecU64 low = shift_right_by(VecU64::load_aligned(digit + i), down);
      const VecU64 middle = shift_left_by(VecU64::load_aligned(digit + crt_panel + i), up);
      const VecU64 high = shift_left_by(VecU64::load_aligned(digit + 2 * crt_panel + i), further);
      ((low + middle) + high).store_aligned(scratch + l * crt_panel + i);
    }
  }
  for (std::size_t l = 0; l < limbs; l += VecU64::lanes) {
    const std::size_t valid = limbs - l < VecU64::lanes ? limbs - l : VecU64::lanes;
    for (std::size_t i = 0; i < count; i += VecU64::lanes) {
      VecU64 square[VecU64::lanes];
      load_square(square, scratch + l * crt_panel + i, crt_panel, VecU64::lanes, VecU64::lanes);
      transpose_square(square);
      store_square(square, to + i * limbs + l, limbs, count - i, valid);
    }
  }
}

template <class A>
static void crt_join(std::uint64_t* digits, std::size_t rows, std::uint64_t* to, std::size_t limbs,
                     std::uint64_t* signs, std::uint64_t* scratch, std::size_t count) {
  take_magnitudes<A>(digits, rows, signs, count);
  digits_to_limbs<A>(digits, 0, to, limbs, scratch, count);
}

template <class A>
static void crt_join_shifted(std::uint64_t* digits, std::size_t rows, std::size_t shift, std::uint64_t* to,
                             std::size_t limbs, std::uint64_t* scratch, std::size_t count) {
  const VecU64 mask = VecU64::broadcast((std::uint64_t{1} << A::digit_bits) - 1);
  const std::size_t all = crt_shifted_rows(shift, limbs, A::digit_bits);
  for (std::size_t i = 0; i < count; i += VecU64::lanes) {
    const VecU64 top = VecU64::load_aligned(digits + (rows - 1) * crt_panel + i);
    const VecU64 sign = (VecU64::broadcast(0) - shift_right<A::digit_bits - 1>(top)) & mask;
    for (std::size_t row = rows; row < all; ++row) sign.store_aligned(digits + row * crt_panel + i);
  }
  digits_to_limbs<A>(digits, shift, to, limbs, scratch, count);
}

template <class A>
static constexpr CrtKernels make_crt_kernels(std::string_view name, Isa isa) {
  return {name,
          isa,
          A::doubles,
          A::pairs,
          A::digit_bits,
          A::scale_bits,
          crt_split<A>,
          crt_pair_products<A>,
          crt_multiply<A>,
          crt_to_residues<A>,
          crt_weigh<A>,
          crt_normalise<A>,
          crt_to_operands<A>,
          crt_join<A>,
          crt_join_shifted<A>};
}
