// Bounds, in units of 2^-guard of a unit of the result; t^h also stands for its coefficients, which add up to one.
//   leaves  They are exact before they are rounded: off by at most 1/2.
//   joins   A = L + t^h U. What U is off by, at most e, is off by at most e in t^h U. t^h is known up to
//           2^-fraction (1/2 + 2^-12), and the coefficients of U, a sum of h of the q_j, add up to less than
//           2^fraction, fraction = bits + guard + ceil(log2 h) + 1: that is 1/2 + 2^-12 more. The product is rounded by
//           1/2 + 2^-35. If L is off by e, too, A is off by less than 2 e + 1 + 2^-11.
//   sum     After k levels e < 2^k (1/2 + 1 + 2^-11) - 1 < 1.6 2^k, which with guard = k + 3 is 1/5 of a unit of the
//           result, whose rounding takes another half.
//   size    Coefficients of U add up to at most h 2^(bits + guard) and h times what they are off by, together less than
//           1.2 2^(fraction - 1); those of 2^fraction t^h are at most 2^fraction 0.8 / sqrt(h): the product's are below
//           2^(2 fraction - 1) / sqrt(h).
#include "poly/fixed/rounded_half.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "poly/fixed/half_powers.hpp"
#include "poly/fixed/unit_part.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/shift/pascal_tableau.hpp"
#include "ring/integer_rows.hpp"
#include "ring/round_shifted.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t longest_leaf = 136;  // rows, by Pascal's triangle
constexpr std::size_t leaf_step = 4;       // few lengths of leaves: they share powers
constexpr std::size_t task_rows = 256;     // of loops over rows
constexpr std::size_t chunk_rows = 1024;   // that one task takes through all levels whose nodes lie in them
constexpr std::size_t block_rows = 512;    // that are converted at a time
constexpr std::size_t room_bits = 3;       // above a product, as from_residues_rounded wants them

/// Rows, levels and bits.
struct Shape {
  std::size_t leaf;
  unsigned levels = 0;
  std::size_t guard;
  std::size_t longest;  // of q
  std::size_t limbs;

  Shape(std::size_t rows, std::size_t bits) {
    while (rows > longest_leaf << levels) ++levels;
    const std::size_t leaves = std::size_t{1} << levels;
    leaf = ((rows + leaves - 1) / leaves + leaf_step - 1) / leaf_step * leaf_step;
    guard = levels + 3;
    longest = std::max<std::size_t>(bits, 1);
    limbs = fraction(leaf << levels) / 64 + 1;
  }
  std::size_t rows() const noexcept { return leaf << levels; }
  std::size_t result_limbs(std::size_t wanted_rows) const noexcept {
    return (longest + static_cast<std::size_t>(std::bit_width(wanted_rows)) + 2) / 64 + 1;
  }
  /// Bits after the point of t^h.
  std::size_t fraction(std::size_t h) const noexcept { return longest + guard + ceil_log2(h) + 1; }
  /// Primes for products by t^h.
  std::size_t primes(std::size_t h) const noexcept {
    const auto half_log = static_cast<std::size_t>(std::bit_width(h) - 1) / 2;
    return transform_primes_for(2 * fraction(h) - 1 - half_log + room_bits);
  }
};

class Halving {
 public:
  Halving(const FixedRows& q, std::size_t bits, bool mirrored, const ExecutionContext& ctx)
      : q_(q), mirrored_(mirrored), ctx_(ctx), shape_(q.rows(), bits), sums_(shape_.rows() * shape_.limbs) {
    for (unsigned k = 0; k < shape_.levels; ++k) {
      const std::size_t h = shape_.leaf << k;
      powers_.push_back(HalfPower::get(h, shape_.fraction(h), shape_.primes(h), ctx));
    }
  }

