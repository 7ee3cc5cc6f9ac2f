// A strip times strips of signed numbers below 2^31, whose products are signed words. See strip_kernels.hpp.
//
// Zeros around a strip serve the entries that a vector has beyond its ends: cells there have zeros added.

/// Cells k .. k + 4 vectors - 1, g being the entries at place k.
template <int vectors>
static POLYFORK_ALWAYS_INLINE void signed_strip(const std::int64_t* f, std::size_t begin, std::size_t end,
                                                const std::int64_t* g, std::uint64_t* cells) {
  VecU64 sums[vectors];
  for (int v = 0; v < vectors; ++v) sums[v] = VecU64::load(cells + 4 * v);
  for (std::size_t i = begin; i < end; ++i) {
    const VecU64 factor = VecU64::broadcast(static_cast<std::uint64_t>(f[i]));
    const std::uint64_t* const entries = reinterpret_cast<const std::uint64_t*>(g) - i;
    for (int v = 0; v < vectors; ++v) sums[v] = sums[v] + mul_signed32(factor, VecU64::load(entries + 4 * v));
  }
  for (int v = 0; v < vectors; ++v) sums[v].store(cells + 4 * v);
}

static void multiply_add_signed_strips(const std::int64_t* f, std::size_t p, const StripRow& row, std::uint64_t* cells,
                                       std::ptrdiff_t offset) {
  for (const Strip* strip = row.begin; strip != row.end; ++strip) {
    const std::int64_t* const g = row.words + strip->offset;
    const std::size_t q = strip->length;
    std::uint64_t* const to = cells + (offset + static_cast<std::ptrdiff_t>(strip->place));
    const std::size_t count = p + q - 1;
    const auto first = [&](std::size_t k) { return k < q ? 0 : k - q + 1; };
    std::size_t k = 0;
    for (; k + 8 < count; k += 16) signed_strip<4>(f, first(k), std::min(k + 16, p), g + k, to + k);
    if (k < count) signed_strip<2>(f, first(k), std::min(k + 8, p), g + k, to + k);
  }
}
