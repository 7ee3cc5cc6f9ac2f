#include "fft/ntt_transform.hpp"

#include <algorithm>
#include <bit>

#include <polyfork/core/parallel.hpp>

namespace polyfork::inline v1::detail {

namespace {

// The paper's HTHRESHOLD: nodes of at most 2^9 blocks (32 KiB) are transformed by straight passes.
constexpr unsigned base_log = 9;
// Words below which a fork costs more than it gives.
constexpr std::size_t fork_words = std::size_t{1} << 13;

/// One transform's constants, handed down the tree.
struct Walk {
  const NttKernels& kernels;
  const NttTable& table;
  const ExecutionContext& ctx;
};

/// Runs body(begin, end) over the columns of a pass.
template <class Body>
void over_columns(const Walk& w, std::size_t stride, unsigned radix_log, const Body& body) {
  const std::size_t words = stride << radix_log;
  if (w.ctx.threads() <= 1 || words < 2 * fork_words) {
    w.ctx.charge(words * radix_log / 2);
    body(std::size_t{0}, stride);
    return;
  }
  const std::size_t grain = std::max<std::size_t>(ntt_block, fork_words >> radix_log);
  parallel_for(w.ctx, stride, grain, [&](std::size_t begin, std::size_t end) {
    w.ctx.charge(((end - begin) << radix_log) * radix_log / 2);
    body(begin, end);
  });
}

/// Runs body(i) for the sub-nodes of a node.
template <class Body>
void over_children(const Walk& w, std::size_t count, std::size_t words, const Body& body) {
  if (w.ctx.threads() <= 1 || words < fork_words) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  parallel_for(w.ctx, count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

/// The radix of the pass that splits a node above the base: as even a number of levels a pass as possible.
unsigned split_log(unsigned log_blocks) {
  const unsigned above = log_blocks - base_log;
  const unsigned passes = (above + ntt_max_radix_log - 1) / ntt_max_radix_log;
  return (above + passes - 1) / passes;
}

NttNode child(const NttNode& node, unsigned radix_log, std::size_t i) {
  return {node.log_blocks - radix_log, (node.index << radix_log) + i};
}

void forward_node(const Walk& w, const NttNode& node, std::uint64_t* data) {
  if (node.log_blocks <= base_log) {
    w.ctx.charge((std::size_t{ntt_block} << node.log_blocks) * node.log_blocks / 2);
    w.kernels.forward_base(w.table, node, data);
    return;
  }
  w.ctx.poll();
  const unsigned radix_log = split_log(node.log_blocks);
  const std::size_t stride = std::size_t{ntt_block} << (node.log_blocks - radix_log);
  over_columns(w, stride, radix_log, [&](std::size_t begin, std::size_t end) {
    w.kernels.forward_columns(w.table, node, radix_log, data, begin, end);
  });
  over_children(w, std::size_t{1} << radix_log, stride,
                [&](std::size_t i) { forward_node(w, child(node, radix_log, i), data + i * stride); });
}

void inverse_node(const Walk& w, const NttNode& node, std::uint64_t* data) {
  if (node.log_blocks <= base_log) {
    w.ctx.charge((std::size_t{ntt_block} << node.log_blocks) * node.log_blocks / 2);
    w.kernels.inverse_base(w.table, node, data);
    return;
  }
  w.ctx.poll();
  const unsigned radix_log = split_log(node.log_blocks);
  const std::size_t stride = std::size_t{ntt_block} << (node.log_blocks - radix_log);
  over_children(w, std::size_t{1} << radix_log, stride,
                [&](std::size_t i) { inverse_node(w, child(node, radix_log, i), data + i * stride); });
  over_columns(w, stride, radix_log, [&](std::size_t begin, std::size_t end) {
    w.kernels.inverse_columns(w.table, node, radix_log, data, begin, end);
  });
}

/// What the second operand of a product is.
enum class Operand { same, raw, prepared };

/// a = scale a b modulo the node's polynomial, from its residues to its residues.
void convolve_node(const Walk& w, const NttNode& node, NttFactor scale, Operand operand, std::uint64_t* a,
                   std::uint64_t* b) {
  if (node.log_blocks <= base_log) {
    const std::size_t blocks = std::size_t{1} << node.log_blocks;
    w.ctx.charge(ntt_block * blocks * (node.log_blocks * (operand == Operand::raw ? 3 : 2) / 2 + ntt_block));
    w.kernels.forward_base(w.table, node, a);
    if (operand == Operand::raw) w.kernels.forward_base(w.table, node, b);
    w.kernels.multiply(w.table, node.index << node.log_blocks, blocks, scale, a, operand == Operand::same ? a : b);
    w.kernels.inverse_base(w.table, node, a);
    return;
  }
  w.ctx.poll();
  const unsigned radix_log = split_log(node.log_blocks);
  const std::size_t stride = std::size_t{ntt_block} << (node.log_blocks - radix_log);
  over_columns(w, stride, radix_log, [&](std::size_t begin, std::size_t end) {
    w.kernels.forward_columns(w.table, node, radix_log, a, begin, end);
    if (operand == Operand::raw) w.kernels.forward_columns(w.table, node, radix_log, b, begin, end);
  });
  over_children(w, std::size_t{1} << radix_log, stride, [&](std::size_t i) {
    convolve_node(w, child(node, radix_log, i), scale, operand, a + i * stride, b + i * stride);
  });
  over_columns(w, stride, radix_log, [&](std::size_t begin, std::size_t end) {
    w.kernels.inverse_columns(w.table, node, radix_log, a, begin, end);
  });
}

NttNode root_of(const NttShape& shape) { return {shape.log_blocks, shape.node}; }

void load(const Walk& w, const NttShape& shape, std::span<const std::uint64_t> source, bool reduce,
          std::uint64_t* data) {
  const NttLoad load{source.data(), source.size(), reduce, shape.keep};
  over_columns(w, shape.child_words(), shape.first_radix_log(), [&](std::size_t begin, std::size_t end) {
    w.kernels.load(w.table, root_of(shape), load, data, begin, end);
  });
}

void store(const Walk& w, const NttShape& shape, std::uint64_t* data, std::uint64_t* output, std::size_t begin_word,
           std::size_t end_word, const NttFactor* scale) {
  const NttStore store{output, begin_word, end_word, shape.keep, scale};
  over_columns(w, shape.child_words(), shape.first_radix_log(), [&](std::size_t begin, std::size_t end) {
    w.kernels.store(w.table, root_of(shape), store, data, begin, end);
  });
}

void convolve(const Walk& w, const NttShape& shape, Operand operand, std::uint64_t* a, std::uint64_t* b,
              std::uint64_t* output, std::size_t begin, std::size_t end) {
  const WordModulus& m = w.table.modulus();
  // The inverse leaves coefficients times the number of blocks.
  const std::uint64_t blocks = m.reduce(std::uint64_t{1} << shape.log_blocks);
  const NttFactor scale = w.table.factor(product_scale(w.table, m.inverse(blocks)));
  over_children(w, shape.keep, shape.child_words(), [&](std::size_t i) {
    const std::size_t at = i * shape.child_words();
    convolve_node(w, child(root_of(shape), shape.first_radix_log(), i), scale, operand, a + at, b + at);
  });
  store(w, shape, a, output, begin, end, nullptr);
}

}  // namespace

NttShape NttShape::cyclic(std::size_t coefficients) {
  const std::size_t blocks = std::max<std::size_t>(1, (coefficients + ntt_block - 1) / ntt_block);
  NttShape shape;
  shape.log_blocks = static_cast<unsigned>(std::bit_width(blocks - 1));
  const std::size_t children = std::size_t{1} << shape.first_radix_log();
  const std::size_t per_child = std::size_t{1} << shape.child_log();
  // Truncation needs a pass of full width; below, the transform is a single pass.
  shape.keep =
      static_cast<unsigned>(shape.log_blocks < ntt_max_radix_log ? children : (blocks + per_child - 1) / per_child);
  return shape;
}

void ntt_forward(const NttKernels& kernels, const NttTable& table, const NttShape& shape,
                 std::span<const std::uint64_t> source, bool reduce, std::uint64_t* data, const ExecutionContext& ctx) {
  const Walk w{kernels, table, ctx};
  load(w, shape, source, reduce, data);
  over_children(w, shape.keep, shape.child_words(), [&](std::size_t i) {
    forward_node(w, child(root_of(shape), shape.first_radix_log(), i), data + i * shape.child_words());
  });
}

void ntt_inverse(const NttKernels& kernels, const NttTable& table, const NttShape& shape, std::uint64_t* data,
                 std::uint64_t* output, std::size_t begin, std::size_t end, const NttFactor* scale,
                 const ExecutionContext& ctx) {
  const Walk w{kernels, table, ctx};
  over_children(w, shape.keep, shape.child_words(), [&](std::size_t i) {
    inverse_node(w, child(root_of(shape), shape.first_radix_log(), i), data + i * shape.child_words());
  });
  store(w, shape, data, output, begin, end, scale);
}

void ntt_convolve(const NttKernels& kernels, const NttTable& table, const NttShape& shape,
                  std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, bool reduce,
                  std::uint64_t* data_a, std::uint64_t* data_b, std::uint64_t* output, std::size_t begin,
                  std::size_t end, const ExecutionContext& ctx) {
  const Walk w{kernels, table, ctx};
  load(w, shape, a, reduce, data_a);
  const bool square = data_a == data_b;
  if (!square) load(w, shape, b, reduce, data_b);
  convolve(w, shape, square ? Operand::same : Operand::raw, data_a, data_b, output, begin, end);
}

void ntt_convolve_prepared(const NttKernels& kernels, const NttTable& table, const NttShape& shape,
                           std::span<const std::uint64_t> a, const std::uint64_t* b, bool reduce, std::uint64_t* data_a,
                           std::uint64_t* output, std::size_t begin, std::size_t end, const ExecutionContext& ctx) {
  const Walk w{kernels, table, ctx};
  load(w, shape, a, reduce, data_a);
  // The kernels only read b.
  convolve(w, shape, Operand::prepared, data_a, const_cast<std::uint64_t*>(b), output, begin, end);
}

}  // namespace polyfork::inline v1::detail
