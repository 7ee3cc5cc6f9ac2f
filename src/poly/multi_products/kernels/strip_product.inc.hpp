// A strip times strips with 52-bit multiply-adds. See strip_kernels.hpp.
//
// The instructions take operands modulo 2^52 as unsigned numbers. The factor's magnitude is one, and its sign chooses
// the strip or its negative; an entry b < 0 of that reads as b + 2^52, so the factor is subtracted from the high word.
// Zeros around a strip serve the entries that a vector has beyond its ends: cells there have zeros added.

/// Carries of the low words, which are below 2^52 + longest_strip 2^52, go to the high ones.
static POLYFORK_ALWAYS_INLINE void store_strip_sums(VecU64 low, VecU64 high, std::uint64_t* to_low,
                                                    std::uint64_t* to_high) {
  (low & VecU64::broadcast((std::uint64_t{1} << 52) - 1)).store(to_low);
  (high + shift_right<52>(low)).store(to_high);
}

/// Where the entries that `factor` is multiplied by begin, for a row of entries or its negative.
template <bool has_signs>
static POLYFORK_ALWAYS_INLINE const std::uint64_t* strip_entries(std::int64_t factor, const std::int64_t* g,
                                                                 const std::int64_t* negated) {
  return reinterpret_cast<const std::uint64_t*>(has_signs && factor < 0 ? negated : g);
}
template <bool has_signs>
static POLYFORK_ALWAYS_INLINE VecU64 strip_factor(std::int64_t factor) {
  return VecU64::broadcast(static_cast<std::uint64_t>(has_signs && factor < 0 ? -factor : factor));
}
template <bool has_signs>
static POLYFORK_ALWAYS_INLINE void add_strip_products(VecU64& low, VecU64& high, VecU64 factor, VecU64 entries) {
  // Entries cross cache lines: they are loaded once, not by each of the two instructions.
  __asm__("" : "+v"(entries.v));
  low = madd52lo(low, factor, entries);
  high = madd52hi(high, factor, entries);
  if constexpr (has_signs) high = high - (shift_right_signed<63>(entries) & factor);
}

/// Cells k .. k + 15, g and negated being the entries at place k.
template <bool has_signs>
static POLYFORK_ALWAYS_INLINE void strip_pair(const std::int64_t* f, std::size_t begin, std::size_t end,
                                              const std::int64_t* g, const std::int64_t* negated, std::uint64_t* low,
                                              std::uint64_t* high) {
  VecU64 low0 = VecU64::load(low);
  VecU64 low1 = VecU64::load(low + 8);
  VecU64 high0 = VecU64::load(high);
  VecU64 high1 = VecU64::load(high + 8);
  for (std::size_t i = begin; i < end; ++i) {
    const VecU64 factor = strip_factor<has_signs>(f[i]);
    const std::uint64_t* const entries = strip_entries<has_signs>(f[i], g, negated) - i;
    add_strip_products<has_signs>(low0, high0, factor, VecU64::load(entries));
    add_strip_products<has_signs>(low1, high1, factor, VecU64::load(entries + 8));
  }
  store_strip_sums(low0, high0, low, high);
  store_strip_sums(low1, high1, low + 8, high + 8);
}
/// Cells k .. k + 7.
template <bool has_signs>
static POLYFORK_ALWAYS_INLINE void strip_single(const std::int64_t* f, std::size_t begin, std::size_t end,
                                                const std::int64_t* g, const std::int64_t* negated, std::uint64_t* low,
                                                std::uint64_t* high) {
  VecU64 low0 = VecU64::load(low);
  VecU64 high0 = VecU64::load(high);
  for (std::size_t i = begin; i < end; ++i) {
    const VecU64 factor = strip_factor<has_signs>(f[i]);
    add_strip_products<has_signs>(low0, high0, factor, VecU64::load(strip_entries<has_signs>(f[i], g, negated) - i));
  }
  store_strip_sums(low0, high0, low, high);
}

