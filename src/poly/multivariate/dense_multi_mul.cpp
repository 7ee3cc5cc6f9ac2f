// The multiplication dispatcher of dense polynomials in several variables over Z/pZ, and Kronecker's substitution.
//
// A product is one long product in Z/pZ[x] in most cases: spread over the lengths of the product, operands of any
// number of variables are univariate, and the product's words are already those of the result. That path has everything
// that products in Z/pZ[x] have: transforms modulo p, or modulo several primes where p has no roots of unity, pieces
// for operands of different sizes. It multiplies zeros, however: tiny products go by definition. Multi-dimensional
// transforms need roots of the order of single axes only, and stay within the caches where the product far outgrows
// them. Literature: docs/reference/bibliography.md; von zur Gathen, Gerhard, Modern Computer Algebra, 8.4.
#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/multivariate/dense_multi_plan.hpp>

#include "core/limits.hpp"
#include "fft/convolve_nd.hpp"
#include "fft/ntt_kernels.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/multivariate/dense_multi_layout.hpp"
#include "poly/multivariate/dense_multi_mul.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using Algorithm = DenseMultiMulAlgorithm;

Lengths product_lengths(const DenseMultiMulShape& s) {
  Lengths lengths(s.lengths_a.size());
  for (std::size_t k = 0; k < lengths.size(); ++k) lengths[k] = saturating_add(s.lengths_a[k], s.lengths_b[k] - 1);
  return lengths;
}

void check_arrays(const DenseMultiMulShape& s) {
  if (s.lengths_a.empty() || s.lengths_a.size() != s.lengths_b.size())
    throw DomainError("a product of arrays needs shapes with the same number of axes, at least one");
  for (const Lengths* lengths : {&s.lengths_a, &s.lengths_b})
    for (const std::size_t n : *lengths)
      if (n == 0) throw DomainError("a product of nothing has no plan");
  checked_size(product_lengths(s));
}

double products(const DenseMultiMulShape& s) {
  return static_cast<double>(checked_size(s.lengths_a)) * static_cast<double>(checked_size(s.lengths_b));
}

/// The length of an operand that is spread over the product's lengths.
std::size_t spread_length(std::span<const std::size_t> lengths, std::span<const std::size_t> product) {
  std::size_t n = 1;
  std::size_t stride = 1;
  for (std::size_t k = lengths.size(); k-- > 0; stride *= product[k]) n += (lengths[k] - 1) * stride;
  return n;
}

std::optional<NdConvolutionPlan> transforms(const DenseMultiMulShape& s) {
  if (s.modulus < 3) return std::nullopt;
  try {
    return plan_convolve_nd(s.modulus, s.lengths_a, s.lengths_b, ntt_kernels(s.modulus, active_isa()));
  } catch (const DomainError&) {  // no roots of unity of the orders
    return std::nullopt;
  }
}

DenseMultiMulPlan start(Algorithm algorithm, const DenseMultiMulShape& s, int threads) {
  DenseMultiMulPlan plan;
  plan.algorithm = algorithm;
  plan.shape = s;
  plan.size = checked_size(product_lengths(s));
  plan.threads = threads;
  plan.result = bytes_of<std::uint64_t>(plan.size);
  return plan;
}

DenseMultiMulPlan plain_plan(const DenseMultiMulShape& s, const DenseMultiBudget& budget) {
  const int threads = budget.threads;
  DenseMultiMulPlan plan = start(Algorithm::plain, s, threads);
  const std::size_t row = s.lengths_a.back() + s.lengths_b.back() - 1;
  const double least = static_cast<double>(at_least(budget.thresholds.parallel_min_products, 1));
  double parts = 1;
  if (threads > 1 && products(s) >= 2 * least) {
    const std::size_t row_count = plan.size / row;
    const auto rows = static_cast<double>(row_count);
    plan.grain = std::max<std::size_t>(1, static_cast<std::size_t>(rows * least / products(s)));
    parts = rows / static_cast<double>(plan.grain);
  }
  constexpr double coefficient = 6;
  const double serial = products(s) * machine_costs().word_product + static_cast<double>(plan.size) * coefficient;
  plan.predicted_seconds = nanosecond * serial * share_of_threads(threads, parts);
  return plan;
}

DenseMultiMulPlan kronecker_plan(const DenseMultiMulShape& s, const DenseMultiBudget& budget) {
  DenseMultiMulPlan plan = start(Algorithm::kronecker, s, budget.threads);
  const Lengths lengths = product_lengths(s);
  const auto bits = static_cast<std::size_t>(64 - __builtin_clzll((s.modulus - 1) | 1));
  const MulShape spread{
      spread_length(s.lengths_a, lengths), spread_length(s.lengths_b, lengths), bits, bits, s.square, s.modulus};
  plan.children.push_back(plan_mul_zp(spread, PlanBudget(budget).with_memory(Bytes::never)));
  const std::size_t operands = saturating_add(spread.length_a, s.square ? 0 : spread.length_b);
  plan.workspace = bytes_of<std::uint64_t>(operands) + plan.children.front().workspace;
  plan.predicted_seconds = plan.children.front().predicted_seconds + nanosecond * static_cast<double>(operands);
  return plan;
}

