// Real roots of sparse univariate polynomials: powers of x apart, the rest as a dense polynomial.
#include <polyfork/rootiso/sparse_roots.hpp>

#include <algorithm>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/sparse/detail/sparse_dense.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

using Form = detail::sup::DenseForm<Integers>;

/// The polynomial G with f = x^k G, G(0) != 0.
Form without_zero_roots(const SparsePoly<Integers>& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial: every number is a root");
  return Form(f, f.low_degree(), 1, ctx);
}

/// f without some power of x^2: the same roots and the same signs.
Form short_form(const SparsePoly<Integers>& f, const ExecutionContext& ctx) {
  const std::uint64_t zeros = f.is_zero() ? 0 : f.low_degree();
  return Form(f, zeros == 0 ? 0 : zeros - 2 + zeros % 2, 1, ctx);
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

std::size_t count_real_roots(const SparsePoly<Integers>& f, const IsolationOptions& options,
                             const ExecutionContext& ctx) {
  return count_real_roots(without_zero_roots(f, ctx).poly(), options, ctx) + (zero_counts(f, options.interval) ? 1 : 0);
}

std::size_t count_real_roots(const SparsePoly<Rationals>& f, const IsolationOptions& options,
                             const ExecutionContext& ctx) {
  return count_real_roots(numerator_polynomial(f), options, ctx);
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

CertifiedIsolation isolate_with_certificate(const SparsePoly<Integers>& f, const IsolationOptions& options,
                                            const ExecutionContext& ctx) {
  return isolate_with_certificate(Form(f, 0, 1, ctx).poly(), options, ctx);
}

RootInterval refine_root(const SparsePoly<Integers>& f, const RootInterval& root, const Rational& width,
                         const ExecutionContext& ctx) {
  return refine_root(short_form(f, ctx).poly(), root, width, ctx);
}

std::strong_ordering compare_roots(const SparsePoly<Integers>& f, const RootInterval& root_f,
                                   const SparsePoly<Integers>& g, const RootInterval& root_g,
                                   const ExecutionContext& ctx) {
  return compare_roots(short_form(f, ctx).poly(), root_f, short_form(g, ctx).poly(), root_g, ctx);
}

int sign_at_root(const SparsePoly<Integers>& g, const SparsePoly<Integers>& f, const RootInterval& root,
                 const ExecutionContext& ctx) {
  return sign_at_root(short_form(g, ctx).poly(), short_form(f, ctx).poly(), root, ctx);
}

std::string root_to_decimal(const SparsePoly<Integers>& f, const RootInterval& root, std::size_t digits,
                            const ExecutionContext& ctx) {
  return root_to_decimal(short_form(f, ctx).poly(), root, digits, ctx);
}

std::vector<std::string> roots_to_decimal(const SparsePoly<Integers>& f, const std::vector<RootInterval>& roots,
                                          std::size_t digits, const ExecutionContext& ctx) {
  return roots_to_decimal(short_form(f, ctx).poly(), roots, digits, ctx);
}

int sign_at(const SparsePoly<Integers>& g, const AlgebraicReal& x, const ExecutionContext& ctx) {
  return sign_at(short_form(g, ctx).poly(), x, ctx);
}

AlgebraicReal::AlgebraicReal(const SparsePoly<Integers>& f, const RootInterval& root, const ExecutionContext& ctx)
    : AlgebraicReal(short_form(f, ctx).poly(), root, ctx) {}

RootInterval refine_root(const SparsePoly<Rationals>& f, const RootInterval& root, const Rational& width,
                         const ExecutionContext& ctx) {
  return refine_root(numerator_polynomial(f), root, width, ctx);
}

std::strong_ordering compare_roots(const SparsePoly<Rationals>& f, const RootInterval& root_f,
                                   const SparsePoly<Rationals>& g, const RootInterval& root_g,
                                   const ExecutionContext& ctx) {
  return compare_roots(numerator_polynomial(f), root_f, numerator_polynomial(g), root_g, ctx);
}

int sign_at_root(const SparsePoly<Rationals>& g, const SparsePoly<Rationals>& f, const RootInterval& root,
                 const ExecutionContext& ctx) {
  return sign_at_root(numerator_polynomial(g), numerator_polynomial(f), root, ctx);
}

std::string root_to_decimal(const SparsePoly<Rationals>& f, const RootInterval& root, std::size_t digits,
                            const ExecutionContext& ctx) {
  return root_to_decimal(numerator_polynomial(f), root, digits, ctx);
}

std::vector<std::string> roots_to_decimal(const SparsePoly<Rationals>& f, const std::vector<RootInterval>& roots,
                                          std::size_t digits, const ExecutionContext& ctx) {
  return roots_to_decimal(numerator_polynomial(f), roots, digits, ctx);
}

int sign_at(const SparsePoly<Rationals>& g, const AlgebraicReal& x, const ExecutionContext& ctx) {
  return sign_at(numerator_polynomial(g), x, ctx);
}

AlgebraicReal::AlgebraicReal(const SparsePoly<Rationals>& f, const RootInterval& root, const ExecutionContext& ctx)
    : AlgebraicReal(numerator_polynomial(f), root, ctx) {}

}  // namespace v1
}  // namespace polyfork
