// Products in Z[x] modulo many primes: residues, one transform product per prime, reconstruction.
//
// With P = (bits of the product's coefficients) / 50 primes, n coefficients and l limbs a coefficient:
// P (M(n) + 2 n l) + n P l word operations, quadratic in the bit length but with a tiny constant; span that of one
// product and two conversions. Everything between the conversions is P independent products that stay in the second
// level cache: the shape for many cores. Memory: P words per coefficient of the operands; a product's residues take
// the place of its operands'. No bits are spent on slots as in Kronecker's substitution, whose transforms are twice
// as long at least; that one wins for few coefficients that are very long.
#include "poly/mul/mul_multimodular.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/primes.hpp>

#include "core/undisturbed.hpp"
#include "fft/ntt_transform.hpp"
#include "fft/signed_words.hpp"
#include "fft/word_convolution.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Row = std::span<std::uint64_t>;

std::size_t wanted_length(const MulPlan& plan) noexcept {
  const std::size_t kept = plan.as<MultimodularParameters>().kept;
  return kept == 0 ? product_length(plan.shape) : kept;
}

NttShape shape_of(const MulPlan& plan) noexcept {
  return NttShape::cyclic(product_length(plan.shape), {plan.as<MultimodularParameters>().transforms.leaf_log});
}

void multiply_row(const CrtBasis& basis, std::size_t j, const MulPlan& plan, Row row, const ExecutionContext& ctx) {
  const MulShape& s = plan.shape;
  const NttShape shape = shape_of(plan);
  const NttKernels& kernels = ntt_kernels(basis.prime(j), active_isa());
  const auto table = NttTable::get(basis.prime(j), kernels.arithmetic, shape.table_log_nodes(), ctx);
  Workspace::Frame frame;
  std::uint64_t* const a = frame.allocate<std::uint64_t>(shape.data_words()).data();
  std::uint64_t* const b = s.square ? a : frame.allocate<std::uint64_t>(shape.data_words()).data();
  ntt_convolve({kernels, *table, shape},
               {.a = row.first(s.length_a), .b = row.subspan(s.length_a, s.length_b), .data = a, .second = b},
               row.data(), {0, wanted_length(plan)}, ctx);
}

/// The coefficients, one limb each, as an array of words with signs: as they lie, or a copy where some stripes have no
/// limbs or more of them, which is charged here.
struct WordArray {
  WordArray(const IntegerVector& v, Workspace::Frame& frame, const ExecutionContext& ctx)
      : view{{v.row(0), v.size()}, v.signed_sizes().data()} {
    bool as_they_lie = true;
    for (std::size_t t = 0; t < v.stripes() && as_they_lie; ++t) as_they_lie = v.stride(t) == 1;
    if (as_they_lie) return;
    held = MemoryReservation(ctx.memory(), v.size() * sizeof(std::uint64_t));
    const auto words = frame.allocate<std::uint64_t>(v.size());
    constexpr std::size_t grain = std::size_t{1} << 13;
    parallel_for(ctx, v.size(), grain, [&](std::size_t begin, std::size_t end) {
      ctx.poll();
      for (std::size_t i = begin; i < end; ++i) words[i] = v.signed_size(i) == 0 ? 0 : v.row(i)[0];
    });
    view.words = words;
  }

  NttOperand view;
  MemoryReservation held;
};

/// One-limb coefficients: the first pass of each prime's transforms reduces them, and the last pass of all together
/// makes limbs.
class WordProduct {
 public:
  WordProduct(const MulPlan& plan, const ExecutionContext& ctx)
      : plan_(plan),
        primes_(plan.as<MultimodularParameters>().transforms.primes),
        to_integers_(signed_crt_kernel(active_isa())),
        shape_(shape_of(plan)),
        ctx_(ctx) {}

  IntegerVector run(const IntegerVector& a, const IntegerVector& b) {
    const unsigned together = plan_.threads > 1 ? primes_ : 1;
    Workspace::Frame frame;
    const WordArray words_a(a, frame, ctx_);
    const std::optional<WordArray> words_b =
        plan_.shape.square ? std::nullopt : std::make_optional<WordArray>(b, frame, ctx_);
    for (unsigned j = 0; j < primes_; ++j) images_[j].data = frame.allocate<std::uint64_t>(shape_.data_words()).data();
    for (unsigned j = 0; j < primes_; ++j) {
      const NttKernels& kernels = ntt_kernels(transform_primes[j], active_isa());
      tables_[j] = NttTable::get(transform_primes[j], kernels.arithmetic, shape_.table_log_nodes(), ctx_);
      images_[j].kernels = &kernels;
      images_[j].table = tables_[j].get();
      images_[j].reduce = std::max(plan_.shape.bits_a, plan_.shape.bits_b) > residue_bits;
    }
    const NttOperand second = words_b ? words_b->view : words_a.view;
    ntt_multiply_in_turn(std::span(images_).first(primes_), together, shape_,
                         {words_a.view, second, plan_.shape.square}, ctx_);
    return joined();
  }