DenseMultiMulPlan transform_plan(const DenseMultiMulShape& s, const NdConvolutionPlan& nd, int threads) {
  DenseMultiMulPlan plan = start(Algorithm::transform, s, threads);
  plan.workspace = nd.workspace_bytes(threads);
  double words = static_cast<double>(nd.row.words());
  for (const std::size_t n : nd.leading) words *= static_cast<double>(n);
  plan.predicted_seconds = (s.square ? 2 : 3) * transform_seconds(words) * share_of_threads(threads, words / 4096);
  return plan;
}

/// The operand at its places among the product's words.
ResidueVector spread(const DDMMP& a, const Lengths& lengths, const Lengths& product, const ExecutionContext& ctx) {
  ResidueVector words = within_memory(ctx, [&] { return ResidueVector(spread_length(lengths, product)); });
  const BoxRuns runs(lengths, product);
  runs.each(ctx, [&](std::size_t from, std::size_t to) {
    std::copy_n(a.coefficients().data() + from, runs.run(), words.data() + to);
  });
  return words;
}

ResidueVector multiply(const DenseMultiMulPlan& plan, const DDMMP& a, const DDMMP& b, const ExecutionContext& ctx) {
  const Lengths product = product_lengths(plan.shape);
  if (plan.algorithm == Algorithm::kronecker) {
    const std::size_t own = plan.workspace.value() - plan.children.front().workspace.value();
    const MemoryReservation reservation(ctx.memory(), own);  // the product in Z/pZ[x] charges what it needs
    const MulAlgorithm algorithm = plan.children.front().algorithm;
    const ResidueVector x = spread(a, plan.shape.lengths_a, product, ctx);
    if (plan.shape.square) return mul_with(algorithm, a.ring(), x, x, ctx);
    return mul_with(algorithm, a.ring(), x, spread(b, plan.shape.lengths_b, product, ctx), ctx);
  }
  const MemoryReservation reservation(ctx.memory(), plan.result.value());
  ResidueVector words = within_memory(ctx, [&] { return ResidueVector(plan.size); });
  if (plan.algorithm == Algorithm::plain) {
    dense_multi_mul_plain(plan, a.ring().word_modulus(), a.coefficients(), b.coefficients(), words, ctx);
    return words;
  }
  const std::optional<NdConvolutionPlan> nd = transforms(plan.shape);
  if (!nd) throw DomainError("the modulus has no transforms for this product");
  convolve_nd(*nd, a.coefficients(), b.coefficients(), words, ctx);
  return words;
}

DenseMultiMulShape shape_of(const DDMMP& a, const DDMMP& b) {
  const auto lengths = [&](const DDMMP& f) {
    return f.is_constant() ? Lengths(DDMMP::check(a, b).variables().size(), 1) : f.lengths();
  };
  DenseMultiMulShape s{lengths(a), lengths(b), a.ring().modulus(), &a == &b};
  if (s.lengths_a.empty()) s.lengths_a = s.lengths_b = {1};  // constants without variables
  return s;
}

}  // namespace

std::string_view dense_multi_mul_algorithm_name(Algorithm algorithm) noexcept {
  switch (algorithm) {
    case Algorithm::plain:
      return "plain";
    case Algorithm::kronecker:
      return "kronecker";
    case Algorithm::transform:
      return "transform";
  }
  return "unknown";
}

bool has_multi_dimensional_transforms(const DenseMultiMulShape& shape) {
  check_arrays(shape);
  return transforms(shape).has_value();
}

