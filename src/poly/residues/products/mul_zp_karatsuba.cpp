// Karatsuba multiplication in Z/pZ[x].
//
// The recursion of mul_karatsuba.cpp on canonical words: O(n^1.585) products, schoolbook with delayed reduction
// at the base, three forked branches above the grain, span O(n). Memory about 4 n words, thrice that for each forked
// level. The choice between the schoolbook and the packed product, whose slots of 2 log2 p + log2 n bits waste little
// only when GMP is far from its schoolbook range.
#include <algorithm>
#include <span>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_recursion_plan.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/residues/products/mul_zp_columns.hpp"
#include "poly/residues/products/mul_zp_method.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;

class WordKaratsuba {
 public:
  WordKaratsuba(const MulPlan& plan, const WordModulus& p, const ExecutionContext& ctx)
      : base_(plan.as<RecursionParameters>().base_length),
        grain_(plan.as<RecursionParameters>().grain),
        p_(p),
        ctx_(ctx) {}

  /// out = a b, a.size() + b.size() - 1 words.
  void multiply(ConstWords a, ConstWords b, Words out) const {
    if (a.size() < b.size()) std::swap(a, b);
    const std::size_t h = (a.size() + 1) / 2;
    if (b.size() <= base_) {
      ctx_.poll();
      ctx_.charge(a.size() * b.size());
      mul_zp_columns(p_, a.data(), a.size(), b.data(), b.size(), out.data(), 0, out.size());
    } else if (b.size() > h) {
      halves(a, b, out, h);
    } else {
      blocks(a, b, out);
    }
  }

 private:
  void halves(ConstWords a, ConstWords b, Words out, std::size_t h) const {
    Workspace::Frame frame;
    const Words middle = frame.allocate<std::uint64_t>(2 * h - 1);
    const Words high = out.subspan(2 * h);
    const auto do_low = [&] { multiply(a.first(h), b.first(h), out.first(2 * h - 1)); };
    const auto do_high = [&] { multiply(a.subspan(h), b.subspan(h), high); };
    const auto do_middle = [&] {
      Workspace::Frame own;
      const Words sum_a = own.allocate<std::uint64_t>(h);
      const Words sum_b = own.allocate<std::uint64_t>(h);
      fold(sum_a, a);
      fold(sum_b, b);
      multiply(sum_a, sum_b, middle);
    };
    if (grain_ != 0 && a.size() >= grain_) {
      fork_join(
          ctx_, [&] { fork_join(ctx_, do_low, do_high); }, do_middle);
    } else {
      do_low(), do_high(), do_middle();
    }
    out[2 * h - 1] = 0;
    for (std::size_t i = 0; i < middle.size(); ++i) middle[i] = p_.sub(middle[i], out[i]);
    for (std::size_t i = 0; i < high.size(); ++i) middle[i] = p_.sub(middle[i], high[i]);
    const std::size_t reach = std::min(middle.size(), out.size() - h);  // words beyond are zero
    for (std::size_t i = 0; i < reach; ++i) out[h + i] = p_.add(out[h + i], middle[i]);
    ctx_.charge(5 * h);
  }

  void blocks(ConstWords a, ConstWords b, Words out) const {
    std::fill(out.begin(), out.end(), std::uint64_t{0});
    Workspace::Frame frame;
    const Words part = frame.allocate<std::uint64_t>(2 * b.size() - 1);
    for (std::size_t i = 0; i < a.size(); i += b.size()) {
      const ConstWords block = a.subspan(i, std::min(b.size(), a.size() - i));
      const Words product = part.first(block.size() + b.size() - 1);
      multiply(block, b, product);
      for (std::size_t j = 0; j < product.size(); ++j) out[i + j] = p_.add(out[i + j], product[j]);
    }
  }

  void fold(Words sum, ConstWords a) const noexcept {
    const std::size_t h = sum.size();
    std::copy_n(a.begin(), h, sum.begin());
    for (std::size_t i = h; i < a.size(); ++i) sum[i - h] = p_.add(sum[i - h], a[i]);
  }

  std::size_t base_;
  std::size_t grain_;
  const WordModulus& p_;
  const ExecutionContext& ctx_;
};

double predict(const MulPlan& plan) noexcept {
  const MulShape& s = plan.shape;
  const auto& p = plan.as<RecursionParameters>();
  const auto shorter = static_cast<double>(std::min(s.length_a, s.length_b));
  const auto longer = static_cast<double>(std::max(s.length_a, s.length_b));
  const KaratsubaWork work(shorter, static_cast<double>(p.base_length));
  constexpr double sums = 12;  // additions that belong to a coefficient of a leaf
  const double serial =
      work.leaves * (work.leaf_length * work.leaf_length * zp_product_ns(s) + work.leaf_length * sums);
  return nanosecond * (machine_costs().call + serial * (longer / shorter) * share_of_tasks(plan.threads, p.grain, 3));
}

MulPlan schoolbook_leaf(const MulPlan& plan) {
  MulPlan leaf = recursion_leaf(plan, plan.shape.bits_a, plan.shape.bits_b);
  leaf.result = zp_result_bytes(leaf.shape);
  leaf.predicted_seconds =
      nanosecond * (machine_costs().call + coefficient_products(leaf.shape) * zp_product_ns(leaf.shape));
  return leaf;
}

MulPlan plan_recursion(const MulShape& s, const MulBudget& budget) {
  const double minimum = least_parallel_products(budget);
  const std::size_t base = at_least(budget.thresholds.word_karatsuba_base, 1);
  const bool parallel = budget.threads > 1 && coefficient_products(s) >= 2 * minimum;
  MulPlan plan(MulAlgorithm::karatsuba, s, budget.threads, forked_recursion(base, 1, minimum, parallel));
  plan.result = zp_result_bytes(s);
  const std::size_t longer = std::max(s.length_a, s.length_b);
  const Count scratch = karatsuba_scratch(longer, base, plan.as<RecursionParameters>().grain, 4);
  plan.workspace = bytes_of<std::uint64_t>(scratch + Count(2) * product_length(s));
  plan.children.push_back(schoolbook_leaf(plan));
  plan.predicted_seconds = predict(plan);
  return plan;
}

void run_recursion(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
                   ResidueVector& out, const ExecutionContext& ctx) {
  out.resize(product_length(plan.shape));
  WordKaratsuba(plan, p, ctx).multiply(a, b, out);
}

}  // namespace

constinit const ZpMulMethod mul_zp_karatsuba = {MulAlgorithm::karatsuba, plan_recursion, run_recursion};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
