// Products modulo a word: the choice of shape and primes, transforms modulo each, residues combined as they come.
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

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The number of transform_primes whose product exceeds n (p - 1)^2.
unsigned primes_needed(std::uint64_t p, std::size_t n) {
  // log2 of the bound, rounded up by far more than the error of the logarithms; each prime exceeds 2^49.999.
  const double bits = 2 * std::log2(static_cast<double>(p)) + std::log2(static_cast<double>(n)) + 1e-6;
  return std::max(1U, static_cast<unsigned>(std::ceil(bits / 49.999)));
}

bool has_roots(std::uint64_t p, const NttShape& shape) {
  return (p - 1) % (std::uint64_t{2} << shape.table_log_nodes()) == 0;
}

/// Transforms for a window may wrap around: what lands below it is not looked at.
NttShape shape_for(const WordProductShape& p, const FftTuning& tuning) {
  const std::size_t length = p.length_a + p.length_b - 1;
  const NttShape whole = NttShape::cyclic(length, tuning);
  const std::size_t wrapped = std::bit_ceil(std::max({p.window.end, length - p.window.begin, p.length_a, p.length_b}));
  return wrapped < whole.words() ? NttShape::cyclic(wrapped, tuning) : whole;
}

/// The tables and kernels of one of the plan's transforms.
struct Engine {
  const NttKernels* kernels;
  std::shared_ptr<const NttTable> table;
  bool reduce;  // operands are beyond what the transform takes as it is
};

Engine engine(const WordConvolutionPlan& plan, unsigned j, const ExecutionContext& ctx) {
  const std::uint64_t prime = plan.direct ? plan.product.modulus : transform_primes[j];
  const NttKernels& kernels = ntt_kernels(prime, plan.isa);
  return {&kernels, NttTable::get(prime, kernels.arithmetic, plan.shape.table_log_nodes(), ctx),
          load_reduces(kernels.arithmetic, prime, plan.product.modulus)};
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

/// The products modulo each of the plan's primes, and what comes of them.
class Images {
 public:
  Images(const WordConvolutionPlan& plan, Workspace::Frame& frame, const ExecutionContext& ctx)
      : plan_(plan), ctx_(ctx) {
    for (unsigned j = 0; j < plan.primes; ++j)
      images_[j].data = frame.allocate<std::uint64_t>(plan.shape.data_words()).data();
  }

  /// a b up to the last pass, of all primes at once or of one after the other.
  void multiply(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, bool square) {
    take_engines();
    ntt_multiply_in_turn(std::span(images_).first(plan_.primes), plan_.at_once, plan_.shape, {{a}, {b}, square}, ctx_);
  }
  /// a b with b's residues at hand.
  void multiply(std::span<const std::uint64_t> a, const PreparedWords& b) {
    take_engines();
    for (unsigned j = 0; j < plan_.primes; ++j) images_[j].prepared = b.residues(j);
    for (unsigned j = 0; j < plan_.primes; j += plan_.at_once)
      ntt_multiply(std::span(images_).subspan(j, plan_.at_once), plan_.shape, {{a}}, ctx_);
  }
  /// The products' coefficients in the window, modulo the plan's modulus.
  void combine(NttWindow window, std::uint64_t* out) const {
    const WordCrt crt(plan_.product.modulus, plan_.primes);
    const WordCrtFn kernel = word_crt_kernel(plan_.isa);
    const bool streamed = window.size() >= ntt_streamed_words;
    const auto combine = [&](std::size_t first, std::size_t last, const std::uint64_t* const* rows) {
      kernel(crt, rows, out + (first - window.begin), last - first, streamed);
    };
    ntt_store_together(std::span(images_).first(plan_.primes), plan_.shape, window, combine, streamed, ctx_);
  }

 private:
  void take_engines() {
    for_each_prime(plan_, ctx_, [&](unsigned j) {
      engines_[j] = engine(plan_, j, ctx_);
      images_[j].kernels = engines_[j].kernels;
      images_[j].table = engines_[j].table.get();
      images_[j].reduce = engines_[j].reduce;
    });
  }

  const WordConvolutionPlan& plan_;
  const ExecutionContext& ctx_;
  std::array<Engine, ntt_most_images> engines_;
  std::array<NttImage, ntt_most_images> images_{};
};

}  // namespace

