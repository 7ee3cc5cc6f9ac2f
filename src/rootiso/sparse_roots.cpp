// Real roots of sparse univariate polynomials: powers of x apart, the rest as a dense polynomial.
#include <polyfork/rootiso/sparse_roots.hpp>

#include <algorithm>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/convert_sparse.hpp>
#include <polyfork/poly/detail/univariate_dense.hpp>

namespace polyfork::inline v1 {

namespace {

using Form = detail::sup::DenseForm<Integers>;

/// G of x^k G.
Form without_zero_roots(const SparsePoly<Integers>& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial: every number is a root");
  return Form(f, f.low_degree(), 1, ctx);
}

bool zero_counts(const SparsePoly<Integers>& f, const std::optional<std::pair<Rational, Rational>>& interval) {
  return f.low_degree() != 0 && (!interval || (interval->first.sign() <= 0 && interval->second.sign() >= 0));
}

}  // namespace

IsolationResult isolate_real_roots(const SparsePoly<Integers>& f, const IsolationOptions& options,
                                   const ExecutionContext& ctx) {
  IsolationResult result = isolate_real_roots(without_zero_roots(f, ctx).poly(), options, ctx);
  result.degree = f.degree();
  if (f.low_degree() != 0) ++result.stats.rational_roots;
  if (zero_counts(f, options.interval)) {
    const auto at = std::find_if(result.roots.begin(), result.roots.end(),
                                 [](const RootInterval& root) { return root.lower.sign() >= 0; });
    result.roots.insert(at, {Rational(0), Rational(0), true, f.low_degree()});
  }
  return result;
}

IsolationResult isolate_real_roots(const SparsePoly<Rationals>& f, const IsolationOptions& options,
                                   const ExecutionContext& ctx) {
  return isolate_real_roots(numerator_polynomial(f), options, ctx);
}

std::size_t count_real_roots(const SparsePoly<Integers>& f,
                             const std::optional<std::pair<Rational, Rational>>& interval,
                             const ExecutionContext& ctx) {
  return count_real_roots(without_zero_roots(f, ctx).poly(), interval, ctx) + (zero_counts(f, interval) ? 1 : 0);
}

std::size_t count_real_roots(const SparsePoly<Rationals>& f,
                             const std::optional<std::pair<Rational, Rational>>& interval,
                             const ExecutionContext& ctx) {
  return count_real_roots(numerator_polynomial(f), interval, ctx);
}

std::vector<RealRoot> real_roots(const SparsePoly<Integers>& f, const IsolationOptions& options,
                                 const ExecutionContext& ctx) {
  std::vector<RealRoot> roots = real_roots(without_zero_roots(f, ctx).poly(), options, ctx);
  if (zero_counts(f, options.interval)) {
    const auto at =
        std::find_if(roots.begin(), roots.end(), [](const RealRoot& root) { return root.value.sign() > 0; });
    roots.insert(at, {AlgebraicReal(0), f.low_degree()});
  }
  return roots;
}

std::vector<RealRoot> real_roots(const SparsePoly<Rationals>& f, const IsolationOptions& options,
                                 const ExecutionContext& ctx) {
  return real_roots(numerator_polynomial(f), options, ctx);
}

}  // namespace polyfork::inline v1
