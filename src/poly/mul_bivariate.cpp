// Products in Z[x] through Z[x, y]: y stands for 2^64, so that the limbs of the coefficients are the coefficients in y.
//
// With y^s for x the product is one of polynomials in y whose coefficients are limbs: three transforms of words and three
// primes whatever the length of the coefficients. With N limbs in the product, 9 transforms of N words; conversions are
// linear in N, where those modulo many primes are quadratic in the length of the coefficients. The tower is that of
// C. Chen, S. Covanov, F. Mansouri, M. Moreno Maza, N. Xie, Y. Xie, Parallel integer polynomial multiplication (SYNASC
// 2016), whose pair of convolutions modulo y^k - 1 and y^k + 1 is the first level of this transform.
//
// Memory: a word per limb of the product for each prime, and two working arrays per prime at work.
#include "poly/mul_bivariate.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "fft/ntt_table.hpp"
#include "fft/ntt_transform.hpp"
#include "poly/mul_algorithms.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork::inline v1::detail {

namespace {

using Words = std::span<std::uint64_t>;

constexpr std::size_t digit_limbs = 4;  // hold a coefficient in y and the carries into it, with their sign
constexpr std::size_t group_words = std::size_t{1} << 13;  // converted by a task at once: 64 KiB for each prime

/// Coefficients whose limbs are converted at once.
std::size_t group_length(std::size_t step) noexcept { return std::max<std::size_t>(1, group_words / step); }

/// Words [begin, end) of every row.
template <class T>
std::vector<std::span<T>> parts(std::span<const Words> rows, std::size_t begin, std::size_t end) {
  std::vector<std::span<T>> result;
  result.reserve(rows.size());
  for (const Words& row : rows) result.push_back(row.subspan(begin, end - begin));
  return result;
}

class Product {
 public:
  Product(const MulPlan& plan, const ExecutionContext& ctx)
      : plan_(plan), shape_(plan.shape), ctx_(ctx), basis_(transform_basis(shape_.primes(), ctx)) {}

