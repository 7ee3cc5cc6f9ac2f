// The walk down and up the tree of a transform, and products of one or several transforms on the way.
#include "fft/ntt_transform.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/planning_threads.hpp"
#include "core/store_fence.hpp"
#include "core/undisturbed.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

// Words below which a fork costs more than it gives, some 3 microseconds of a pass; of long transforms tasks are
// longer, as long as there are a few for each thread.
constexpr std::size_t least_fork_words = std::size_t{1} << 13;
constexpr std::size_t most_fork_words = std::size_t{1} << 16;
constexpr std::size_t tasks_per_thread = 8;
// Columns of a tile that are stored for all primes: up to 32 KiB of residues.
constexpr std::size_t tile_columns = 64;
static_assert(ntt_tile_words == ntt_most_images * tile_columns << ntt_max_radix_log);
// Transforms of that many words lie beyond the second-level cache, and so do their nodes of `far_node` words when their
// turn comes. There each row of a pass is fetched `ahead` words before its use: the processor follows 16 rows by
// itself, but begins anew at each page. Below, it costs as much as it gives.
constexpr std::size_t far_words = std::size_t{1} << 20;
constexpr std::size_t far_node = std::size_t{1} << 17;
constexpr std::size_t ahead = 64;
// Several transforms are stored a tile of each after the other: the processor follows none of their rows.
constexpr std::size_t near_words = std::size_t{1} << 19;

NttNode root_of(const NttShape& shape) { return {shape.log_blocks, shape.node}; }

/// One transform's constants, handed down the tree.
struct Walk {
  const NttKernels& kernels;
  const NttTable& table;
  const NttShape shape;
  const NttLayout layout;
  const ExecutionContext& ctx;
  const std::size_t fetched_node;  // words of nodes whose passes fetch their rows ahead
  const std::size_t fork_words;    // of a task, a power of two: columns are cut at whole blocks

  Walk(const NttTransform& transform, const ExecutionContext& its_ctx)
      : kernels(transform.kernels),
        table(transform.table),
        shape(transform.shape),
        layout(shape.layout()),
        ctx(its_ctx),
        fetched_node(shape.words() >= far_words ? far_node : SIZE_MAX),
        fork_words(std::bit_floor(
            std::clamp(shape.words() / (tasks_per_thread * static_cast<std::size_t>(planning_threads(ctx))),
                       least_fork_words, most_fork_words))) {}
  Walk(const NttImage& image, const NttShape& its_shape, const ExecutionContext& its_ctx)
      : Walk({*image.kernels, *image.table, its_shape}, its_ctx) {}

  NttNode root() const { return root_of(shape); }
};

/// Whether a loop may run in parallel: with threads, or to be measured for many.
bool forks(const ExecutionContext& ctx) noexcept { return planning_threads(ctx) > 1; }

/// Runs body(i, columns of arrays[i]) over all columns of the passes that split a node into 2^radix_log in each of the
/// arrays, leaf by leaf of a row. A column costs as much as `weight` of those of one pass.
template <class Body>
void over_columns(const Walk& w, const NttNode& node, unsigned radix_log, std::span<std::uint64_t* const> arrays,
                  std::size_t weight, const Body& body) {
  const unsigned row_log = node.log_blocks - radix_log;
  const std::size_t row = std::size_t{ntt_block} << row_log;
  const std::size_t stride = w.layout.node_words(row_log);
  const std::size_t leaf = w.layout.leaf_words();
  const std::size_t fetched = row << radix_log >= w.fetched_node ? ahead : 0;
  const auto run = [&](std::size_t begin, std::size_t end) {
    w.ctx.charge(((end - begin) << radix_log) * radix_log / 2 * weight);
    while (begin < end) {
      w.ctx.poll();
      const std::size_t i = begin / row;
      const std::size_t column = begin % row;
      const std::size_t in_leaf = column % leaf;
      const std::size_t count = std::min(end - begin, leaf - in_leaf);
      body(i, NttColumns{arrays[i] + w.layout.leaf_offset(column / leaf) + in_leaf, stride, column, count, fetched});
      begin += count;
    }
  };
  const std::size_t columns = arrays.size() * row;
  if (!forks(w.ctx) || (columns << radix_log) * weight < 2 * w.fork_words) {
    run(0, columns);
  } else {
    // Half as many words at least as there are images: shorter tasks wait for each other more than they help.
    const std::size_t grain = (w.fork_words >> radix_log) / std::max<std::size_t>(1, std::bit_ceil(weight) / 2);
    parallel_for(w.ctx, columns, std::clamp<std::size_t>(grain, ntt_block, row), run);
  }
}

