// Products in Z[x] modulo many primes: residues, one transform product per prime, reconstruction.
//
// With P = (bits of the product's coefficients) / 50 primes, n coefficients and l limbs a coefficient:
// P (M(n) + 2 n l) + n P l word operations, quadratic in the bit length but with a tiny constant; span that of one
// product and two conversions. Everything between the conversions is P independent products that stay in the second
// level cache: the shape for many cores. Memory: P words per coefficient of the operands; a product's residues take
// the place of its operands'. No bits are spent on slots as in Kronecker's substitution, whose transforms are twice
// as long at least; that one wins for few coefficients that are very long.
#include "poly/mul_multimodular.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/primes.hpp>

#include "fft/ntt_transform.hpp"
#include "fft/signed_words.hpp"
#include "poly/mul_algorithms.hpp"
#include "poly/residue_rows.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork::inline v1::detail {

namespace {

using Row = std::span<std::uint64_t>;

std::size_t wanted_length(const MulPlan& plan) noexcept {
  return plan.kept == 0 ? product_length(plan.shape) : plan.kept;
}

/// One prime's product: convolve(kernels, table, shape, a, b) with working data for both operands.
template <class Convolve>
void multiply_modulo(std::uint64_t prime, const MulPlan& plan, const ExecutionContext& ctx, const Convolve& convolve) {
  const MulShape& s = plan.shape;
  const NttShape shape = NttShape::cyclic(product_length(s), {plan.leaf_log});
  const NttKernels& kernels = ntt_kernels(prime, active_isa());
  const auto table = NttTable::get(prime, kernels.arithmetic, shape.table_log_nodes(), ctx);
  Workspace::Frame frame;
  std::uint64_t* const a = frame.allocate<std::uint64_t>(shape.data_words()).data();
  std::uint64_t* const b = s.square ? a : frame.allocate<std::uint64_t>(shape.data_words()).data();
  convolve(kernels, *table, shape, a, b);
}

void multiply_row(const CrtBasis& basis, std::size_t j, const MulPlan& plan, Row row, const ExecutionContext& ctx) {
  const MulShape& s = plan.shape;
  multiply_modulo(
      basis.prime(j), plan, ctx,
      [&](const NttKernels& kernels, const NttTable& table, const NttShape& shape, std::uint64_t* a, std::uint64_t* b) {
        ntt_convolve(kernels, table, shape, row.first(s.length_a), row.subspan(s.length_a, s.length_b), false, a, b,
                     row.data(), 0, wanted_length(plan), ctx);
      });
}

/// Whether the coefficients are an array of words.
bool is_array_of_words(const IntegerVector& v) noexcept {
  for (std::size_t t = 0; t < v.stripes(); ++t)
    if (v.stride(t) != 1) return false;
  return true;
}

/// One-limb coefficients: every prime's residues are computed by its own task, from words, in one sweep: as a rule in
/// the first pass of the transforms, where no coefficients are missing.
class WordProduct {
 public:
  WordProduct(const MulPlan& plan, const ExecutionContext& ctx)
      : plan_(plan),
        kernels_(*signed_word_kernels(active_isa())),
        basis_(transform_basis(plan.primes, ctx)),
        row_(row_stride(plan.shape.length_a + plan.shape.length_b)),
        ctx_(ctx) {}