  FixedRows run() {
    const unsigned chunk_levels = levels_in_chunk();
    const std::size_t chunk = shape_.leaf << chunk_levels;
    parallel_for(ctx_, shape_.rows() / chunk, 1, [&](std::size_t i, std::size_t end) {
      const ExecutionContext serial = ctx_.with_threads(1);
      for (; i < end; ++i) {
        for (std::size_t at = i * chunk; at < (i + 1) * chunk; at += shape_.leaf) leaf(at, serial);
        for (unsigned k = 0; k < chunk_levels; ++k) join(k, i * chunk, (i + 1) * chunk, serial);
      }
    });
    for (unsigned k = chunk_levels; k < shape_.levels; ++k) join(k, 0, shape_.rows(), ctx_);
    return rounded();
  }

 private:
  mp_limb_t* row(std::size_t i) { return sums_.data() + i * shape_.limbs; }

  unsigned levels_in_chunk() const noexcept {
    unsigned k = 0;
    while (k < shape_.levels && shape_.leaf << (k + 1) <= chunk_rows) ++k;
    return k;
  }

  /// Rows [begin, begin + leaf) of q as a polynomial of their own, in t. On this thread: all rows leave through one
  /// buffer.
  void leaf(std::size_t begin, const ExecutionContext& serial) {
    serial.poll();
    if (begin >= q_.rows()) {
      std::fill_n(row(begin), shape_.leaf * shape_.limbs, mp_limb_t{0});
      return;
    }
    const std::size_t bits = unit_part_bits(shape_.leaf, shape_.longest, 1);
    const std::size_t digits = PascalTableau::digits_for(bits);
    Workspace::Frame frame;
    PascalTableau tableau(shape_.leaf, digits, frame.allocate<std::int64_t>(PascalTableau::words(shape_.leaf, digits)));
    tableau.load(q_, begin, 1, mirrored_, serial);  // leaves begin at even rows
    tableau.run(ShiftAlgorithm::tableau, 0, serial);
    const std::size_t drop = shape_.leaf - 1 - shape_.guard;  // of rows that are 2^(leaf - 1) times the part's
    std::vector<mp_limb_t> exact(bits / 64 + 2);
    tableau.over_rows([&](std::size_t) { return std::span(exact); },
                      [&](std::size_t i) {
                        round_shifted(exact, drop, false, {row(begin + i), shape_.limbs});
                      },
                      serial);
  }

  /// The nodes of 2 h rows, h that of level k, in rows [begin, end) from their halves.
  void join(unsigned k, std::size_t begin, std::size_t end, const ExecutionContext& ctx) {
    const HalfPower& power = *powers_[k];
    const std::size_t h = shape_.leaf << k;
    const std::size_t nodes = (end - begin) / (2 * h);
    const std::size_t primes = power.basis().size();
    Workspace::Frame frame;
    const std::size_t in_stride = row_stride(nodes * h);
    const std::size_t out_stride = row_stride(2 * nodes * h);
    const auto in = frame.allocate<std::uint64_t>(primes * in_stride);
    const auto out = frame.allocate<std::uint64_t>(primes * out_stride);
    const ExecutionContext serial = ctx.with_threads(1);
    over_runs(nodes, h, ctx, [&](std::size_t node, std::size_t first, std::size_t count) {
      const mp_limb_t* const upper = row(begin + (2 * node + 1) * h + first);
      rows_to_residues(power.basis(), {upper, shape_.limbs, count, shape_.limbs},
                       residue_rows<std::uint64_t>(in, in_stride, node * h + first, count), serial);
    });
    const std::size_t grain = std::max<std::size_t>(1, task_rows / h);
    parallel_for(ctx, primes * nodes, grain, [&](std::size_t i, std::size_t last) {
      for (; i < last; ++i) {
        const std::size_t p = i / nodes;
        const std::size_t node = i % nodes;
        power.multiply(p, in.subspan(p * in_stride + node * h, h), out.data() + p * out_stride + 2 * node * h, ctx);
      }
    });
    const auto products = residue_rows<const std::uint64_t>(out, out_stride, 0, 2 * nodes * h);
    over_runs(2 * nodes, h, ctx, [&](std::size_t half, std::size_t first, std::size_t count) {
      const std::size_t at = half * h + first;
      const auto convert = [&](mp_limb_t* to) {
        power.basis().from_residues_rounded(products, at, at + count, shape_.fraction(h), to, shape_.limbs, serial);
      };
      if (half % 2 != 0) return convert(row(begin + at));  // the upper half has gone into the product
      Workspace::Frame block;
      const auto product = block.allocate<mp_limb_t>(count * shape_.limbs);
      convert(product.data());
      for (std::size_t i = 0; i < count; ++i) {
        mp_limb_t* const sum = row(begin + at + i);
        mpn_add_n(sum, sum, product.data() + i * shape_.limbs, static_cast<mp_size_t>(shape_.limbs));
      }
    });
  }