/// body(columns) for one array.
template <class Body>
void over_columns(const Walk& w, const NttNode& node, unsigned radix_log, std::uint64_t* data, const Body& body) {
  over_columns(w, node, radix_log, std::span(&data, 1), 1,
               [&](std::size_t, const NttColumns& columns) { body(columns); });
}

/// Runs body(i) for `count` nodes of `words` words each.
template <class Body>
void over_nodes(const Walk& w, std::size_t count, std::size_t words, const Body& body) {
  if (!forks(w.ctx) || count * words < 2 * w.fork_words) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  parallel_for(w.ctx, count, std::max<std::size_t>(1, w.fork_words / words), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

NttNode child(const NttNode& node, unsigned radix_log, std::size_t i) {
  return {node.log_blocks - radix_log, (node.index << radix_log) + i};
}

/// The sub-nodes of a node above the leaves: body(sub-node, offset of its words).
template <class Body>
void split(const Walk& w, const NttNode& node, const Body& body) {
  const std::size_t words = w.layout.node_words(node.log_blocks - ntt_max_radix_log);
  over_nodes(w, std::size_t{1} << ntt_max_radix_log, words,
             [&](std::size_t i) { body(child(node, ntt_max_radix_log, i), i * words); });
}

void charge_leaf(const Walk& w, std::size_t transforms) {
  w.ctx.charge(w.layout.leaf_words() * w.layout.leaf_log() / 2 * transforms);
}

void forward_node(const Walk& w, const NttNode& node, std::uint64_t* data) {
  if (node.log_blocks <= w.layout.leaf_log()) {
    charge_leaf(w, 1);
    w.kernels.forward_base(w.table, node, data);
    return;
  }
  w.ctx.poll();
  over_columns(w, node, ntt_max_radix_log, data, [&](const NttColumns& columns) {
    w.kernels.forward_columns(w.table, node, ntt_max_radix_log, columns);
  });
  split(w, node, [&](const NttNode& sub, std::size_t offset) { forward_node(w, sub, data + offset); });
}

void inverse_node(const Walk& w, const NttNode& node, std::uint64_t* data) {
  if (node.log_blocks <= w.layout.leaf_log()) {
    charge_leaf(w, 1);
    w.kernels.inverse_base(w.table, node, data);
    return;
  }
  w.ctx.poll();
  split(w, node, [&](const NttNode& sub, std::size_t offset) { inverse_node(w, sub, data + offset); });
  over_columns(w, node, ntt_max_radix_log, data, [&](const NttColumns& columns) {
    w.kernels.inverse_columns(w.table, node, ntt_max_radix_log, columns);
  });
}

/// What the second operand of a product is.
enum class Operand { same, raw, prepared };

/// The working data of a product: a b is formed in a, and a(-x) b in `mirrored`, if there is one.
struct Factors {
  std::uint64_t* a;
  std::uint64_t* b;
  std::uint64_t* mirrored = nullptr;

  Factors at(std::size_t offset) const {
    return {a + offset, b + offset, mirrored == nullptr ? nullptr : mirrored + offset};
  }
};

/// a = scale a b modulo the node's polynomial, from its residues to its residues.
void convolve_node(const Walk& w, const NttNode& node, NttFactor scale, Operand operand, const Factors& f) {
  if (node.log_blocks <= w.layout.leaf_log()) {
    const std::size_t blocks = std::size_t{1} << node.log_blocks;
    charge_leaf(w, operand == Operand::raw || f.mirrored != nullptr ? 3 : 2);
    w.ctx.charge(ntt_block * ntt_block * blocks);
    w.kernels.forward_base(w.table, node, f.a);
    if (operand == Operand::raw) w.kernels.forward_base(w.table, node, f.b);
    const NttBlocks range{node.index << node.log_blocks, blocks};
    if (f.mirrored == nullptr) {
      w.kernels.multiply(w.table, range, scale, f.a, operand == Operand::same ? f.a : f.b);
    } else {
      w.kernels.multiply_both(w.table, range, scale, f.a, f.b, f.mirrored);
      w.kernels.inverse_base(w.table, node, f.mirrored);
    }
    w.kernels.inverse_base(w.table, node, f.a);
    return;
  }
  w.ctx.poll();
  const auto forward = [&](const NttColumns& columns) {
    w.kernels.forward_columns(w.table, node, ntt_max_radix_log, columns);
  };
  over_columns(w, node, ntt_max_radix_log, f.a, forward);
  if (operand == Operand::raw) over_columns(w, node, ntt_max_radix_log, f.b, forward);
  split(w, node, [&](const NttNode& sub, std::size_t offset) { convolve_node(w, sub, scale, operand, f.at(offset)); });
  const auto inverse = [&](const NttColumns& columns) {
    w.kernels.inverse_columns(w.table, node, ntt_max_radix_log, columns);
  };
  over_columns(w, node, ntt_max_radix_log, f.a, inverse);
  if (f.mirrored != nullptr) over_columns(w, node, ntt_max_radix_log, f.mirrored, inverse);
}

/// Whether the output is long, and vectors of words from a multiple of the longest one's on are aligned.
bool may_stream(const std::uint64_t* output, NttWindow window) noexcept {
  return window.size() >= ntt_streamed_words && window.begin % ntt_block == 0 &&
         reinterpret_cast<std::uintptr_t>(output) % (ntt_block * sizeof(std::uint64_t)) == 0;
}

NttLoad load_of(const NttShape& shape, const NttOperand& operand, bool reduce) {
  return {operand.words.data(), operand.words.size(), reduce, shape.keep, operand.signs};
}

void load(const Walk& w, const NttOperand& operand, bool reduce, std::uint64_t* data) {
  const NttLoad load = load_of(w.shape, operand, reduce);
  over_columns(w, w.root(), w.shape.first_radix_log(), data,
               [&](const NttColumns& columns) { w.kernels.load(w.table, w.root(), load, columns); });
}

void store(const Walk& w, std::uint64_t* data, std::uint64_t* output, NttWindow window, const NttFactor* scale) {
  NttStore store{output, window.begin, window.end, w.shape.keep, scale};
  store.streamed = output != data && may_stream(output, window);
  over_columns(w, w.root(), w.shape.first_radix_log(), data, [&](const NttColumns& columns) {
    w.kernels.store(w.table, w.root(), store, columns);
    if (store.streamed) store_fence();
  });
}

/// A kept sub-node of the first pass, and the offset of its words.
struct Kept {
  NttNode node;
  std::size_t offset;

  Kept(const Walk& w, std::size_t i)
      : node(child(w.root(), w.shape.first_radix_log(), i)), offset(i * w.layout.node_words(w.shape.child_log())) {}
};

/// body(sub-node, offset of its words) for all that are kept.
template <class Body>
void over_kept(const Walk& w, const Body& body) {
  over_nodes(w, w.shape.keep, w.layout.node_words(w.shape.child_log()), [&](std::size_t i) {
    const Kept kept(w, i);
    body(kept.node, kept.offset);
  });
}

/// All sub-nodes of the first pass; what is left is to store.
void convolve_kept(const Walk& w, Operand operand, const Factors& f) {
  const NttFactor scale = transform_scale(w.table, w.shape.log_blocks);
  over_kept(w, [&](const NttNode& sub, std::size_t offset) { convolve_node(w, sub, scale, operand, f.at(offset)); });
}

Operand second_operand(const NttImage& image) {
  return image.prepared != nullptr ? Operand::prepared : image.second == image.data ? Operand::same : Operand::raw;
}

/// The pointers to the images' working data of one operand.
using ImageData = std::uint64_t* NttImage::*;

/// Some columns of the first pass of one operand in all images, tile by tile. They lie at `offset` in each.
void fetch_columns(std::span<const NttImage> images, ImageData data, const NttShape& shape, const NttOperand& operand,
                   const NttColumns& columns, std::size_t offset) {
  Workspace::Frame frame;
  const std::size_t rows = (operand.size + shape.child_words() - 1) / shape.child_words();
  const std::size_t tile_row = std::min(tile_columns, shape.child_words());
  const auto words = frame.allocate<std::uint64_t>(rows * tile_row);
  const auto signs = frame.allocate<std::int32_t>(rows * tile_row);
  const std::size_t fetched = images.size() * shape.words() >= near_words ? tile_columns : 0;
  for (std::size_t at = 0; at < columns.count; at += tile_columns) {
    const std::size_t count = std::min(tile_columns, columns.count - at);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t first = std::min(row * shape.child_words() + columns.first + at, operand.size);
      const std::size_t last = std::min(first + count, operand.size);
      const std::size_t to = row * tile_row;
      (*operand.fetch)(first, last, words.data() + to, signs.data() + to);
      std::fill_n(words.data() + to + (last - first), count - (last - first), std::uint64_t{0});
      std::fill_n(signs.data() + to + (last - first), count - (last - first), 0);
    }
    const NttLoad load{words.data(), words.size(), true, shape.keep, signs.data(), tile_row};
    for (const NttImage& image : images)
      image.kernels->load(*image.table, root_of(shape), load,
                          {image.*data + offset + at, columns.stride, 0, count, fetched});
  }
}

/// The first passes of operands that are fetched: of a into data, of b into `second` where there is one.
void fetch_images(std::span<const NttImage> images, const NttShape& shape, const NttOperands& operands,
                  const ExecutionContext& ctx) {
  const std::array<std::uint64_t*, 2> arrays{images[0].data, images[0].second};
  const std::size_t count = second_operand(images[0]) == Operand::raw ? 2 : 1;
  over_columns(Walk(images[0], shape, ctx), root_of(shape), shape.first_radix_log(), std::span(arrays).first(count),
               images.size(), [&](std::size_t i, const NttColumns& columns) {
                 const auto offset = static_cast<std::size_t>(columns.data - arrays[i]);
                 fetch_columns(images, i == 0 ? &NttImage::data : &NttImage::second, shape,
                               i == 0 ? operands.a : operands.b, columns, offset);
               });
}

/// The first passes of all images: of a into data, of b into `second` where there is one.
void load_images(std::span<const NttImage> images, const NttShape& shape, const NttOperands& operands,
                 const ExecutionContext& ctx) {
  std::array<std::uint64_t*, 2 * ntt_most_images> arrays{};
  const std::size_t count = second_operand(images[0]) == Operand::raw ? 2 : 1;
  for (std::size_t j = 0; j < images.size(); ++j) {
    arrays[j] = images[j].data;
    arrays[images.size() + j] = images[j].second;
  }
  over_columns(Walk(images[0], shape, ctx), root_of(shape), shape.first_radix_log(),
               std::span(arrays).first(count * images.size()), 1, [&](std::size_t i, const NttColumns& columns) {
                 const NttImage& image = images[i % images.size()];
                 const NttLoad load = load_of(shape, i < images.size() ? operands.a : operands.b, image.reduce);
                 image.kernels->load(*image.table, root_of(shape), load, columns);
               });
}

/// Some columns of the last pass of all products, tile by tile. They lie at `offset` in each.
void store_columns(std::span<const NttImage> images, const NttShape& shape, const NttColumns& columns,
                   std::size_t offset, NttWindow window, NttCombine combine) {
  Workspace::Frame frame;
  const std::size_t tile_row = std::min(tile_columns, shape.child_words());
  const auto tile = frame.allocate<std::uint64_t>(images.size() * shape.keep * tile_row);
  const std::size_t fetched = images.size() * shape.words() >= near_words ? tile_columns : 0;
  for (std::size_t at = 0; at < columns.count; at += tile_columns) {
    const std::size_t count = std::min(tile_columns, columns.count - at);
    for (std::size_t j = 0; j < images.size(); ++j) {
      const NttImage& p = images[j];
      const NttStore store{tile.data() + j * shape.keep * tile_row, 0, SIZE_MAX, shape.keep, nullptr, tile_row};
      p.kernels->store(*p.table, root_of(shape), store, {p.data + offset + at, columns.stride, 0, count, fetched});
    }
    for (std::size_t row = 0; row < shape.keep; ++row) {
      const std::size_t first = row * shape.child_words() + columns.first + at;
      const std::size_t from = std::max(first, window.begin);
      const std::size_t to = std::min(first + count, window.end);
      if (from >= to) continue;
      std::array<const std::uint64_t*, ntt_most_images> rows{};
      for (std::size_t j = 0; j < images.size(); ++j)
        rows[j] = tile.data() + (j * shape.keep + row) * tile_row + (from - first);
      combine(from, to, rows.data());
    }
  }
}

}  // namespace