 private:
  static constexpr std::size_t stripe = IntegerVector::stripe_rows;
  static constexpr std::size_t residue_bits = 49;  // of words below all transform_primes
  // Longer results do not stay in any cache; to write them there would read them first.
  static constexpr std::size_t streamed_limbs = std::size_t{4} << 20;

  IntegerVector joined() const {
    const LimbCrt crt(primes_);
    const std::size_t length = wanted_length(plan_);
    const std::size_t stride = limbs_for_bits(product_bits(plan_.shape));
    IntegerVector result = unwritten_integers(length, stride);  // all rows follow each other
    const bool streamed = length * stride >= streamed_limbs;
    const auto combine = [&](std::size_t begin, std::size_t end, const std::uint64_t* const* rows) {
      std::array<std::int32_t, stripe> sizes;
      for (std::size_t at = begin; at < end; at += stripe) {
        const std::size_t count = std::min(stripe, end - at);
        std::array<const std::uint64_t*, 4> from{};
        for (unsigned j = 0; j < primes_; ++j) from[j] = rows[j] + (at - begin);
        to_integers_(crt, from.data(), {result.row(at), stride, sizes.data(), streamed}, count);
        for (std::size_t i = 0; i < count; ++i) result.set_signed_size(at + i, sizes[i]);
      }
    };
    ntt_store_together(std::span(images_).first(primes_), shape_, {0, length}, combine, streamed, ctx_);
    return result;
  }

  const MulPlan& plan_;
  const unsigned primes_;
  SignedCrtFn to_integers_;
  const NttShape shape_;
  const ExecutionContext& ctx_;
  std::array<std::shared_ptr<const NttTable>, ntt_most_images> tables_;
  std::array<NttImage, ntt_most_images> images_{};
};

}  // namespace

std::vector<std::uint64_t> first_transform_primes(std::size_t count, const ExecutionContext& ctx) {
  using Primes = std::vector<std::uint64_t>;
  // The search takes longer than the rest: a power of two of primes serves all smaller bases.
  const std::size_t searched = std::bit_ceil(count);
  const auto primes = ctx.plan_cache().get<Primes>(
      "transform_primes/" + std::to_string(searched),
      [&] { return std::make_shared<const Primes>(ntt_primes(std::uint64_t{1} << 50, 32, searched)); },
      [](const Primes& list) { return list.size() * sizeof(std::uint64_t); }, PlanWorth::dear);
  return {primes->begin(), primes->begin() + static_cast<std::ptrdiff_t>(count)};
}

std::shared_ptr<const CrtBasis> transform_basis(std::size_t count, const ExecutionContext& ctx) {
  const auto make = [&] {
    return std::make_shared<const CrtBasis>(CrtBasis::KnownPrimes{}, first_transform_primes(count, ctx), ctx);
  };
  return ctx.plan_cache().get<CrtBasis>(
      "transform_basis/" + std::to_string(count), make, [](const CrtBasis& basis) { return basis.bytes(); },
      PlanWorth::dear);
}

IntegerVector mul_multimodular(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                               const ExecutionContext& ctx) {
  const auto& parameters = plan.as<MultimodularParameters>();
  if (parameters.one_limb) return WordProduct(plan, ctx).run(a, b);
  const MulShape& s = plan.shape;
  const auto basis = transform_basis(parameters.transforms.primes, ctx);
  const std::size_t row = row_stride(s.length_a + s.length_b);
  Workspace::Frame frame;
  const auto residues = frame.allocate<std::uint64_t>(basis->size() * row);
  const auto convert_a = [&] { basis->to_residues(a, residue_rows<std::uint64_t>(residues, row, 0, s.length_a), ctx); };
  const auto convert_b = [&] {
    basis->to_residues(b, residue_rows<std::uint64_t>(residues, row, s.length_a, s.length_b), ctx);
  };
  if (s.square) {
    convert_a();
  } else if (is_brief(plan)) {
    convert_a();
    convert_b();
  } else {
    fork_join(ctx, convert_a, convert_b);
  }
  constexpr std::size_t words_of_task = 4096;  // ten microseconds
  // A thread that waits for parts of its long row would take up another one, with scratch beyond the plan's; short rows
  // have few parts, and isolation costs a twentieth of them.
  constexpr std::size_t isolated_words = std::size_t{1} << 15;
  const std::size_t grain =
      is_brief(plan) ? basis->size() : std::max<std::size_t>(1, words_of_task / parameters.transforms.words);
  parallel_for(ctx, basis->size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      ctx.poll();
      const auto multiply = [&] { multiply_row(*basis, j, plan, residues.subspan(j * row, row), ctx); };
      if (parameters.transforms.words < isolated_words)
        multiply();
      else
        undisturbed(ctx, multiply);
    }
  });
  const CrtSegment whole{0, basis.get()};
  return from_residues_charged({&whole, 1}, residue_rows<const std::uint64_t>(residues, row, 0, wanted_length(plan)),
                               ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
