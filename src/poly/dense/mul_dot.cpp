// Sums of products over Z in transform space: modulo each prime the transforms of the products are added up, so that
// there is one inverse transform and one reconstruction however many products there are.
#include "poly/dense/mul_dot.hpp"

#include <algorithm>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "fft/ntt_table.hpp"
#include "fft/ntt_transform.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Words = std::span<std::uint64_t>;
using Ops = DenseOps<Integers>;

constexpr std::size_t shortest = 32;  // coefficients below which products are added up one by one

/// Bounds of all products together.
MulShape common_shape(std::span<const PolyZ> a, std::span<const PolyZ> b, const ExecutionContext& ctx) {
  MulShape s;
  for (std::size_t i = 0; i < a.size(); ++i) {
    s.length_a = std::max(s.length_a, a[i].length());
    s.length_b = std::max(s.length_b, b[i].length());
    s.bits_a = std::max(s.bits_a, a[i].coefficients().max_bits(ctx));
    s.bits_b = std::max(s.bits_b, b[i].coefficients().max_bits(ctx));
  }
  s.bits_a += ceil_log2(a.size());  // a sum of so many products is one of a larger factor
  return s;
}

IntegerVector one_by_one(std::span<const PolyZ> a, std::span<const PolyZ> b, const ExecutionContext& ctx) {
  IntegerVector sum;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const MemoryReservation held = hold(sum, ctx);
    sum = Ops::add(Integers{}, sum, mul(a[i], b[i], ctx).coefficients(), ctx);
  }
  return sum;
}

class Sum {
 public:
  Sum(const MulShape& s, const ExecutionContext& ctx)
      : s_(s),
        shape_(NttShape::cyclic(product_length(s))),
        ctx_(ctx),
        basis_(transform_basis(multimodular_primes(s), ctx)) {
    shape_.gaps = false;  // sums run over whole images
  }

  IntegerVector run(std::span<const PolyZ> a, std::span<const PolyZ> b) const {
    const std::size_t primes = basis_->size();
    const std::size_t words = shape_.data_words();
    const std::size_t length = product_length(s_);
    const std::size_t row = row_stride(s_.length_a + s_.length_b);
    const std::size_t threads = std::min(primes, static_cast<std::size_t>(ctx_.threads()));
    const MemoryReservation reservation(ctx_.memory(), saturating_mul(primes * (words + row) + 2 * threads * words, 8));
    Workspace::Frame frame;
    const Words sums = frame.allocate<std::uint64_t>(primes * words);
    const Words residues = frame.allocate<std::uint64_t>(primes * row);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const IntegerVector& u = a[i].coefficients();
      const IntegerVector& v = b[i].coefficients();
      if (u.empty() || v.empty()) {
        if (i == 0) std::fill(sums.begin(), sums.end(), 0);
        continue;
      }
      basis_->to_residues(u, residue_rows<std::uint64_t>(residues, row, 0, u.size()), ctx_);
      basis_->to_residues(v, residue_rows<std::uint64_t>(residues, row, s_.length_a, v.size()), ctx_);
      each_prime([&](std::size_t j, const NttKernels& kernels, const NttTable& table) {
        const Words both = residues.subspan(j * row, row);
        add_product(kernels, table, both.first(u.size()), both.subspan(s_.length_a, v.size()), sums.data() + j * words,
                    i == 0);
      });
    }
    each_prime([&](std::size_t j, const NttKernels& kernels, const NttTable& table) {
      ntt_inverse({kernels, table, shape_}, sums.data() + j * words, residues.data() + j * row, {0, length}, nullptr,
                  ctx_);
    });
    return basis_->from_residues(residue_rows<const std::uint64_t>(residues, row, 0, length), ctx_);
  }

 private:
  template <class One>
  void each_prime(const One& one) const {
    parallel_for(ctx_, basis_->size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        ctx_.poll();
        const NttKernels& kernels = ntt_kernels(basis_->prime(j), active_isa());
        one(j, kernels, *NttTable::get(basis_->prime(j), kernels.arithmetic, shape_.table_log_nodes(), ctx_));
      }
    });
  }

  /// sum += u v, or sum = u v for the first one.
  void add_product(const NttKernels& kernels, const NttTable& table, std::span<const std::uint64_t> u,
                   std::span<const std::uint64_t> v, std::uint64_t* sum, bool first) const {
    const std::size_t words = shape_.data_words();
    const NttFactor scale = transform_scale(table, shape_.log_blocks);
    Workspace::Frame frame;
    std::uint64_t* const x = first ? sum : frame.allocate<std::uint64_t>(words).data();
    std::uint64_t* const y = frame.allocate<std::uint64_t>(words).data();
    ntt_forward({kernels, table, shape_}, u, false, x, ctx_);
    ntt_forward({kernels, table, shape_}, v, false, y, ctx_);
    kernels.multiply(table, {0, words / ntt_block}, scale, x, y);
    if (!first) kernels.accumulate(table, words, sum, x);
    ctx_.charge(words * ntt_block);
  }

  MulShape s_;
  NttShape shape_;
  const ExecutionContext& ctx_;
  std::shared_ptr<const CrtBasis> basis_;
};

}  // namespace

IntegerVector mul_dot(std::span<const PolyZ> a, std::span<const PolyZ> b, const ExecutionContext& ctx) {
  const MulShape s = common_shape(a, b, ctx);
  const bool fits = product_bits(s) <= most_multimodular_bits / 8 && product_length(s) <= longest_transform;
  if (a.size() < 2 || std::min(s.length_a, s.length_b) < shortest || s.bits_b == 0 || !fits)
    return one_by_one(a, b, ctx);
  return Sum(s, ctx).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