NttShape NttShape::cyclic(std::size_t coefficients, const FftTuning& tuning) {
  const std::size_t blocks = std::max<std::size_t>(1, (coefficients + ntt_block - 1) / ntt_block);
  NttShape shape;
  shape.widest_leaf_log = static_cast<unsigned>(std::clamp<std::int64_t>(tuning.leaf_log, 3, 24));
  shape.log_blocks = static_cast<unsigned>(std::bit_width(blocks - 1));
  const std::size_t children = std::size_t{1} << shape.first_radix_log();
  const std::size_t per_child = std::size_t{1} << shape.child_log();
  // Truncation needs a pass of full width; below, the transform is a single pass.
  shape.keep =
      static_cast<unsigned>(shape.log_blocks < ntt_max_radix_log ? children : (blocks + per_child - 1) / per_child);
  return shape;
}

void ntt_forward(const NttTransform& transform, std::span<const std::uint64_t> source, bool reduce, std::uint64_t* data,
                 const ExecutionContext& ctx) {
  const Walk w(transform, ctx);
  load(w, {source}, reduce, data);
  over_kept(w, [&](const NttNode& sub, std::size_t offset) { forward_node(w, sub, data + offset); });
}

void ntt_inverse(const NttTransform& transform, std::uint64_t* data, std::uint64_t* output, NttWindow window,
                 const NttFactor* scale, const ExecutionContext& ctx) {
  ntt_inverse_nodes(transform, data, ctx);
  store(Walk(transform, ctx), data, output, window, scale);
}

