// Images of polynomials modulo a word: prime by prime, each a row of blocks without gaps.
#include "fft/word_transform.hpp"

#include <algorithm>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "fft/word_crt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t grain = std::size_t{1} << 13;  // words, some 20 microseconds; a multiple of 64 words

}  // namespace

WordConvolutionPlan plan_word_transform(const WordProductShape& product, std::size_t terms, int threads, Isa isa) {
  WordConvolutionPlan plan = plan_word_convolution(product, threads, isa);
  if (plan.direct || terms == 1) return plan;
  // A sum of products of that length has coefficients as large as one product of `terms` times the length.
  const std::size_t a = saturating_mul(product.length_a, terms);
  const std::size_t b = saturating_mul(product.length_b, terms);
  plan.primes = plan_word_convolution({product.modulus, false, a, b, {0, 1}}, threads, isa).primes;
  plan.at_once = threads > 1 ? plan.primes : 1;
  return plan;
}

WordConvolutionPlan plan_cyclic_transform(const WordProductShape& product, std::size_t terms, int threads, Isa isa) {
  // What may wrap around below the shorter factor's last coefficient leaves a transform of length n.
  const std::size_t n = product.window.end;
  const std::size_t shorter = std::min(product.length_a, product.length_b);
  WordConvolutionPlan plan =
      plan_word_transform({product.modulus, product.prime, n, shorter, {shorter - 1, n}}, terms, threads, isa);
  plan.product = product;
  return plan;
}

WordTransform::WordTransform(const WordConvolutionPlan& plan, const ExecutionContext& ctx) : plan_(plan) {
  plan_.shape.gaps = false;  // images are handled as one row of blocks
  for (unsigned j = 0; j < plan_.primes; ++j) {
    const std::uint64_t prime = plan_.direct ? plan_.product.modulus : transform_primes[j];
    Engine& e = engines_[j];
    e.kernels = &ntt_kernels(prime, plan_.isa);
    e.table = NttTable::get(prime, e.kernels->arithmetic, plan_.shape.table_log_nodes(), ctx);
    e.reduce = load_reduces(e.kernels->arithmetic, prime, plan_.product.modulus);
    e.scale = transform_scale(*e.table, plan_.shape.log_blocks);
  }
}

template <class One>
void WordTransform::for_each_prime(const ExecutionContext& ctx, const One& one) const {
  if (plan_.at_once == 1) {
    for (unsigned j = 0; j < plan_.primes; ++j) one(j, j * plan_.shape.words());
    return;
  }
  parallel_for(ctx, plan_.primes, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t j = first; j < last; ++j) one(j, j * plan_.shape.words());
  });
}

void WordTransform::forward(std::span<const std::uint64_t> a, std::uint64_t* image, const ExecutionContext& ctx) const {
  ctx.poll();
  for_each_prime(ctx, [&](std::size_t j, std::size_t at) {
    const Engine& e = engines_[j];
    ntt_forward({*e.kernels, *e.table, plan_.shape}, a, e.reduce, image + at, ctx);
  });
}

void WordTransform::multiply(std::uint64_t* product, const std::uint64_t* a, const std::uint64_t* b,
                             const ExecutionContext& ctx) const {
  const std::size_t words = plan_.shape.words();
  for_each_prime(ctx, [&](std::size_t j, std::size_t at) {
    const Engine& e = engines_[j];
    parallel_for(ctx, words, plan_.at_once == 1 ? words : grain, [&](std::size_t first, std::size_t last) {
      ctx.poll();
      ctx.charge((last - first) * ntt_block);
      std::uint64_t* const to = product + at + first;
      if (product != a) std::copy_n(a + at + first, last - first, to);
      // The shape's blocks are the first ones of their level.
      e.kernels->multiply(*e.table, {first / ntt_block, (last - first) / ntt_block}, e.scale, to,
                          product == b ? to : b + at + first);
    });
  });
}

void WordTransform::accumulate(std::uint64_t* sum, const std::uint64_t* product, const ExecutionContext& ctx) const {
  ctx.charge(image_words());
  for_each_prime(ctx, [&](std::size_t j, std::size_t at) {
    const Engine& e = engines_[j];
    e.kernels->accumulate(*e.table, plan_.shape.words(), sum + at, product + at);
  });
}

void WordTransform::inverse(std::uint64_t* product, NttWindow window, std::span<std::uint64_t> out,
                            const ExecutionContext& ctx) const {
  ctx.poll();
  if (plan_.direct) {
    const Engine& e = engines_[0];
    ntt_inverse({*e.kernels, *e.table, plan_.shape}, product, out.data(), window, nullptr, ctx);
    return;
  }
  const std::size_t tile_words = std::min(ntt_tile_words, image_words());
  const MemoryReservation held(ctx.memory(),
                               static_cast<std::size_t>(ctx.threads()) * tile_words * sizeof(std::uint64_t));
  std::array<NttImage, ntt_most_images> images{};
  for_each_prime(ctx, [&](std::size_t j, std::size_t at) {
    const Engine& e = engines_[j];
    images[j] = {e.kernels, e.table.get(), product + at};
    ntt_inverse_nodes({*e.kernels, *e.table, plan_.shape}, product + at, ctx);
  });
  const WordCrt crt(plan_.product.modulus, plan_.primes);
  const WordCrtFn kernel = word_crt_kernel(plan_.isa);
  const auto combine = [&](std::size_t first, std::size_t last, const std::uint64_t* const* rows) {
    kernel(crt, rows, out.data() + (first - window.begin), last - first, false);
  };
  ntt_store_together(std::span(images).first(plan_.primes), plan_.shape, window, combine, false, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
