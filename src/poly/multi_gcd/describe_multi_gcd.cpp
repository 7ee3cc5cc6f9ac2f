// Plans of gcds in several variables as text: what MultiGcd and the plans of images decide, in words.
#include <polyfork/poly/multivariate/explain_gcd.hpp>

#include <cmath>
#include <string>

#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

#include "poly/multi_gcd/multi_gcd.hpp"
#include "poly/multi_gcd/sparse_gcd_plan.hpp"
#include "poly/multivariate/multi_rationals.hpp"

namespace polyfork {
inline namespace v1 {

namespace detail {

namespace {

constexpr std::size_t lane_prime_bits = 49;

void add(PlanDescription& d, const char* name, std::size_t value) {
  d.parameters.emplace_back(name, std::to_string(value));
}

template <GcdDomain R>
PlanDescription explained(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, const ExecutionContext& ctx) {
  using P = SparseMultiPoly<R>;
  PlanDescription plan;
  plan.algorithm = "gcd";
  plan.reason = "steps and, at last, the images that it is found by";
  const typename P::Operands o(a, b);
  const P x = P::make(a.ring(), o.variables, o.a());
  const P y = P::make(a.ring(), o.variables, o.b());
  add(plan, "variables", x.variables().size());
  add(plan, "terms", x.term_count());
  add(plan, "terms", y.term_count());
  (void)MultiGcd<R>(ctx, plan).run(x, y);
  return plan;
}

}  // namespace

PlanDescription describe_sparse_gcd(const SparseGcdShape& shape, const SparseGcdPlan& plan) {
  PlanDescription d;
  if (!plan.powers) {
    d.algorithm = "zippel";
    add(d, "variables", shape.h.size());
    d.reason = "sparse, and one variable after another is predicted to evaluate fewer terms than powers of a point";
    return d;
  }
  d.algorithm = "powers";
  add(d, "main_variables", plan.main_variables);
  add(d, "points", static_cast<std::size_t>(std::llround(plan.points)));
  d.predicted_seconds = plan.predicted_ns * 1e-9;
  d.reason =
      plan.main_variables == 2
          ? "sparse: images in two main variables, by arrays, along powers of one point are predicted to be faster"
          : "sparse: univariate images along powers of one point";
  return d;
}

PlanDescription describe_arrays(const LaneGcdShape& shape, std::size_t bits) {
  PlanDescription d;
  d.algorithm = "brown_vectors";
  if (bits != 0) add(d, "primes", bits / lane_prime_bits + 1);
  for (std::size_t k = 1; k < shape.variables(); ++k) add(d, "points", shape.most_points(k) - 1);
  d.reason = "dense: arrays, eight points in a vector, proved by products with the cofactors";
  return d;
}

PlanDescription describe_dense_gcd() {
  PlanDescription d;
  d.algorithm = "brown";
  d.reason = "dense, but not for vectors: degrees, the prime or the processor do not allow them";
  return d;
}

}  // namespace detail

PlanDescription explain_gcd(const MultiPolyZ& a, const MultiPolyZ& b, const ExecutionContext& ctx) {
  return detail::explained(a, b, ctx);
}
PlanDescription explain_gcd(const MultiPolyZp& a, const MultiPolyZp& b, const ExecutionContext& ctx) {
  return detail::explained(a, b, ctx);
}
PlanDescription explain_gcd(const MultiPolyQ& a, const MultiPolyQ& b, const ExecutionContext& ctx) {
  return detail::explained(numerator_polynomial(a), numerator_polynomial(b), ctx);
}

}  // namespace v1
}  // namespace polyfork