void ntt_inverse_nodes(const NttTransform& transform, std::uint64_t* data, const ExecutionContext& ctx) {
  const Walk w(transform, ctx);
  over_kept(w, [&](const NttNode& sub, std::size_t offset) { inverse_node(w, sub, data + offset); });
}

void ntt_convolve(const NttTransform& transform, const NttProduct& product, std::uint64_t* output, NttWindow window,
                  const ExecutionContext& ctx) {
  const NttImage image{&transform.kernels, &transform.table, product.data,
                       product.second,     product.prepared, product.reduce};
  ntt_multiply(std::span(&image, 1), transform.shape, {{product.a}, {product.b}}, ctx);
  store(Walk(transform, ctx), product.data, output, window, nullptr);
}

void ntt_convolve_both(const NttTransform& transform, const NttProduct& product, std::uint64_t* output,
                       std::uint64_t* mirrored, NttWindow window, const ExecutionContext& ctx) {
  const Walk w(transform, ctx);
  load(w, {product.a}, product.reduce, product.data);
  // The kernels only read prepared operands.
  convolve_kept(w, Operand::prepared, {product.data, const_cast<std::uint64_t*>(product.prepared), product.second});
  store(w, product.data, output, window, nullptr);
  store(w, product.second, mirrored, window, nullptr);
}

