// Products of natural numbers: limbs as coefficients, one convolution modulo each of three primes below 2^50, and one
// pass that reconstructs the coefficients and carries.
//
// A sum of m products of limbs is below m 2^128: three primes, 149.99 bits, serve up to 2^21.99 limbs in the shorter
// operand, four anything longer. No packing: the transforms' first pass reduces limbs, and the last one joins them, in
// runs of 64 that leave a carry each. Cost: 9 transforms of N words for a product of N limbs, 6 for a square, and
// some 1.5 ns a limb; span that of one transform, unless a carry runs through many limbs of ones. Memory: an array of
// working data for each prime, and one more, for all primes at once when there are threads. Unlike a product by GMP it
// runs in parallel and can be cancelled. Literature: J. M. Pollard, The fast Fourier transform in a finite field,
// Mathematics of Computation 25, 1971; digits of a limb with three primes: A. Schonhage, A. F. W. Grotefeld, E. Vetter,
// Fast algorithms, 1994; truncation [vdhoeven04].
#include "fft/limb_convolution.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "fft/limb_crt.hpp"
#include "fft/word_convolution.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t carry_limbs = std::size_t{1} << 14;  // whose carries are added by a task
constexpr std::size_t ahead = 8;  // runs whose first limbs are fetched before their carries are added
constexpr std::size_t three_primes_limbs = std::size_t{4190000};  // 2^(3 * 49.9998 - 128) = 4192000 and more

/// number += low + 2^64 high; returns what leaves the span.
std::uint64_t add_carry(std::span<std::uint64_t> number, const LimbCarry& carry) noexcept {
  std::uint64_t add = carry.low;
  std::uint64_t next = carry.high;
  for (std::size_t i = 0; i < number.size() && (add | next) != 0; ++i) {
    number[i] += add;
    add = next + (number[i] < add ? 1 : 0);
    next = 0;
  }
  return add;
}

class LimbProduct {
 public:
  LimbProduct(const LimbConvolutionPlan& plan, std::span<std::uint64_t> out, const ExecutionContext& ctx)
      : plan_(plan), out_(out), run_(ntt_run_words(plan.shape)), ctx_(ctx) {
    for (unsigned j = 0; j < plan.primes; ++j)
      images_[j].data = frame_.allocate<std::uint64_t>(plan.shape.data_words()).data();
  }

  void run(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    const bool square = a.data() == b.data() && a.size() == b.size();
    for (unsigned j = 0; j < plan_.primes; ++j) {
      const NttKernels& kernels = ntt_kernels(transform_primes[j], plan_.isa);
      tables_[j] = NttTable::get(transform_primes[j], kernels.arithmetic, plan_.shape.table_log_nodes(), ctx_);
      images_[j].kernels = &kernels;
      images_[j].table = tables_[j].get();
    }
    ntt_multiply_in_turn(std::span(images_).first(plan_.primes), plan_.at_once, plan_.shape, {{a}, {b}, square}, ctx_);
    join();
  }

 private:
  /// The coefficients become limbs run by run, as they come; then the carries of the runs are added.
  void join() {
    const LimbCrt crt(plan_.primes);
    const LimbCrtFn kernel = limb_crt_kernel(plan_.isa);
    const std::size_t coefficients = out_.size() - 1;
    const auto carries = frame_.allocate<LimbCarry>(coefficients / run_ + 1);
    const auto combine = [&](std::size_t begin, std::size_t end, const std::uint64_t* const* rows) {
      carries[begin / run_] = kernel(crt, rows, out_.data() + begin, end - begin);
    };
    ntt_store_together(std::span(images_).first(plan_.primes), plan_.shape, {0, coefficients}, combine, false, ctx_);
    out_.back() = 0;
    add_carries(carries.first((coefficients + run_ - 1) / run_));
  }

  /// Run number t leaves its carry to limb (t + 1) run_, the last one to the last limb.
  void add_carries(std::span<const LimbCarry> all) {
    // The last run may be short, and its carry's limb another task's: it comes last.
    const auto carries = all.first(all.size() - 1);
    const std::size_t runs_of_task = carry_limbs / run_;
    const auto tasks = (carries.size() + runs_of_task - 1) / runs_of_task;
    const auto leaving = frame_.allocate<std::uint64_t>(tasks);
    const auto end_of = [&](std::size_t task) { return std::min((task + 1) * carry_limbs + run_, out_.size()); };
    parallel_for(ctx_, tasks, 1, [&](std::size_t task, std::size_t last) {
      for (; task < last; ++task) {
        leaving[task] = 0;
        for (std::size_t t = task * runs_of_task; t < std::min((task + 1) * runs_of_task, carries.size()); ++t) {
          const std::size_t at = (t + 1) * run_;
          // Another thread's cache may have written it.
          __builtin_prefetch(out_.data() + std::min(at + ahead * run_, out_.size() - 1), 1);
          leaving[task] += add_carry(out_.subspan(at, end_of(task) - at), carries[t]);
        }
      }
    });
    for (std::size_t task = 0; task < tasks; ++task) add_carry(out_.subspan(end_of(task)), {leaving[task], 0});
    add_carry(out_.last(1), all.back());
  }

  const LimbConvolutionPlan& plan_;
  std::span<std::uint64_t> out_;
  std::size_t run_;
  const ExecutionContext& ctx_;
  Workspace::Frame frame_;
  std::array<std::shared_ptr<const NttTable>, ntt_most_images> tables_;
  std::array<NttImage, ntt_most_images> images_{};
};

}  // namespace

std::size_t LimbConvolutionPlan::workspace_bytes() const noexcept {
  const std::size_t product = saturating_add(limbs_a, limbs_b);
  const std::size_t data = saturating_mul(primes + at_once, shape.data_words());
  const std::size_t carries = product / ntt_run_words(shape) * 2 + product / carry_limbs + 4;
  const std::size_t tile_words = tiles * std::min(ntt_tile_words, primes * shape.words());
  return saturating_mul(saturating_add(saturating_add(data, tile_words), carries), sizeof(std::uint64_t));
}

LimbConvolutionPlan plan_limb_convolution(std::size_t limbs_a, std::size_t limbs_b, int threads, Isa isa,
                                          const FftTuning& tuning) {
  LimbConvolutionPlan plan;
  plan.limbs_a = limbs_a;
  plan.limbs_b = limbs_b;
  plan.primes = std::min(limbs_a, limbs_b) <= three_primes_limbs ? 3 : 4;
  plan.at_once = threads > 1 ? plan.primes : 1;
  plan.tiles = static_cast<unsigned>(threads);
  plan.isa = isa;
  plan.shape = NttShape::cyclic(limbs_a + limbs_b - 1, tuning);
  return plan;
}

void multiply_limbs(const LimbConvolutionPlan& plan, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  ctx.poll();
  LimbProduct(plan, out, ctx).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