namespace detail {

DenseMultiMulPlan plan_dense_multi_mul(const DenseMultiMulShape& shape, const DenseMultiBudget& budget) {
  check_arrays(shape);
  const DenseMultiTuning& tuning = budget.thresholds;
  const double smaller = static_cast<double>(std::min(checked_size(shape.lengths_a), checked_size(shape.lengths_b)));
  DenseMultiMulPlan plain = plain_plan(shape, budget);
  plain.reason = "few products: poly.dense_multi.plain_products, _several_primes and plain_size";
  const bool tiny = products(shape) <= static_cast<double>(tuning.plain_products) ||
                    smaller <= static_cast<double>(tuning.plain_size);
  if (tiny && plain.fits(budget.memory)) return plain;
  DenseMultiMulPlan kronecker = kronecker_plan(shape, budget);
  const auto* transforms_of_one = std::get_if<TransformParameters>(&kronecker.children.front().parameters);
  const bool own_roots = transforms_of_one != nullptr && transforms_of_one->direct;
  if (!own_roots && products(shape) <= static_cast<double>(tuning.plain_products_several_primes) &&
      plain.fits(budget.memory))
    return plain;
  const bool long_product = kronecker.size >= at_least(tuning.long_product, 1);
  kronecker.reason = "one product in Z/pZ[x] of as many words as the result";
  std::optional<DenseMultiMulPlan> transform;
  if (!own_roots || long_product)
    if (const std::optional<NdConvolutionPlan> nd = transforms(shape)) {
      transform = transform_plan(shape, *nd, budget.threads);
      transform->reason = long_product ? "longer than poly.dense_multi.long_product: by rows and columns"
                                       : "the modulus has roots of unity for single axes only";
    }
  const bool on_device = kronecker.children.front().algorithm == MulAlgorithm::device;
  if (on_device && kronecker.fits(budget.memory) &&
      (budget.device.wanted || !transform || kronecker.predicted_seconds < transform->predicted_seconds)) {
    kronecker.reason = "one product in Z/pZ[x] of as many words as the result, by a device";
    return kronecker;
  }
  if (transform && transform->fits(budget.memory)) return std::move(*transform);
  if (kronecker.fits(budget.memory)) return kronecker;
  plain.reason = "the others do not fit the memory";
  plain.require_fit(budget.memory);
  return plain;
}

PlanDescription DenseMultiMulPlan::describe() const {
  const auto text = [](const std::vector<std::size_t>& lengths) {
    std::string s;
    for (const std::size_t n : lengths) s += (s.empty() ? "" : "x") + std::to_string(n);
    return s;
  };
  PlanDescription d = describe_cost();
  d.algorithm = std::string(dense_multi_mul_algorithm_name(algorithm));
  d.parameters.emplace_back("lengths", text(shape.lengths_a) + "," + text(shape.lengths_b));
  d.parameters.emplace_back("size", std::to_string(size));
  if (grain != 0) d.parameters.emplace_back("grain", std::to_string(grain));
  for (const MulPlan& child : children) d.children.push_back(child.describe());
  return d;
}

}  // namespace detail

PlanDescription explain_dense_multi_mul(const DenseMultiMulShape& shape, const PlanBudget& budget) {
  return plan_dense_multi_mul(shape, budget).describe();
}

DDMMP DDMMP::product(const DenseMultiPoly& a, const DenseMultiPoly& b, const ExecutionContext& ctx) {
  const DenseMultiPoly& named = check(a, b);
  if (a.is_zero() || b.is_zero()) return {named.field_, named.variables_};
  if (b.size() == 1) return scaled(a, b.coefficients_[0], ctx);
  if (a.size() == 1) return scaled(b, a.coefficients_[0], ctx);
  const DenseMultiMulShape shape = shape_of(a, b);
  PlanBudget budget = PlanBudget(ctx).with_memory(ctx.memory().available());
  if (checked_size(product_lengths(shape)) >= least_device_length) budget.device = device_view(ctx);
  return product(plan_dense_multi_mul(shape, budget), a, b, ctx);
}

DDMMP DDMMP::product(const detail::DenseMultiMulPlan& plan, const DenseMultiPoly& a, const DenseMultiPoly& b,
                     const ExecutionContext& ctx) {
  const DenseMultiPoly& named = check(a, b);
  DenseMultiPoly result(named.field_, named.variables_);
  result.coefficients_ = multiply(plan, a, b, ctx);
  if (!named.variables_.empty()) result.lengths_ = product_lengths(plan.shape);  // tight: the last slices are not zero
  return result;
}

DDMMP mul_with(DenseMultiMulAlgorithm algorithm, const DDMMP& a, const DDMMP& b, const ExecutionContext& ctx) {
  const DDMMP& named = DDMMP::check(a, b);
  if (a.is_zero() || b.is_zero()) return {named.ring(), named.variables()};
  const DenseMultiMulShape shape = shape_of(a, b);
  const PlanBudget budget(ctx);
  if (algorithm == Algorithm::plain) return DDMMP::product(plain_plan(shape, budget), a, b, ctx);
  if (algorithm == Algorithm::kronecker) return DDMMP::product(kronecker_plan(shape, budget), a, b, ctx);
  const std::optional<NdConvolutionPlan> nd = transforms(shape);
  if (!nd) throw DomainError("the modulus has no transforms for this product");
  return DDMMP::product(transform_plan(shape, *nd, budget.threads), a, b, ctx);
}

}  // namespace v1
}  // namespace polyfork