  IntegerVector run(const IntegerVector& a, const IntegerVector& b) const {
    const MulShape& s = plan_.shape;
    Workspace::Frame frame;
    std::vector<Words> rows;
    for (std::size_t j = 0; j < basis_->size(); ++j) rows.push_back(frame.allocate<std::uint64_t>(shape_.words));
    Workspace::Frame second;
    std::vector<Words> rows_b;
    if (!s.square)
      for (std::size_t j = 0; j < basis_->size(); ++j)
        rows_b.push_back(second.allocate<std::uint64_t>(shape_.words_b(s)));
    to_residues(a, shape_.limbs_a, rows);
    if (!s.square) to_residues(b, shape_.limbs_b, rows_b);
    const std::size_t words_a = shape_.words_a(s);
    parallel_for(ctx_, basis_->size(), plan_.threads > 1 ? 1 : basis_->size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j)
        convolve(basis_->prime(j), rows[j].first(words_a), s.square ? rows[j].first(words_a) : rows_b[j], rows[j]);
    });
    return join(rows);
  }

 private:
  /// rows[j][i step + k] = limb k of coefficient i with its sign, modulo prime j; zero for the places between.
  void to_residues(const IntegerVector& v, std::size_t limbs, std::span<const Words> rows) const {
    const std::size_t step = shape_.step;
    const std::size_t last_row = (v.size() - 1) * step + limbs;
    parallel_for(ctx_, v.size(), group_length(step), [&](std::size_t begin, std::size_t end) {
      const std::size_t group = group_length(step);
      for (; begin < end; begin += group) {
        ctx_.poll();
        const std::size_t stop = std::min(begin + group, end);
        const std::size_t first = begin * step;
        const std::size_t last = std::min(stop * step, last_row);
        ctx_.charge(4 * (last - first));
        IntegerVector digits(last - first, std::size_t{1});
        for (std::size_t i = begin; i < stop; ++i) split(v[i], digits, (i - begin) * step);
        basis_->to_residues(digits, parts<std::uint64_t>(rows, first, last), ctx_);
      }
    });
  }

  static void split(IntegerView value, IntegerVector& digits, std::size_t at) {
    const int sign = value.sign();
    for (const mp_limb_t limb : value.limbs()) {
      digits.row(at)[0] = limb;
      digits.set_signed_size(at, limb == 0 ? 0 : sign);
      ++at;
    }
  }

  void convolve(std::uint64_t prime, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                Words out) const {
    ctx_.poll();
    const NttShape shape = NttShape::cyclic(shape_.words, {plan_.leaf_log});
    const NttKernels& kernels = ntt_kernels(prime, active_isa());
    const auto table = NttTable::get(prime, kernels.arithmetic, shape.table_log_nodes(), ctx_);
    Workspace::Frame frame;
    std::uint64_t* const data_a = frame.allocate<std::uint64_t>(shape.data_words()).data();
    std::uint64_t* const data_b =
        plan_.shape.square ? data_a : frame.allocate<std::uint64_t>(shape.data_words()).data();
    ntt_convolve(kernels, *table, shape, a, b, false, data_a, data_b, out.data(), 0, shape_.words, ctx_);
  }

  IntegerVector join(std::span<const Words> rows) const {
    const std::size_t length = product_length(plan_.shape);
    const std::size_t step = shape_.step;
    IntegerVector result = unwritten_integers(length, limbs_for_bits(product_bits(plan_.shape)));
    parallel_for(ctx_, length, group_length(step), [&](std::size_t begin, std::size_t end) {
      const std::size_t group = group_length(step);
      Workspace::Frame frame;
      const auto sum = frame.allocate<mp_limb_t>(step + 3);
      for (; begin < end; begin += group) {
        ctx_.poll();
        const std::size_t stop = std::min(begin + group, end);
        const IntegerVector digits =
            basis_->from_residues(parts<const std::uint64_t>(rows, begin * step, stop * step), ctx_);
        ctx_.charge((stop - begin) * step * 4 * digit_limbs);
        for (std::size_t i = begin; i < stop; ++i) {
          carry(digits, (i - begin) * step, sum);
          const std::size_t stride = result.stride(i / IntegerVector::stripe_rows);
          result.set_signed_size(i, store_accumulator(result.row(i), stride, sum.data(), sum.size()));
        }
      }
    });
    result.compact(false, ctx_);
    return result;
  }

  /// sum = digits[at] + digits[at + 1] 2^64 + ..., in two's complement.
  void carry(const IntegerVector& digits, std::size_t at, std::span<mp_limb_t> sum) const {
    __extension__ using Wide = unsigned __int128;
    std::array<mp_limb_t, digit_limbs> pending{};  // what is still to be added from the present place on
    for (std::size_t t = 0; t < sum.size(); ++t) {
      if (t < shape_.step) {
        const mp_limb_t* const row = digits.row(at + t);
        const std::int32_t size = digits.signed_size(at + t);
        const mp_limb_t flip = size < 0 ? ~mp_limb_t{0} : 0;
        const auto limbs = static_cast<std::size_t>(size < 0 ? -size : size);
        Wide rest = flip & 1;
        for (std::size_t k = 0; k < digit_limbs; ++k) {
          rest += Wide{pending[k]} + ((k < limbs ? row[k] : 0) ^ flip);
          pending[k] = static_cast<mp_limb_t>(rest);
          rest >>= 64;
        }
      }
      sum[t] = pending[0];
      for (std::size_t k = 1; k < digit_limbs; ++k) pending[k - 1] = pending[k];
      pending.back() = (pending.back() >> 63) != 0 ? ~mp_limb_t{0} : 0;
    }
  }

  const MulPlan& plan_;
  const BivariateShape shape_;
  const ExecutionContext& ctx_;
  std::shared_ptr<const CrtBasis> basis_;
};

}  // namespace

IntegerVector mul_bivariate(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx) {
  return Product(plan, ctx).run(a, b);
}

}  // namespace polyfork::inline v1::detail