void ntt_multiply(std::span<const NttImage> images, const NttShape& shape, const NttOperands& operands,
                  const ExecutionContext& ctx) {
  if (operands.a.fetch != nullptr)
    fetch_images(images, shape, operands, ctx);
  else
    load_images(images, shape, operands, ctx);
  std::array<std::optional<Walk>, ntt_most_images> walks;
  std::array<NttFactor, ntt_most_images> scales{};
  for (std::size_t j = 0; j < images.size(); ++j) {
    walks[j].emplace(images[j], shape, ctx);
    scales[j] = transform_scale(*images[j].table, shape.log_blocks);
  }
  const std::size_t words = walks[0]->layout.node_words(shape.child_log());
  over_nodes(*walks[0], images.size() * shape.keep, words, [&](std::size_t i) {
    const std::size_t j = i / shape.keep;
    const Kept kept(*walks[j], i % shape.keep);
    const Operand operand = second_operand(images[j]);
    // The kernels only read prepared operands.
    std::uint64_t* const second =
        operand == Operand::prepared ? const_cast<std::uint64_t*>(images[j].prepared) : images[j].second;
    // A thread that waits for the end of a pass would otherwise take up another node, and this one stand still
    // meanwhile.
    undisturbed(ctx, [&] {
      convolve_node(*walks[j], kept.node, scales[j], operand, Factors{images[j].data, second}.at(kept.offset));
    });
  });
}

void ntt_multiply_in_turn(std::span<NttImage> images, std::size_t at_once, const NttShape& shape,
                          const NttOperands& operands, const ExecutionContext& ctx) {
  for (std::size_t j = 0; j < images.size(); j += at_once) {
    Workspace::Frame frame;
    const auto together = images.subspan(j, at_once);
    for (NttImage& image : together)
      image.second = operands.square ? image.data : frame.allocate<std::uint64_t>(shape.data_words()).data();
    ntt_multiply(together, shape, operands, ctx);
  }
}

std::size_t ntt_run_words(const NttShape& shape) noexcept {
  return std::min(tile_columns, shape.layout().leaf_words());
}

void ntt_store_together(std::span<const NttImage> images, const NttShape& shape, NttWindow window, NttCombine combine,
                        bool streamed, const ExecutionContext& ctx) {
  std::uint64_t* const data = images[0].data;
  over_columns(Walk(images[0], shape, ctx), root_of(shape), shape.first_radix_log(), std::span(&data, 1), images.size(),
               [&](std::size_t, const NttColumns& columns) {
                 ctx.charge(columns.count * shape.keep * images.size() * 3);  // to combine them
                 store_columns(images, shape, columns, static_cast<std::size_t>(columns.data - data), window, combine);
                 if (streamed) store_fence();
               });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
