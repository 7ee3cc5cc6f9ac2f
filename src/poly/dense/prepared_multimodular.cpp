// Products with a factor whose residues are kept transformed: two transforms for each prime instead of three.
#include "poly/dense/prepared_multimodular.hpp"

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "fft/ntt_table.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/mul/mul_multimodular.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// For every prime: one(j, kernels, table).
template <class One>
void for_each_prime(const CrtBasis& basis, const NttShape& shape, const ExecutionContext& ctx, const One& one) {
  parallel_for(ctx, basis.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      ctx.poll();
      const NttKernels& kernels = ntt_kernels(basis.prime(j), active_isa());
      one(j, kernels, *NttTable::get(basis.prime(j), kernels.arithmetic, shape.table_log_nodes(), ctx));
    }
  });
}

}  // namespace

std::size_t PreparedMultimodular::bytes(const MulShape& s) noexcept {
  const std::size_t row = row_stride(NttShape::cyclic(product_length(s)).data_words());
  return saturating_mul(saturating_mul(multimodular_primes(s), row), sizeof(std::uint64_t));
}

std::size_t PreparedMultimodular::scratch_bytes(const MulShape& s, int threads) noexcept {
  const std::size_t words = NttShape::cyclic(product_length(s)).data_words();
  const std::size_t residues = saturating_mul(multimodular_primes(s), row_stride(product_length(s)));
  return saturating_mul(saturating_add(residues, saturating_mul(static_cast<std::size_t>(threads), words)),
                        sizeof(std::uint64_t));
}

PreparedMultimodular::PreparedMultimodular(const IntegerVector& b, const MulShape& s, const ExecutionContext& ctx)
    : s_(s),
      shape_(NttShape::cyclic(product_length(s))),
      basis_(transform_basis(multimodular_primes(s), ctx)),
      reservation_(ctx.memory(), bytes(s)),
      row_(row_stride(shape_.data_words())),
      words_(basis_->size() * row_) {
  // The residues stand where their transforms will: each is read by its first pass through a copy.
  basis_->to_residues(b, residue_rows<std::uint64_t>(words_, row_, 0, b.size()), ctx);
  for_each_prime(*basis_, shape_, ctx, [&](std::size_t j, const NttKernels& kernels, const NttTable& table) {
    Workspace::Frame frame;
    const auto copy = frame.allocate<std::uint64_t>(b.size());
    std::uint64_t* const to = words_.data() + j * row_;
    std::copy_n(to, b.size(), copy.data());
    ntt_forward({kernels, table, shape_}, copy, false, to, ctx);
  });
}

IntegerVector PreparedMultimodular::mul(const IntegerVector& a, const ExecutionContext& ctx) const {
  const std::size_t length = a.size() + s_.length_b - 1;
  Workspace::Frame frame;
  const std::size_t stride = row_stride(length);
  const auto residues = frame.allocate<std::uint64_t>(basis_->size() * stride);
  basis_->to_residues(a, residue_rows<std::uint64_t>(residues, stride, 0, a.size()), ctx);
  for_each_prime(*basis_, shape_, ctx, [&](std::size_t j, const NttKernels& kernels, const NttTable& table) {
    Workspace::Frame scratch;
    std::uint64_t* const data = scratch.allocate<std::uint64_t>(shape_.data_words()).data();
    const auto row = residues.subspan(j * stride, length);
    ntt_convolve({kernels, table, shape_},
                 {.a = row.first(a.size()), .prepared = words_.data() + j * row_, .data = data}, row.data(),
                 {0, length}, ctx);
  });
  return basis_->from_residues(residue_rows<const std::uint64_t>(residues, stride, 0, length), ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
