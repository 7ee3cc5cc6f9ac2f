#include "fft/word_convolution.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "fft/word_crt.hpp"

namespace polyfork::inline v1::detail {

namespace {

constexpr std::size_t crt_grain = std::size_t{1} << 13;  // coefficients, some 20 microseconds

/// The number of transform_primes whose product exceeds n (p - 1)^2.
unsigned primes_needed(std::uint64_t p, std::size_t n) {
  // log2 of the bound, rounded up by far more than the error of the logarithms; each prime exceeds 2^49.999.
  const double bits = 2 * std::log2(static_cast<double>(p)) + std::log2(static_cast<double>(n)) + 1e-6;
  return std::max(1U, static_cast<unsigned>(std::ceil(bits / 49.999)));
}

bool has_roots(std::uint64_t p, const NttShape& shape) {
  return (p - 1) % (std::uint64_t{2} << shape.table_log_nodes()) == 0;
}

/// Transforms of [begin, end) may wrap around: what lands below `begin` is not looked at.
NttShape shape_for(std::size_t length_a, std::size_t length_b, std::size_t begin, std::size_t end,
                   const FftTuning& tuning) {
  const std::size_t length = length_a + length_b - 1;
  const NttShape whole = NttShape::cyclic(length, tuning);
  const std::size_t wrapped = std::bit_ceil(std::max({end, length - begin, length_a, length_b}));
  return wrapped < whole.words() ? NttShape::cyclic(wrapped, tuning) : whole;
}

/// The tables and kernels of one of the plan's transforms.
struct Engine {
  const NttKernels* kernels;
  std::shared_ptr<const NttTable> table;
  bool reduce;  // operands are not below the transform's prime
};

Engine engine(const WordConvolutionPlan& plan, unsigned j, const ExecutionContext& ctx) {
  const std::uint64_t prime = plan.direct ? plan.modulus : transform_primes[j];
  const NttKernels& kernels = ntt_kernels(prime, plan.isa);
  return {&kernels, NttTable::get(prime, kernels.arithmetic, plan.shape.table_log_nodes(), ctx), plan.modulus > prime};
}

/// one(j) for every prime, at the same time if the plan says so.
template <class One>
void for_each_prime(const WordConvolutionPlan& plan, const ExecutionContext& ctx, const One& one) {
  if (plan.at_once == 1) {
    for (unsigned j = 0; j < plan.primes; ++j) one(j);
    return;
  }
  parallel_for(ctx, plan.primes, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t j = first; j < last; ++j) one(static_cast<unsigned>(j));
  });
}

/// The arrays of a product modulo several primes.
struct Scratch {
  std::array<std::uint64_t*, 4> first{};
  std::array<std::uint64_t*, 4> second{};
  std::array<std::uint64_t*, 4> residues{};  // the second operand's words, once these are not needed any more

  Scratch(const WordConvolutionPlan& plan, Workspace::Frame& frame) {
    for (unsigned j = plan.primes; j-- > 0;) {
      const bool shares = plan.at_once == 1 && j + 1 < plan.primes;
      first[j] = shares ? first[j + 1] : frame.allocate<std::uint64_t>(plan.shape.data_words()).data();
      second[j] = shares ? second[j + 1] : frame.allocate<std::uint64_t>(plan.shape.data_words()).data();
      residues[j] = shares ? frame.allocate<std::uint64_t>(plan.end).data() : second[j];
    }
  }
};

void combine(const WordConvolutionPlan& plan, const std::array<std::uint64_t*, 4>& residues, std::size_t begin,
             std::size_t end, std::uint64_t* out, const ExecutionContext& ctx) {
  const WordCrt crt(plan.modulus, plan.primes);
  const WordCrtFn kernel = word_crt_kernel(plan.isa);
  parallel_for(ctx, end - begin, crt_grain, [&](std::size_t first, std::size_t last) {
    ctx.poll();
    ctx.charge((last - first) * plan.primes * (plan.primes + 1) / 2);
    std::array<const std::uint64_t*, 4> rows{};
    for (unsigned j = 0; j < plan.primes; ++j) rows[j] = residues[j] + begin + first;
    kernel(crt, rows.data(), out + first, last - first);
  });
}

}  // namespace

std::size_t WordConvolutionPlan::workspace_bytes() const noexcept {
  const std::size_t operands = saturating_mul(2 * at_once, saturating_mul(shape.data_words(), sizeof(std::uint64_t)));
  // Residues are left in the second operand's words, of the last prime when primes follow each other.
  return saturating_add(operands, saturating_mul(primes - at_once, saturating_mul(end, sizeof(std::uint64_t))));
}

