#include "fft/word_convolution.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/aligned_words.hpp"
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

/// Not the last of primes that follow each other. (At the same time, others may still read an operand that the output
/// replaces.)
bool own_row(const WordConvolutionPlan& plan, unsigned j) noexcept { return plan.at_once > 1 || j + 1 < plan.primes; }

/// Where the residues of the result go: those of the last prime straight to the output, when the primes follow each
/// other, and are combined there with the others' while they are in cache.
class Residues {
 public:
  Residues(const WordConvolutionPlan& plan, std::size_t begin, std::size_t end, std::uint64_t* out,
           Workspace::Frame& frame)
      : begin_(begin), crt_(plan.modulus, plan.primes), kernel_(word_crt_kernel(plan.isa)), out_(out) {
    for (unsigned j = 0; j < plan.primes; ++j)
      rows_[j] = own_row(plan, j) ? frame.allocate<std::uint64_t>(end - begin).data() : out;
  }

  std::uint64_t* row(unsigned j) const noexcept { return rows_[j]; }
  /// Coefficients [begin, end) of all primes are there.
  void combine(std::size_t begin, std::size_t end) const {
    std::array<const std::uint64_t*, 4> rows{};
    for (unsigned j = 0; j < crt_.primes; ++j) rows[j] = rows_[j] + (begin - begin_);
    kernel_(crt_, rows.data(), out_ + (begin - begin_), end - begin);
  }

 private:
  std::size_t begin_;
  WordCrt crt_;
  WordCrtFn kernel_;
  std::array<std::uint64_t*, 4> rows_{};
  std::uint64_t* out_;
};

/// The arrays in which the transforms of one prime work: the same for all that follow each other.
struct Working {
  std::array<std::uint64_t*, 4> data{};

  Working(const WordConvolutionPlan& plan, Workspace::Frame& frame) {
    for (unsigned j = 0; j < plan.primes; ++j)
      data[j] = j > 0 && plan.at_once == 1 ? data[0] : frame.allocate<std::uint64_t>(plan.shape.data_words()).data();
  }
};

/// Convolves modulo each prime, one(j, row, stored), and combines.
template <class One>
void convolve_primes(const WordConvolutionPlan& plan, const Residues& residues, std::size_t begin, std::size_t end,
                     const ExecutionContext& ctx, const One& one) {
  const auto combine = [&](std::size_t first, std::size_t last) { residues.combine(first, last); };
  const NttStored stored(combine);
  ctx.charge((end - begin) * plan.primes * (plan.primes + 1) / 2);
  if (plan.at_once == 1) {
    for (unsigned j = 0; j < plan.primes; ++j) one(j, residues.row(j), j + 1 == plan.primes ? &stored : nullptr);
    return;
  }
  for_each_prime(plan, ctx, [&](unsigned j) { one(j, residues.row(j), nullptr); });
  parallel_for(ctx, end - begin, crt_grain, [&](std::size_t first, std::size_t last) {
    ctx.poll();
    combine(begin + first, begin + last);
  });
}

}  // namespace

std::size_t WordConvolutionPlan::workspace_bytes() const noexcept {
  const std::size_t operands = saturating_mul(2 * at_once, saturating_mul(shape.data_words(), sizeof(std::uint64_t)));
  const std::size_t rows = primes - (at_once == 1 ? 1 : 0);  // the last prime's is the result's
  return saturating_add(operands, saturating_mul(rows, saturating_mul(end - begin, sizeof(std::uint64_t))));
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
  const bool short_enough = supports(NttArithmetic::fraction52, modulus);
  plan.direct = prime && modulus > 2 && has_roots(modulus, plan.shape) && (short_enough || isa == Isa::scalar);
  if (plan.direct) plan.primes = 1;
  constexpr std::size_t forked_words = 4096;  // shorter ones take some microseconds, as a fork does
  plan.at_once = threads > 1 && plan.shape.data_words() >= forked_words ? plan.primes : 1;
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
  const Residues residues(plan, plan.begin, plan.end, out.data(), frame);
  const Working first(plan, frame);
  const Working second = square ? first : Working(plan, frame);
  convolve_primes(plan, residues, plan.begin, plan.end, ctx,
                  [&](unsigned j, std::uint64_t* row, const NttStored* stored) {
                    const Engine e = engine(plan, j, ctx);
                    ntt_convolve(*e.kernels, *e.table, plan.shape, a, b, e.reduce, first.data[j], second.data[j], row,
                                 plan.begin, plan.end, ctx, stored);
                  });
}

struct PreparedWords::Storage {
  Storage(MemoryReservation its_reservation, AlignedWords its_words)
      : reservation(std::move(its_reservation)), words(std::move(its_words)) {}
  MemoryReservation reservation;
  AlignedWords words;
};

PreparedWords::PreparedWords(const WordConvolutionPlan& plan, std::span<const std::uint64_t> b,
                             const ExecutionContext& ctx)
    : plan_(plan) {
  const std::size_t count = saturating_mul(plan.shape.data_words(), plan.primes);
  MemoryReservation reservation(ctx.memory(), saturating_mul(count, sizeof(std::uint64_t)));
  storage_ = std::make_unique<Storage>(std::move(reservation), AlignedWords(count));
  std::uint64_t* const words = storage_->words.data();
  for_each_prime(plan_, ctx, [&](unsigned j) {
    const Engine e = engine(plan_, j, ctx);
    ntt_forward(*e.kernels, *e.table, plan_.shape, b, e.reduce, words + j * plan_.shape.data_words(), ctx);
  });
}

PreparedWords::~PreparedWords() = default;
PreparedWords::PreparedWords(PreparedWords&&) noexcept = default;
PreparedWords& PreparedWords::operator=(PreparedWords&&) noexcept = default;

const std::uint64_t* PreparedWords::residues(unsigned j) const noexcept {
  return storage_->words.data() + j * plan_.shape.data_words();
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
  const Residues residues(plan, begin, end, out.data(), frame);
  const Working working(plan, frame);
  convolve_primes(plan, residues, begin, end, ctx, [&](unsigned j, std::uint64_t* row, const NttStored* stored) {
    const Engine e = engine(plan, j, ctx);
    ntt_convolve_prepared(*e.kernels, *e.table, plan.shape, a, b.residues(j), e.reduce, working.data[j], row, begin,
                          end, ctx, stored);
  });
}

}  // namespace polyfork::inline v1::detail
