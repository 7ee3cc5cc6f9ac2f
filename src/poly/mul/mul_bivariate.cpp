// Products in Z[x] through Z[x, y]: y stands for 2^64, so that the limbs of the coefficients are the coefficients in y.
//
// With y^s for x the product is one of polynomials in y whose coefficients are limbs with a sign: three transforms of
// words and three primes whatever the length of the coefficients. With N limbs in the product, 9 transforms of N words;
// conversions are linear in N, where those modulo many primes are quadratic in the length of the coefficients. Nothing
// is packed: the first pass takes limbs from where they lie, and the last one adds the coefficients in y up in the
// result's rows, in runs of up to 64 that leave a carry each. A second sweep over the rows adds these carries and finds
// the signs. Cost: 9 transforms of N words, 6 for a square, and some 2 ns a limb; span that of a transform and a row.
// Memory: a word per limb of the product for each prime, and one more, for all primes at once when there are threads.
// The tower is that of C. Chen, S. Covanov, F. Mansouri, M. Moreno Maza, N. Xie, Y. Xie, Parallel integer polynomial
// multiplication (SYNASC 2016), whose pair of convolutions modulo y^k - 1 and y^k + 1 is the first level of this
// transform.
#include "poly/mul/mul_bivariate.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <span>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "fft/limb_crt.hpp"
#include "fft/ntt_table.hpp"
#include "fft/ntt_transform.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t group_words = std::size_t{1} << 13;  // of rows whose carries are added by a task

/// The limbs of the coefficients, with their signs, at the places of y^(i step + k).
class LimbSource {
 public:
  LimbSource(const IntegerVector& v, std::size_t step) noexcept : v_(v), step_(step) {}

  void operator()(std::size_t begin, std::size_t end, std::uint64_t* words, std::int32_t* signs) const noexcept {
    std::size_t i = begin / step_;
    std::size_t k = begin % step_;
    for (std::size_t to = 0; begin < end; ++i, k = 0) {
      const std::size_t count = std::min(step_ - k, end - begin);
      const std::int32_t size = v_.signed_size(i);
      const auto limbs = static_cast<std::size_t>(size < 0 ? -size : size);
      const std::size_t present = std::min(limbs - std::min(k, limbs), count);
      const mp_limb_t* const from = v_.row(i) + std::min(k, limbs);
      // The next call for neighbouring words takes those behind; in between others come.
      for (std::size_t ahead = count; k + ahead < limbs && ahead < 2 * count; ahead += 8)
        __builtin_prefetch(from + ahead);
      if (present != 0) std::copy_n(from, present, words + to);
      std::memset(words + to + present, 0, (count - present) * sizeof(*words));
      std::memset(signs + to, size < 0 ? -1 : 0, count * sizeof(*signs));
      to += count;
      begin += count;
    }
  }

 private:
  const IntegerVector& v_;
  std::size_t step_;
};

class Product {
 public:
  Product(const MulPlan& plan, const ExecutionContext& ctx)
      : plan_(plan),
        transforms_(plan.as<TransformParameters>()),
        sizes_(plan.shape),
        shape_(sizes_.transform(transforms_.leaf_log)),
        run_(ntt_run_words(shape_)),
        ctx_(ctx) {
    for (unsigned j = 0; j < transforms_.primes; ++j) {
      const NttKernels& kernels = ntt_kernels(transform_primes[j], active_isa());
      tables_[j] = NttTable::get(transform_primes[j], kernels.arithmetic, shape_.table_log_nodes(), ctx);
      images_[j] = {&kernels, tables_[j].get(), frame_.allocate<std::uint64_t>(shape_.data_words()).data()};
    }
  }

  IntegerVector run(const IntegerVector& a, const IntegerVector& b) {
    const LimbSource source_a(a, sizes_.step);
    const LimbSource source_b(b, sizes_.step);
    const NttFetch fetch_a(source_a);
    const NttFetch fetch_b(source_b);
    const std::size_t at_once = bivariate_at_once(transforms_.primes, transforms_.words, plan_.threads);
    ntt_multiply_in_turn(images(), at_once, shape_,
                         {{.fetch = &fetch_a, .size = sizes_.words_a(plan_.shape)},
                          {.fetch = &fetch_b, .size = sizes_.words_b(plan_.shape)},
                          plan_.shape.square},
                         ctx_);
    return join();
  }

 private:
  std::span<NttImage> images() { return std::span(images_).first(transforms_.primes); }
  std::size_t length() const noexcept { return product_length(plan_.shape); }

