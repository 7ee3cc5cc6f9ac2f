// Products of natural numbers: limbs as coefficients, one convolution modulo each of three primes below 2^50, and one
// pass that reconstructs the coefficients and carries.
//
// A sum of m products of limbs is below m 2^128: three primes, 149.99 bits, serve up to 2^21.99 limbs in the shorter
// operand, four anything longer. No packing: the transforms' first pass reduces limbs. Cost: 9 transforms of N words for
// a product of N limbs, 6 for a square, and some 2 ns a limb; span that of one transform and the serial ripple of one
// carry for each block of 2^13 limbs. Memory: two rows of N words and two arrays of working data, for all primes at
// once when there are threads. Unlike a product by GMP it runs in parallel and can be cancelled.
// Literature: J. M. Pollard, The fast Fourier transform in a finite field, Mathematics of Computation 25, 1971; digits
// of a limb with three primes: A. Schonhage, A. F. W. Grotefeld, E. Vetter, Fast algorithms, 1994; truncation [vdhoeven04].
#include "fft/limb_convolution.hpp"

#include <algorithm>
#include <array>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "fft/limb_crt.hpp"
#include "fft/word_convolution.hpp"

namespace polyfork::inline v1::detail {

namespace {

constexpr std::size_t carry_grain = std::size_t{1} << 13;         // limbs joined by a task, some 20 microseconds
constexpr std::size_t three_primes_limbs = std::size_t{4190000};  // 2^(3 * 49.9998 - 128) = 4192000 and more

/// number += low + 2^64 high; what leaves the span is zero.
void add_carry(std::span<std::uint64_t> number, const LimbCarry& carry) noexcept {
  std::uint64_t add = carry.low;
  std::uint64_t next = carry.high;
  for (std::size_t i = 0; i < number.size() && (add | next) != 0; ++i) {
    number[i] += add;
    add = next + (number[i] < add ? 1 : 0);
    next = 0;
  }
}

class LimbProduct {
 public:
  LimbProduct(const LimbConvolutionPlan& plan, std::span<std::uint64_t> out, const ExecutionContext& ctx)
      : plan_(plan), out_(out), coefficients_(plan.limbs_a + plan.limbs_b - 1), ctx_(ctx) {
    for (unsigned j = 0; j < plan.primes; ++j)
      rows_[j] = j + 1 == plan.primes ? out.data() : frame_.allocate<std::uint64_t>(coefficients_).data();
  }

  void run(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    const bool square = a.data() == b.data() && a.size() == b.size();
    parallel_for(ctx_, plan_.primes, plan_.at_once > 1 ? 1 : plan_.primes, [&](std::size_t first, std::size_t last) {
      const std::size_t words = plan_.shape.data_words();
      Workspace::Frame frame;
      std::uint64_t* const data_a = frame.allocate<std::uint64_t>(words).data();
      std::uint64_t* const data_b = square ? data_a : frame.allocate<std::uint64_t>(words).data();
      for (std::size_t j = first; j < last; ++j) {
        const NttKernels& kernels = ntt_kernels(transform_primes[j], plan_.isa);
        const auto table = NttTable::get(transform_primes[j], kernels.arithmetic, plan_.shape.table_log_nodes(), ctx_);
        ntt_convolve(kernels, *table, plan_.shape, a, b, true, data_a, data_b, rows_[j], 0, coefficients_, ctx_);
      }
    });
    join();
  }

 private:
  void join() {
    const LimbCrt crt(plan_.primes);
    const LimbCrtFn kernel = limb_crt_kernel(plan_.isa);
    const std::size_t blocks = (coefficients_ + carry_grain - 1) / carry_grain;
    const auto carries = frame_.allocate<LimbCarry>(blocks);
    parallel_for(ctx_, blocks, 1, [&](std::size_t first, std::size_t last) {
      ctx_.poll();
      for (std::size_t t = first; t < last; ++t) {
        const std::size_t at = t * carry_grain;
        const std::size_t count = std::min(carry_grain, coefficients_ - at);
        ctx_.charge(count * plan_.primes * 3);
        std::array<const std::uint64_t*, 4> rows{};
        for (unsigned j = 0; j < plan_.primes; ++j) rows[j] = rows_[j] + at;
        carries[t] = kernel(crt, rows.data(), out_.data() + at, count);
      }
    });
    out_.back() = 0;
    for (std::size_t t = 0; t < blocks; ++t)
      add_carry(out_.subspan(std::min((t + 1) * carry_grain, coefficients_)), carries[t]);
  }

  const LimbConvolutionPlan& plan_;
  std::span<std::uint64_t> out_;
  std::size_t coefficients_;
  const ExecutionContext& ctx_;
  Workspace::Frame frame_;
  std::array<std::uint64_t*, 4> rows_{};
};

}  // namespace

std::size_t LimbConvolutionPlan::workspace_bytes() const noexcept {
  const std::size_t product = saturating_add(limbs_a, limbs_b);
  const std::size_t data = saturating_mul(2 * at_once, shape.data_words());
  const std::size_t rows = saturating_mul(primes - 1, product);
  const std::size_t carries = product / (carry_grain / 2) + 2;
  return saturating_mul(saturating_add(saturating_add(data, rows), carries), sizeof(std::uint64_t));
}

LimbConvolutionPlan plan_limb_convolution(std::size_t limbs_a, std::size_t limbs_b, int threads, Isa isa,
                                          const FftTuning& tuning) {
  LimbConvolutionPlan plan;
  plan.limbs_a = limbs_a;
  plan.limbs_b = limbs_b;
  plan.primes = std::min(limbs_a, limbs_b) <= three_primes_limbs ? 3 : 4;
  plan.at_once = threads > 1 ? plan.primes : 1;
  plan.isa = isa;
  plan.shape = NttShape::cyclic(limbs_a + limbs_b - 1, tuning);
  return plan;
}

void multiply_limbs(const LimbConvolutionPlan& plan, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  ctx.poll();
  LimbProduct(plan, out, ctx).run(a, b);
}

}  // namespace polyfork::inline v1::detail