WordConvolutionPlan plan_word_convolution(std::uint64_t modulus, bool prime, std::size_t length_a, std::size_t length_b,
                                          std::size_t begin, std::size_t end, int threads, Isa isa,
                                          const FftTuning& tuning) {
  WordConvolutionPlan plan;
  plan.modulus = modulus;
  plan.length_a = length_a;
  plan.length_b = length_b;
  plan.begin = begin;
  plan.end = end;
  plan.isa = isa;
  plan.shape = shape_for(length_a, length_b, begin, end, tuning);
  plan.primes = primes_needed(modulus, std::min(length_a, length_b));
  // A transform of 64-bit words costs more than four of 50 bits with vectors, less than two of them without.
  const bool short_enough = supports(NttArithmetic::shoup52, modulus);
  plan.direct = prime && modulus > 2 && has_roots(modulus, plan.shape) && (short_enough || isa == Isa::scalar);
  if (plan.direct) plan.primes = 1;
  plan.at_once = threads > 1 ? plan.primes : 1;
  return plan;
}

void convolve_words(const WordConvolutionPlan& plan, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  const bool square = a.data() == b.data() && a.size() == b.size();
  const std::size_t words = plan.shape.data_words();
  Workspace::Frame frame;
  if (plan.direct) {
    const Engine e = engine(plan, 0, ctx);
    std::uint64_t* const data_a = frame.allocate<std::uint64_t>(words).data();
    std::uint64_t* const data_b = square ? data_a : frame.allocate<std::uint64_t>(words).data();
    ntt_convolve(*e.kernels, *e.table, plan.shape, a, b, false, data_a, data_b, out.data(), plan.begin, plan.end, ctx);
    return;
  }
  // With gaps in the working data, residues go to another array than the one they come from.
  Scratch scratch(plan, frame);
  for_each_prime(plan, ctx, [&](unsigned j) {
    const Engine e = engine(plan, j, ctx);
    std::uint64_t* const data_a = scratch.first[j];
    ntt_convolve(*e.kernels, *e.table, plan.shape, a, b, e.reduce, data_a, square ? data_a : scratch.second[j],
                 scratch.residues[j], 0, plan.end, ctx);
  });
  combine(plan, scratch.residues, plan.begin, plan.end, out.data(), ctx);
}

struct PreparedWords::Storage {
  MemoryReservation reservation;
  struct Aligned {
    void operator()(std::uint64_t* p) const noexcept { ::operator delete[](p, std::align_val_t{64}); }
  };
  std::unique_ptr<std::uint64_t[], Aligned> words;
};

PreparedWords::PreparedWords(const WordConvolutionPlan& plan, std::span<const std::uint64_t> b,
                             const ExecutionContext& ctx)
    : plan_(plan) {
  const std::size_t count = saturating_mul(plan.shape.data_words(), plan.primes);
  MemoryReservation reservation(ctx.memory(), saturating_mul(count, sizeof(std::uint64_t)));
  auto* const words =
      static_cast<std::uint64_t*>(::operator new[](saturating_mul(count, sizeof(std::uint64_t)), std::align_val_t{64}));
  storage_ = std::unique_ptr<Storage>(
      new Storage{std::move(reservation), std::unique_ptr<std::uint64_t[], Storage::Aligned>(words)});
  for_each_prime(plan_, ctx, [&](unsigned j) {
    const Engine e = engine(plan_, j, ctx);
    ntt_forward(*e.kernels, *e.table, plan_.shape, b, e.reduce, words + j * plan_.shape.data_words(), ctx);
  });
}

PreparedWords::~PreparedWords() = default;
PreparedWords::PreparedWords(PreparedWords&&) noexcept = default;
PreparedWords& PreparedWords::operator=(PreparedWords&&) noexcept = default;

const std::uint64_t* PreparedWords::residues(unsigned j) const noexcept {
  return storage_->words.get() + j * plan_.shape.data_words();
}

void convolve_words(const PreparedWords& b, std::span<const std::uint64_t> a, std::size_t begin, std::size_t end,
                    std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  const WordConvolutionPlan& plan = b.plan();
  const std::size_t words = plan.shape.data_words();
  Workspace::Frame frame;
  if (plan.direct) {
    const Engine e = engine(plan, 0, ctx);
    std::uint64_t* const data = frame.allocate<std::uint64_t>(words).data();
    ntt_convolve_prepared(*e.kernels, *e.table, plan.shape, a, b.residues(0), false, data, out.data(), begin, end, ctx);
    return;
  }
  Scratch scratch(plan, frame);
  for_each_prime(plan, ctx, [&](unsigned j) {
    const Engine e = engine(plan, j, ctx);
    ntt_convolve_prepared(*e.kernels, *e.table, plan.shape, a, b.residues(j), e.reduce, scratch.first[j],
                          scratch.residues[j], 0, end, ctx);
  });
  combine(plan, scratch.residues, begin, end, out.data(), ctx);
}

}  // namespace polyfork::inline v1::detail