  IntegerVector run(const IntegerVector& a, const IntegerVector& b) const {
    const MulShape& s = plan_.shape;
    Workspace::Frame frame;
    const auto residues = frame.allocate<std::uint64_t>(plan_.primes * row_);
    const bool arrays = is_array_of_words(a) && is_array_of_words(b);
    parallel_for(ctx_, plan_.primes, plan_.threads > 1 ? 1 : plan_.primes, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        const Row row = residues.subspan(j * row_, row_);
        if (arrays) {
          multiply_arrays(a, b, j, row);
          continue;
        }
        reduce(a, static_cast<unsigned>(j), row.data());
        if (!s.square) reduce(b, static_cast<unsigned>(j), row.data() + s.length_a);
        multiply_row(*basis_, j, plan_, row, ctx_);
      }
    });
    return join(residues);
  }

 private:
  static constexpr std::size_t stripe = IntegerVector::stripe_rows;
  static constexpr std::size_t grain = 64;  // stripes

  void multiply_arrays(const IntegerVector& a, const IntegerVector& b, std::size_t j, Row row) const {
    multiply_modulo(basis_->prime(j), plan_, ctx_,
                    [&](const NttKernels& kernels, const NttTable& table, const NttShape& shape, std::uint64_t* data_a,
                        std::uint64_t* data_b) {
                      ntt_convolve_signed(kernels, table, shape, {{a.row(0), a.size()}, a.signed_sizes().data()},
                                          {{b.row(0), b.size()}, b.signed_sizes().data()}, data_a, data_b, row.data(),
                                          0, wanted_length(plan_), ctx_);
                    });
  }

  void reduce(const IntegerVector& v, unsigned j, std::uint64_t* out) const {
    const WordReduction reduction(j);
    parallel_for(ctx_, v.stripes(), grain, [&](std::size_t begin, std::size_t end) {
      ctx_.poll();
      ctx_.charge((end - begin) * stripe);
      for (std::size_t t = begin; t < end; ++t) {
        const std::size_t at = t * stripe;
        const std::size_t count = std::min(stripe, v.size() - at);
        const std::int32_t* const signs = v.signed_sizes().data() + at;
        if (v.stride(t) == 1) {
          kernels_.to_residues(reduction, v.row(at), signs, out + at, count);
          continue;
        }
        std::array<std::uint64_t, stripe> words{};
        for (std::size_t i = 0; v.stride(t) != 0 && i < count; ++i) words[i] = v.row(at + i)[0];
        kernels_.to_residues(reduction, words.data(), signs, out + at, count);
      }
    });
  }

  IntegerVector join(Row residues) const {
    const LimbCrt crt(plan_.primes);
    const std::size_t length = wanted_length(plan_);
    const std::size_t stride = limbs_for_bits(product_bits(plan_.shape));
    IntegerVector result = unwritten_integers(length, stride);
    parallel_for(ctx_, result.stripes(), grain, [&](std::size_t begin, std::size_t end) {
      ctx_.poll();
      ctx_.charge((end - begin) * stripe * plan_.primes * 3);
      std::array<std::int32_t, stripe> sizes{};
      for (std::size_t t = begin; t < end; ++t) {
        const std::size_t at = t * stripe;
        const std::size_t count = std::min(stripe, length - at);
        std::array<const std::uint64_t*, 4> rows{};
        for (unsigned j = 0; j < plan_.primes; ++j) rows[j] = residues.data() + j * row_ + at;
        kernels_.from_residues(crt, rows.data(), result.row(at), stride, sizes.data(), count);
        for (std::size_t i = 0; i < count; ++i) result.set_signed_size(at + i, sizes[i]);
      }
    });
    return result;
  }

  const MulPlan& plan_;
  const SignedWordKernels& kernels_;
  std::shared_ptr<const CrtBasis> basis_;
  std::size_t row_;
  const ExecutionContext& ctx_;
};

}  // namespace

std::shared_ptr<const CrtBasis> transform_basis(std::size_t count, const ExecutionContext& ctx) {
  using Primes = std::vector<std::uint64_t>;
  const auto make = [&] {
    // The search takes longer than the rest: a power of two of primes serves all smaller bases.
    const std::size_t searched = std::bit_ceil(count);
    const auto primes = ctx.plan_cache().get<Primes>(
        "transform_primes/" + std::to_string(searched),
        [&] { return std::make_shared<const Primes>(ntt_primes(std::uint64_t{1} << 50, 32, searched)); },
        [](const Primes& list) { return list.size() * sizeof(std::uint64_t); });
    const Primes first(primes->begin(), primes->begin() + static_cast<std::ptrdiff_t>(count));
    return std::make_shared<const CrtBasis>(CrtBasis::KnownPrimes{}, first, ctx);
  };
  return ctx.plan_cache().get<CrtBasis>("transform_basis/" + std::to_string(count), make,
                                        [](const CrtBasis& basis) { return basis.bytes(); });
}

IntegerVector mul_multimodular(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                               const ExecutionContext& ctx) {
  if (plan.words) return WordProduct(plan, ctx).run(a, b);
  const MulShape& s = plan.shape;
  const auto basis = transform_basis(plan.primes, ctx);
  const std::size_t row = row_stride(s.length_a + s.length_b);
  Workspace::Frame frame;
  const auto residues = frame.allocate<std::uint64_t>(basis->size() * row);
  basis->to_residues(a, residue_rows<std::uint64_t>(residues, row, 0, s.length_a), ctx);
  if (!s.square) basis->to_residues(b, residue_rows<std::uint64_t>(residues, row, s.length_a, s.length_b), ctx);
  parallel_for(ctx, basis->size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      ctx.poll();
      multiply_row(*basis, j, plan, residues.subspan(j * row, row), ctx);
    }
  });
  return basis->from_residues(residue_rows<const std::uint64_t>(residues, row, 0, wanted_length(plan)), ctx);
}

}  // namespace polyfork::inline v1::detail