template <bool has_signs>
static POLYFORK_ALWAYS_INLINE void multiply_add_row(const std::int64_t* f, std::size_t p, const StripRow& row,
                                                    std::uint64_t* low, std::uint64_t* high, std::ptrdiff_t offset) {
  for (const Strip* strip = row.begin; strip != row.end; ++strip) {
    const std::int64_t* const g = row.words + strip->offset;
    const std::int64_t* const negated = has_signs ? row.negated + strip->offset : nullptr;
    const std::size_t q = strip->length;
    const std::ptrdiff_t base = offset + static_cast<std::ptrdiff_t>(strip->place);
    std::uint64_t* const l = low + base;
    std::uint64_t* const h = high + base;
    const std::size_t cells = p + q - 1;
    std::size_t k = 0;
    for (; k + 8 < cells; k += 16) {
      const std::size_t end = k + 16 < p ? k + 16 : p;
      strip_pair<has_signs>(f, k < q ? 0 : k - q + 1, end, g + k, has_signs ? negated + k : nullptr, l + k, h + k);
    }
    if (k < cells) {
      const std::size_t end = k + 8 < p ? k + 8 : p;
      strip_single<has_signs>(f, k < q ? 0 : k - q + 1, end, g + k, has_signs ? negated + k : nullptr, l + k, h + k);
    }
  }
}

/// sums += f[i] times the entries at g - i.
template <int vectors>
static POLYFORK_ALWAYS_INLINE void add_narrow(VecU64* sums, const std::int64_t* f, const std::int64_t* g,
                                              std::size_t i) {
  const VecU64 factor = VecU64::broadcast(static_cast<std::uint64_t>(f[i]));
  const std::uint64_t* const entries = reinterpret_cast<const std::uint64_t*>(g) - i;
  for (int v = 0; v < vectors; ++v) sums[v] = madd52lo(sums[v], factor, VecU64::load(entries + 8 * v));
}

/// Cells k .. k + 8 vectors - 1, in two sums each, since a multiply-add waits for the one before.
template <int vectors>
static POLYFORK_ALWAYS_INLINE void narrow_strip(const std::int64_t* f, std::size_t begin, std::size_t end,
                                                const std::int64_t* g, std::uint64_t* cells) {
  VecU64 even[vectors];
  VecU64 odd[vectors];
  for (int v = 0; v < vectors; ++v) {
    even[v] = VecU64::load(cells + 8 * v);
    odd[v] = VecU64::broadcast(0);
  }
  std::size_t i = begin;
  for (; i + 1 < end; i += 2) {
    add_narrow<vectors>(even, f, g, i);
    add_narrow<vectors>(odd, f, g, i + 1);
  }
  if (i < end) add_narrow<vectors>(even, f, g, i);
  for (int v = 0; v < vectors; ++v) (even[v] + odd[v]).store(cells + 8 * v);
}

static void multiply_add_narrow_strips(const std::int64_t* f, std::size_t p, const StripRow& row, std::uint64_t* cells,
                                       std::ptrdiff_t offset) {
  for (const Strip* strip = row.begin; strip != row.end; ++strip) {
    const std::int64_t* const g = row.words + strip->offset;
    const std::size_t q = strip->length;
    std::uint64_t* const to = cells + (offset + static_cast<std::ptrdiff_t>(strip->place));
    const std::size_t count = p + q - 1;
    std::size_t k = 0;
    for (; k + 8 < count; k += 16) narrow_strip<2>(f, k < q ? 0 : k - q + 1, k + 16 < p ? k + 16 : p, g + k, to + k);
    if (k < count) narrow_strip<1>(f, k < q ? 0 : k - q + 1, k + 8 < p ? k + 8 : p, g + k, to + k);
  }
}

static void multiply_add_strips(const std::int64_t* f, std::size_t p, const StripRow& row, std::uint64_t* low,
                                std::uint64_t* high, std::ptrdiff_t offset) {
  if (row.negated != nullptr)
    multiply_add_row<true>(f, p, row, low, high, offset);
  else
    multiply_add_row<false>(f, p, row, low, high, offset);
}