  /// body(run, first, count) for rows [first, first + count) of each of the runs, of h rows each: blocks that are
  /// converted while they are in cache.
  template <class Body>
  void over_runs(std::size_t runs, std::size_t h, const ExecutionContext& ctx, const Body& body) const {
    const std::size_t rows = std::min(h, block_rows);
    const std::size_t blocks = (h + rows - 1) / rows;
    parallel_for(ctx, runs * blocks, block_rows / rows, [&](std::size_t i, std::size_t end) {
      for (; i < end; ++i) {
        ctx.poll();
        const std::size_t first = i % blocks * rows;
        body(i / blocks, first, std::min(rows, h - first));
      }
    });
  }

  /// In units of the result.
  FixedRows rounded() {
    const std::size_t limbs = shape_.result_limbs(q_.rows());
    FixedRows result(q_.rows(), limbs, ctx_);
    parallel_for(ctx_, q_.rows(), task_rows, [&](std::size_t i, std::size_t end) {
      ctx_.poll();
      std::vector<mp_limb_t> x(shape_.limbs + 1);
      for (; i < end; ++i) {
        std::copy_n(row(i), shape_.limbs, x.data());
        x.back() = x[shape_.limbs - 1] >> 63 != 0 ? ~mp_limb_t{0} : 0;
        round_shifted(x, shape_.guard, false, {result.row(i), limbs});
      }
    });
    return result;
  }

  const FixedRows& q_;
  bool mirrored_;
  const ExecutionContext& ctx_;
  const Shape shape_;
  std::vector<mp_limb_t> sums_;
  std::vector<std::shared_ptr<const HalfPower>> powers_;
};

}  // namespace

bool worth_fixed_point(std::size_t rows, std::size_t bits) noexcept {
  const Shape shape(rows, bits);
  // Measured: a level modulo a prime takes 1.35 times as long as one of the modular way's primes, the leaves as long as
  // 1.5 levels.
  constexpr double level = 1.35;
  constexpr double leaves = 1.5;
  const double passes = level * (shape.levels + leaves) * static_cast<double>(shape.primes(shape.leaf));
  return shape.levels != 0 && passes < static_cast<double>(transform_primes_for(rows + bits));
}

HalfBytes rounded_half_bytes(std::size_t rows, std::size_t bits, std::size_t threads) noexcept {
  const Shape shape(rows, bits);
  const std::size_t primes = shape.primes(shape.rows() / 2);
  // A row's share: residues in and out, the powers' transforms if the plan cache has no room, a convolution on each
  // thread, and the sums; a thread's: a leaf, or a block of upper halves or of the product.
  const std::size_t words = 4 * primes + 5 * std::min(threads, primes) / 4 + shape.limbs + 1;
  const std::size_t leaf_words =
      PascalTableau::words(shape.leaf, PascalTableau::digits_for(unit_part_bits(shape.leaf, shape.longest, 1)));
  const std::size_t thread_words = std::max(leaf_words, block_rows * (shape.limbs + 1));
  return {saturating_mul(saturating_add(saturating_mul(shape.rows(), words), saturating_mul(threads, thread_words)),
                         sizeof(std::uint64_t)),
          saturating_mul(saturating_mul(rows, shape.result_limbs(rows)), sizeof(mp_limb_t))};
}

FixedRows rounded_half(const FixedRows& q, std::size_t bits, bool mirrored, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(),
                                      rounded_half_bytes(q.rows(), bits, static_cast<std::size_t>(ctx.threads())).work);
  return Halving(q, bits, mirrored, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
