// Plain multiplication in Z[x] by divide and conquer: four products of halves, forked.
//
// (a0 + a1 X)(b0 + b1 X): a0 b0 and a1 b1 go to disjoint parts of the result, a0 b1 and a1 b0 one after the other to a
// buffer of the middle's length, at the same time; one addition joins them. Below the grain all four accumulate
// straight into the result and nothing is copied. Cost: n^2 products of coefficients, whatever the cut; span S(n) = 2
// S(n / 2) + O(n) = O(n log n) rows; cache-oblivious: a branch whose operands and rows fit in a cache touches nothing
// beyond. Coefficients of the result are two's complement rows wide enough for the sum. Memory: those rows and the
// buffers. Literature: the plain scheme of the BPAS library [chen16]; Frigo, Leiserson, Prokop, Ramachandran,
// Cache-oblivious algorithms, FOCS 1999. The schoolbook by columns (mul_classical.cpp) has the same work and less span;
// this one has the better locality.
#include <algorithm>
#include <memory>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/limb_rows.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A range of an operand's coefficients.
struct Part {
  const IntegerVector* v;
  std::size_t begin;
  std::size_t length;
  IntegerView operator[](std::size_t i) const noexcept { return (*v)[begin + i]; }
  Part part(std::size_t from, std::size_t count) const noexcept { return {v, begin + from, count}; }
};

class PlainProduct {
 public:
  PlainProduct(const MulPlan& plan, const ExecutionContext& ctx)
      : base_(plan.as<RecursionParameters>().base_length),
        grain_(plan.as<RecursionParameters>().grain),
        width_(plain_width(plan.shape)),
        limbs_(limbs_for_bits(plan.shape.bits_a) + limbs_for_bits(plan.shape.bits_b)),
        units_(gmp_mul_units(limbs_for_bits(plan.shape.bits_a), limbs_for_bits(plan.shape.bits_b))),
        ctx_(ctx) {}

  /// out += a b; out has a.length + b.length - 1 rows.
  void accumulate(Part a, Part b, mp_limb_t* out) const {
    if (a.length < b.length) std::swap(a, b);
    ctx_.poll();
    if (a.length <= base_) return leaf(a, b, out);
    const std::size_t h = (a.length + 1) / 2;
    const Part a0 = a.part(0, h);
    const Part a1 = a.part(h, a.length - h);
    const bool fork = grain_ != 0 && a.length >= grain_;
    if (b.length <= h) return uneven(a0, a1, b, out, fork);
    const Part b0 = b.part(0, h);
    const Part b1 = b.part(h, b.length - h);
    mp_limb_t* const high = out + 2 * h * width_;
    mp_limb_t* const middle = out + h * width_;
    if (!fork) {
      accumulate(a0, b0, out);
      accumulate(a0, b1, middle);
      accumulate(a1, b0, middle);
      accumulate(a1, b1, high);
      return;
    }
    Workspace::Frame frame;
    const Buffer cross = buffer(std::max(a0.length + b1.length, a1.length + b0.length) - 1, frame);
    fork_join(
        ctx_,
        [&] {
          fork_join(
              ctx_, [&] { accumulate(a0, b0, out); }, [&] { accumulate(a1, b1, high); });
        },
        [&] {
          accumulate(a0, b1, cross.rows);
          accumulate(a1, b0, cross.rows);
        });
    add(cross, middle);
  }

 private:
  struct Buffer {
    mp_limb_t* rows;
    std::size_t length;
  };
  Buffer buffer(std::size_t length, Workspace::Frame& frame) const {
    mp_limb_t* const rows = frame.allocate<mp_limb_t>(length * width_).data();
    std::fill_n(rows, length * width_, mp_limb_t{0});
    return {rows, length};
  }
  void add(const Buffer& from, mp_limb_t* to) const noexcept {
    for (std::size_t i = 0; i < from.length; ++i)
      mpn_add_n(to + i * width_, to + i * width_, from.rows + i * width_, static_cast<mp_size_t>(width_));
    ctx_.charge(from.length * width_);
  }

  void uneven(const Part& a0, const Part& a1, const Part& b, mp_limb_t* out, bool fork) const {
    mp_limb_t* const upper = out + a0.length * width_;
    if (!fork) {
      accumulate(a0, b, out);
      accumulate(a1, b, upper);
      return;
    }
    Workspace::Frame frame;
    const Buffer second = buffer(a1.length + b.length - 1, frame);
    fork_join(
        ctx_, [&] { accumulate(a0, b, out); }, [&] { accumulate(a1, b, second.rows); });
    add(second, upper);
  }

  void leaf(const Part& a, const Part& b, mp_limb_t* out) const {
    ctx_.poll();
    ctx_.charge(static_cast<std::uint64_t>(units_) * a.length * b.length);
    Workspace::Frame frame;
    mp_limb_t* const product = frame.allocate<mp_limb_t>(limbs_).data();
    for (std::size_t i = 0; i < a.length; ++i) {
      if (units_ > 1e4) ctx_.poll();
      for (std::size_t j = 0; j < b.length; ++j) term(a[i], b[j], out + (i + j) * width_, product);
    }
  }

  /// acc += x y.
  void term(IntegerView x, IntegerView y, mp_limb_t* acc, mp_limb_t* product) const noexcept {
    if (x.limbs().size() < y.limbs().size()) std::swap(x, y);
    const auto nx = static_cast<mp_size_t>(x.limbs().size());
    const auto ny = static_cast<mp_size_t>(y.limbs().size());
    const auto width = static_cast<mp_size_t>(width_);
    if (ny == 0) return;
    const bool negative = (x.sign() < 0) != (y.sign() < 0);
    if (ny == 1) {
      const mp_limb_t factor = y.limbs()[0];
      const mp_limb_t carry =
          negative ? mpn_submul_1(acc, x.limbs().data(), nx, factor) : mpn_addmul_1(acc, x.limbs().data(), nx, factor);
      if (negative)
        mpn_sub_1(acc + nx, acc + nx, width - nx, carry);
      else
        mpn_add_1(acc + nx, acc + nx, width - nx, carry);
      return;
    }
    mul_short_limbs(product, x.limbs().data(), x.limbs().size(), y.limbs().data(), y.limbs().size());
    if (negative)
      mpn_sub(acc, acc, width, product, nx + ny);
    else
      mpn_add(acc, acc, width, product, nx + ny);
  }

  std::size_t base_;
  std::size_t grain_;
  std::size_t width_;
  std::size_t limbs_;
  double units_;
  const ExecutionContext& ctx_;
};

}  // namespace

IntegerVector mul_plain(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                        const ExecutionContext& ctx) {
  const std::size_t n = product_length(plan.shape);
  const std::size_t width = plain_width(plan.shape);
  const auto rows = std::make_unique<mp_limb_t[]>(n * width);
  PlainProduct(plan, ctx).accumulate({&a, 0, a.size()}, {&b, 0, b.size()}, rows.get());
  const std::size_t stride = limbs_for_bits(product_bits(plan.shape));
  IntegerVector result(n, stride);
  for (std::size_t i = 0; i < n; ++i) {
    if (i % 64 == 0) ctx.poll();
    result.set_signed_size(i, store_accumulator(result.row(i), stride, rows.get() + i * width, width));
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
