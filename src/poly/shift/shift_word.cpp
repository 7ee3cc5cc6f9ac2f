// Taylor shifts over Z/pZ.
//
// Where p exceeds the degree, one convolution with the exponential series (word_shift.hpp), by the transforms modulo p
// if it has them, else by a middle product. Otherwise the factorials vanish, but (x + c)^q = x^q + c for powers q of p:
// blocks of the largest such q are shifted one by one, then the polynomial whose coefficients are the blocks, in y =
// x^q, by Horner's scheme; it has at most p blocks at the top and p in each further level: O(n p log n / log p) word
// operations beside the convolutions of length p.
#include <algorithm>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "core/short_reservation.hpp"
#include "fft/word_convolution.hpp"
#include "fft/word_shift.hpp"
#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using Words = std::span<std::uint64_t>;

constexpr std::size_t horner_length = 64;

class WordShifter {
 public:
  WordShifter(const WordModulus& m, std::uint64_t c, const ExecutionContext& ctx)
      : m_(m), p_(m.value()), c_(c), quotient_(m.shoup(c)), ctx_(ctx) {}

  void shift(Words f) const {
    if (ctx_.stop_requested()) ctx_.poll();
    if (f.size() <= horner_length) return by_words(f);
    if (f.size() > p_) return by_blocks(f);
    const NttShape shape = WordShift::shape(f.size());
    if (p_ < std::uint64_t{1} << 50 && (p_ - 1) % (std::uint64_t{2} << shape.table_log_nodes()) == 0)
      by_transforms(f);
    else
      by_convolution(f);
  }

 private:
  /// Horner's scheme: n - 1 passes f[j] += c f[j + 1], j from the top. Within a pass every product waits for the one
  /// before, so that four passes go down together, each one coefficient behind the one before it.
  void by_words(Words f) const {
    ctx_.charge(f.size() * f.size() / 2);
    if (c_ == 1) return passes(f, [&](std::uint64_t low, std::uint64_t above) { return m_.add(low, above); });
    if (c_ + 1 == p_) return passes(f, [&](std::uint64_t low, std::uint64_t above) { return m_.sub(low, above); });
    passes(f, [&](std::uint64_t low, std::uint64_t above) { return m_.add(low, m_.mul_shoup(above, c_, quotient_)); });
  }

  /// step(low, above) = low + c above.
  template <class Step>
  static void passes(Words f, const Step& step) noexcept {
    const std::size_t n = f.size();
    std::size_t pass = 0;
    for (; pass + 4 < n; pass += 4) {
      const std::uint64_t top = f[n - 1];
      std::uint64_t first = step(f[n - 2], top), second = top, third = top, fourth = top;
      second = step(first, second);
      first = step(f[n - 3], first);
      third = step(second, third);
      second = step(first, second);
      first = step(f[n - 4], first);
      for (std::size_t j = n - 4; j-- > pass;) {
        fourth = step(third, fourth);
        third = step(second, third);
        second = step(first, second);
        first = step(f[j], first);
        f[j + 3] = fourth;
      }
      f[pass] = first;
      f[pass + 1] = second;
      f[pass + 2] = third;
    }
    for (; pass + 1 < n; ++pass)
      for (std::size_t j = n - 1; j-- > pass;) f[j] = step(f[j], f[j + 1]);
  }

  /// Horner's scheme on rows of `width` words: row i += c row i + 1, n^2 / 2 times.
  void by_rows(Words f, std::size_t width) const {
    const ModVectorKernels& kernels = mod_vector_kernels();
    Workspace::Frame frame;
    const Words product = frame.allocate<std::uint64_t>(width);
    const std::size_t rows = (f.size() + width - 1) / width;
    for (std::size_t first = 0; first + 1 < rows; ++first) {
      ctx_.poll();
      ctx_.charge(f.size() - first * width);
      for (std::size_t i = rows - 1; i-- > first;) {
        const Words low = f.subspan(i * width, width);
        const Words high = f.subspan((i + 1) * width, std::min(width, f.size() - (i + 1) * width));
        kernels.mul_scalar_mod_shoup(product.data(), high.data(), high.size(), c_, quotient_, p_);
        kernels.add_mod(low.data(), low.data(), product.data(), high.size(), p_);
      }
    }
  }

  void by_blocks(Words f) const {
    std::size_t q = p_;
    while ((f.size() - 1) / q >= p_) q *= p_;  // below the length
    parallel_for(ctx_, (f.size() + q - 1) / q, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) shift(f.subspan(i * q, std::min(q, f.size() - i * q)));
    });
    by_rows(f, q);
  }

  void by_transforms(Words f) const {
    Workspace::Frame frame;
    const Words storage = frame.allocate<std::uint64_t>(WordShift::table_words(f.size()));
    WordShift({p_, f.size(), c_}, active_isa(), storage, ctx_).apply(f, ctx_);
  }

  void by_convolution(Words f) const {
    const std::size_t n = f.size();
    Workspace::Frame frame;
    const Words inverses = frame.allocate<std::uint64_t>(n);
    const Words series = frame.allocate<std::uint64_t>(n);
    std::uint64_t factorial = 1;
    for (std::size_t j = 1; j < n; ++j) {
      factorial = m_.mul(factorial, j);
      f[j] = m_.mul(f[j], factorial);
    }
    inverses[n - 1] = m_.inverse(factorial);
    for (std::size_t j = n - 1; j > 0; --j) inverses[j - 1] = m_.mul(inverses[j], j);
    std::uint64_t power = 1;
    for (std::size_t k = 0; k < n; ++k, power = m_.mul(power, c_)) series[n - 1 - k] = m_.mul(power, inverses[k]);

    const int threads = ctx_.backend() == Backend::serial ? 1 : ctx_.threads();
    const auto plan = plan_word_convolution({p_, true, n, n, {n - 1, 2 * n - 1}}, threads, active_isa());
    const MemoryReservation reservation(ctx_.memory(), plan.workspace_bytes());
    convolve_words(plan, f, series, f, ctx_);
    for (std::size_t i = 1; i < n; ++i) f[i] = m_.mul(f[i], inverses[i]);
  }

  const WordModulus& m_;
  std::uint64_t p_;
  std::uint64_t c_;
  std::uint64_t quotient_;
  const ExecutionContext& ctx_;
};

}  // namespace

PolyZp taylor_shift(const PolyZp& f, std::uint64_t c, const ExecutionContext& ctx) {
  PolyZp shifted(f.ring());
  taylor_shift_into(shifted, f, c, ctx);
  return shifted;
}

void taylor_shift_into(PolyZp& out, const PolyZp& f, std::uint64_t c, const ExecutionContext& ctx) {
  const WordModulus& m = f.ring().word_modulus();
  if (c >= m.value()) throw DomainError("taylor_shift: c has to be a canonical residue");
  // The result, and for long ones two tables and a transform.
  const bool moves = !f.is_constant() && c != 0;
  std::size_t words = f.length();
  if (moves && words > horner_length) words += WordShift::table_words(words) + WordShift::scratch_words(words);
  const MemoryReservation reservation = reserve_unless_short(ctx, words * sizeof(std::uint64_t));
  if (&out != &f) out = f;
  if (!moves) return;
  PolyZp::with_coefficients(out, out, [&](ResidueVector& shifted) {
    try {
      if (shifted.size() == 2)
        shifted[0] = m.add(shifted[0], m.mul(shifted[1], c));
      else
        WordShifter(m, c, ctx).shift(shifted);  // the leading coefficient is that of f
    } catch (...) {
      shifted.clear();
      throw;
    }
    return true;
  });
}

}  // namespace v1
}  // namespace polyfork