  /// What of the coefficients in y lies between two neighbouring multiples of the run, and in one row.
  struct Segment {
    std::size_t row;
    std::size_t first;  // limb of the row
    std::size_t count;
  };
  Segment segment(std::size_t begin, std::size_t end) const noexcept {
    const std::size_t row = begin / sizes_.step;
    const std::size_t first = begin % sizes_.step;
    const std::size_t to_run = run_ - begin % run_;
    return {row, first, std::min({end - begin, sizes_.step - first, to_run})};
  }
  /// Its carry's place: runs and rows before it, together. No two segments share one.
  std::size_t carry_of(std::size_t begin, std::size_t row) const noexcept { return begin / run_ + row; }

  IntegerVector join() {
    IntegerVector result = unwritten_integers(length(), limbs_for_bits(product_bits(plan_.shape)));
    const LimbCrt crt(transforms_.primes, true);
    const LimbCrtFn kernel = limb_crt_kernel(active_isa());
    const auto carries = frame_.allocate<LimbCarry>(sizes_.carries(length(), run_));
    const auto combine = [&](std::size_t begin, std::size_t end, const std::uint64_t* const* residues) {
      std::array<const std::uint64_t*, ntt_most_images> at{};
      std::copy_n(residues, transforms_.primes, at.begin());
      while (begin < end) {
        const Segment s = segment(begin, end);
        carries[carry_of(begin, s.row)] = kernel(crt, at.data(), result.row(s.row) + s.first, s.count);
        for (unsigned j = 0; j < transforms_.primes; ++j) at[j] += s.count;
        begin += s.count;
      }
    };
    ntt_store_together(images(), shape_, {0, sizes_.words}, combine, false, ctx_);
    const std::size_t grain = std::max<std::size_t>(1, group_words / sizes_.step);
    parallel_for(ctx_, length(), grain, [&](std::size_t begin, std::size_t end) {
      ctx_.poll();
      ctx_.charge((end - begin) * sizes_.step);
      for (std::size_t i = begin; i < end; ++i) finish(result, i, crt, carries);
    });
    return result;
  }

  /// The limbs of a row's sum from `step` on, in two's complement.
  using Top = std::array<mp_limb_t, 3>;

  /// Adds the carries of row i's segments, takes the offsets off (limb_crt.hpp), and turns the sum into sign and
  /// magnitude.
  void finish(IntegerVector& result, std::size_t i, const LimbCrt& crt, std::span<const LimbCarry> carries) const {
    const std::size_t step = sizes_.step;
    mp_limb_t* const row = result.row(i);
    Top top{};
    const auto add = [&](std::size_t at, LimbCarry carry) {
      for (; at < step && (carry.low | carry.high) != 0; ++at) {
        row[at] += carry.low;
        carry = {carry.high + (row[at] < carry.low ? 1 : 0), 0};
      }
      mpn_add(top.data(), top.data(), top.size(), std::array{carry.low, carry.high}.data(), 2);
    };
    for (std::size_t begin = i * step; begin < (i + 1) * step;) {
      const Segment s = segment(begin, (i + 1) * step);
      add(s.first + s.count, carries[carry_of(begin, i)]);
      begin += s.count;
    }
    add(1, {crt.offset_word(), 0});
    mpn_sub_1(top.data() + 1, top.data() + 1, top.size() - 1, crt.offset_word());
    result.set_signed_size(i, store(row, step, result.stride(i / IntegerVector::stripe_rows), top));
  }

  /// |sum| to the row of `stride` limbs, from step to step + 2 of them, where it fits. Returns the signed size.
  static std::int32_t store(mp_limb_t* row, std::size_t step, std::size_t stride, Top top) noexcept {
    const bool negative = (top.back() >> 63) != 0;
    if (negative) {
      const bool borrow = mpn_neg(row, row, static_cast<mp_size_t>(step)) != 0;
      mpn_com(top.data(), top.data(), top.size());
      if (!borrow) mpn_add_1(top.data(), top.data(), top.size(), 1);
    }
    std::copy_n(top.data(), stride - step, row + step);
    return signed_size(strip(row, stride), negative);
  }

  const MulPlan& plan_;
  const TransformParameters& transforms_;
  const BivariateShape sizes_;
  const NttShape shape_;
  const std::size_t run_;
  const ExecutionContext& ctx_;
  Workspace::Frame frame_;
  std::array<std::shared_ptr<const NttTable>, ntt_most_images> tables_;
  std::array<NttImage, ntt_most_images> images_{};
};

}  // namespace

IntegerVector mul_bivariate(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx) {
  return Product(plan, ctx).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