std::size_t WordConvolutionPlan::workspace_bytes() const noexcept {
  // The first operand's become the product's, which are kept until all are combined.
  const std::size_t operands = saturating_mul(primes + at_once, shape.data_words());
  const std::size_t tile_words = direct ? 0 : std::min(ntt_tile_words, primes * shape.words());
  return saturating_mul(saturating_add(operands, tiles * tile_words), sizeof(std::uint64_t));
}

WordConvolutionPlan plan_word_convolution(const WordProductShape& product, int threads, Isa isa,
                                          const FftTuning& tuning) {
  const std::uint64_t modulus = product.modulus;
  WordConvolutionPlan plan;
  plan.product = product;
  plan.isa = isa;
  plan.shape = shape_for(product, tuning);
  // A transform of 64-bit words costs more than four of 50 bits with vectors, less than two of them without.
  const bool short_enough = supports(NttArithmetic::fraction52, modulus);
  plan.direct = product.prime && modulus > 2 && has_roots(modulus, plan.shape) && (short_enough || isa == Isa::scalar);
  plan.primes = plan.direct ? 1 : primes_needed(modulus, std::min(product.length_a, product.length_b));
  constexpr std::size_t forked_words = 4096;  // shorter ones take some microseconds, as a fork does
  const bool forked = threads > 1 && plan.shape.data_words() >= forked_words;
  plan.at_once = forked ? plan.primes : 1;
  plan.tiles = forked ? static_cast<unsigned>(threads) : 1;
  return plan;
}

void convolve_words(const WordConvolutionPlan& plan, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  const bool square = a.data() == b.data() && a.size() == b.size();
  const std::size_t words = plan.shape.data_words();
  Workspace::Frame frame;
  if (plan.direct) {
    const Engine e = engine(plan, 0, ctx);
    std::uint64_t* const data = frame.allocate<std::uint64_t>(words).data();
    std::uint64_t* const second = square ? data : frame.allocate<std::uint64_t>(words).data();
    ntt_convolve({*e.kernels, *e.table, plan.shape}, {.a = a, .b = b, .data = data, .second = second}, out.data(),
                 plan.product.window, ctx);
    return;
  }
  Images images(plan, frame, ctx);
  images.multiply(a, b, square);
  images.combine(plan.product.window, out.data());
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
    ntt_forward({*e.kernels, *e.table, plan_.shape}, b, e.reduce, words + j * plan_.shape.data_words(), ctx);
  });
}

PreparedWords::~PreparedWords() = default;
PreparedWords::PreparedWords(PreparedWords&&) noexcept = default;
PreparedWords& PreparedWords::operator=(PreparedWords&&) noexcept = default;

const std::uint64_t* PreparedWords::residues(unsigned j) const noexcept {
  return storage_->words.data() + j * plan_.shape.data_words();
}

void convolve_words(const PreparedWords& b, std::span<const std::uint64_t> a, NttWindow window,
                    std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  const WordConvolutionPlan& plan = b.plan();
  const std::size_t words = plan.shape.data_words();
  Workspace::Frame frame;
  if (plan.direct) {
    const Engine e = engine(plan, 0, ctx);
    std::uint64_t* const data = frame.allocate<std::uint64_t>(words).data();
    ntt_convolve({*e.kernels, *e.table, plan.shape}, {.a = a, .prepared = b.residues(0), .data = data}, out.data(),
                 window, ctx);
    return;
  }
  Images images(plan, frame, ctx);
  images.multiply(a, b);
  images.combine(window, out.data());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
