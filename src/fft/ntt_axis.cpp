// Lines are gathered into tiles of blocks, transformed there, and scattered again.
#include "fft/ntt_axis.hpp"

#include <algorithm>
#include <cstring>

#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "fft/over_items.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t widest_tile = 4;                       // cache lines
constexpr std::size_t words_of_tile = std::size_t{1} << 15;  // 256 KiB, part of a second-level cache
constexpr NttNode block_node{0, 0};                          // a pass that splits nothing only converts

/// The part of a group that a tile holds: block number b of its scratch begins at blocks + b words.
struct Tile {
  std::uint64_t* lines;  // the first element of the first line
  std::size_t count;     // lines
  std::uint64_t* blocks;
  std::size_t words;
};

/// Calls body(element of the tile's first line in a block, its block, lines there) for elements [0, n), element by
/// element: the cache lines of one element lie in a row.
template <class Body>
void over_elements(const NttLines& lines, const Tile& tile, std::size_t n, const Body& body) {
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t* element = tile.lines + i * lines.stride;
    std::uint64_t* block = tile.blocks + ntt_block * i;
    for (std::size_t left = tile.count; left != 0;) {
      const std::size_t here = std::min<std::size_t>(left, ntt_block);
      body(element, block, here);
      element += ntt_block * lines.step;
      block += tile.words;
      left -= here;
    }
  }
}

/// Elements [0, n) of the lines into blocks; missing lines are zero.
void gather(const NttLines& lines, const Tile& tile, std::size_t n) {
  over_elements(lines, tile, n, [&](const std::uint64_t* element, std::uint64_t* block, std::size_t count) {
    if (lines.step == 1 && count == ntt_block) {
      std::memcpy(block, element, ntt_block * sizeof(std::uint64_t));
      return;
    }
    for (std::size_t c = 0; c < count; ++c) block[c] = element[c * lines.step];
    for (std::size_t c = count; c < ntt_block; ++c) block[c] = 0;
  });
}

void scatter(const NttLines& lines, const Tile& tile, std::size_t n) {
  over_elements(lines, tile, n, [&](std::uint64_t* element, const std::uint64_t* block, std::size_t count) {
    if (lines.step == 1 && count == ntt_block) {
      std::memcpy(element, block, ntt_block * sizeof(std::uint64_t));
      return;
    }
    for (std::size_t c = 0; c < count; ++c) element[c * lines.step] = block[c];
  });
}

/// How the lines are cut: `width` blocks of lines in a tile, `per_group` tiles in a group.
struct Tiles {
  std::size_t width;
  std::size_t per_group;
  std::size_t total;
};

/// words: of one block of lines.
Tiles tiles(const NttLines& lines, std::size_t words, int threads) {
  const std::size_t blocks = (lines.count + ntt_block - 1) / ntt_block;
  const std::size_t groups = lines.groups();
  std::size_t width = std::clamp<std::size_t>(words_of_tile / words, 1, std::min(widest_tile, blocks));
  // Narrower where there would be too few tiles to share out evenly.
  if (threads > 1 && groups * (blocks / width) < 4 * static_cast<std::size_t>(threads)) width = 1;
  const std::size_t per_group = (blocks + width - 1) / width;
  return {width, per_group, per_group * groups};
}

}  // namespace

std::size_t NttLines::groups() const noexcept {
  std::size_t n = 1;
  for (const std::size_t k : outer_counts) n *= k;
  return n;
}

std::size_t NttLines::offset(std::size_t g) const noexcept {
  std::size_t result = 0;
  for (std::size_t k = outer_counts.size(); k-- > 0; g /= outer_counts[k])
    result += g % outer_counts[k] * outer_strides[k];
  return result;
}

NttAxis::NttAxis(const NttKernels& kernels, std::uint64_t prime, std::size_t length, const ExecutionContext& ctx)
    : kernels_(&kernels), shape_(NttShape::cyclic(ntt_block * length)) {
  shape_.gaps = false;  // tiles are transformed where they were gathered
  table_ = NttTable::get(prime, kernels.arithmetic, shape_.table_log_nodes(), ctx);
}

std::size_t NttAxis::padded(std::size_t n) { return NttShape::cyclic(ntt_block * n).words() / ntt_block; }

std::size_t NttAxis::scratch_bytes(std::size_t length, const NttLines& lines, int threads) {
  if (lines.count == 0) return 0;
  const std::size_t words = saturating_mul(length, ntt_block);
  const Tiles t = tiles(lines, words, threads);
  return saturating_mul(items_at_once(t.total, threads) * t.width, saturating_mul(words, sizeof(std::uint64_t)));
}

/// transform(words of one block of lines, ctx) on every block of every tile, between gathering and scattering.
template <class Transform>
void NttAxis::over_tiles(const NttLines& lines, std::size_t given, std::size_t wanted, const ExecutionContext& ctx,
                         const Transform& transform) const {
  if (lines.count == 0) return;
  const std::size_t words = shape_.words();
  const Tiles t = tiles(lines, words, ctx.threads());
  over_items(ctx, t.total, t.width * words, [&](std::size_t i, const ExecutionContext& inside) {
    Workspace::Frame frame;
    std::uint64_t* const scratch = frame.allocate<std::uint64_t>(t.width * words).data();
    const std::size_t first = i % t.per_group * t.width * ntt_block;
    const std::size_t count = std::min(lines.count - first, t.width * ntt_block);
    const Tile tile{lines.data + lines.offset(i / t.per_group) + first * lines.step, count, scratch, words};
    gather(lines, tile, given);
    for (std::size_t c = 0; c < count; c += ntt_block) transform(scratch + c / ntt_block * words, inside);
    scatter(lines, tile, wanted);
  });
}

void NttAxis::forward(const NttLines& lines, const ExecutionContext& ctx) const {
  over_tiles(lines, lines.used, length(), ctx, [&](std::uint64_t* blocks, const ExecutionContext& inside) {
    ntt_forward({*kernels_, *table_, shape_}, {blocks, ntt_block * lines.used}, false, blocks, inside);
    const NttColumns columns{blocks, ntt_block, 0, shape_.words()};
    kernels_->store(*table_, block_node, {blocks, 0, shape_.words(), 1, nullptr}, columns);
  });
}

void NttAxis::inverse(const NttLines& lines, const NttFactor* scale, const ExecutionContext& ctx) const {
  over_tiles(lines, length(), lines.used, ctx, [&](std::uint64_t* blocks, const ExecutionContext& inside) {
    const NttColumns columns{blocks, ntt_block, 0, shape_.words()};
    kernels_->load(*table_, block_node, {blocks, shape_.words(), false, 1}, columns);
    ntt_inverse({*kernels_, *table_, shape_}, blocks, blocks, {0, ntt_block * lines.used}, scale, inside);
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
