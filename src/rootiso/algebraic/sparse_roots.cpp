// Real roots of sparse univariate polynomials: by their derivatives where there are few terms for the degree, else
// powers of x apart and the rest as a dense polynomial.
#include <polyfork/rootiso/sparse_roots.hpp>

#include <algorithm>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/sparse/detail/sparse_dense.hpp>

#include "ring/power_of_ten.hpp"
#include "rootiso/algebraic/round_decimal.hpp"
#include "rootiso/sparse/sparse_real_roots.hpp"

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

IsolationOptions with_width(const Rational& width) {
  IsolationOptions options;
  options.width = width;
  return options;
}

std::string decimal_of(detail::SparseRealRoots& engine, const RootInterval& root, const Integer& scale,
                       std::size_t digits, const ExecutionContext& ctx) {
  RootInterval cell = root;
  for (std::int64_t level = detail::decimal_level(scale);; level += 8) {
    cell = engine.refine(cell, Rational::dyadic(1, -level), ctx);
    if (cell.exact) return detail::decimal_text(detail::round_half_even(cell.lower, scale), digits);
    // The root is irrational, so it is never half-way between two decimals: this ends.
    const Integer low = detail::rounded(cell.lower, scale);
    if (low == detail::rounded(cell.upper, scale)) return detail::decimal_text(low, digits);
  }
}

std::string significant_of(detail::SparseRealRoots& engine, const RootInterval& root, std::size_t digits,
                           const ExecutionContext& ctx) {
  // In bits of the root: its size is that of the end of its interval that is nearer to zero.
  const auto exponent = [](const Rational& x) {
    return static_cast<std::int64_t>(x.numerator().bit_length()) -
           static_cast<std::int64_t>(x.denominator().bit_length());
  };
  const Rational& near = root.lower.sign() >= 0 ? root.lower : root.upper;
  RootInterval cell = root;
  for (std::int64_t level = detail::significant_bits(digits) - exponent(near);; level += 8) {
    cell = engine.refine(cell, Rational::dyadic(1, -level), ctx);
    const bool around_zero = !cell.exact && cell.lower.sign() * cell.upper.sign() <= 0;
    if (around_zero) continue;
    if (auto text = detail::significant_text(cell.lower, cell.upper, digits, ctx)) return *text;
  }
}

}  // namespace

IsolationResult isolate_real_roots(const SparsePoly<Integers>& f, const IsolationOptions& options,
                                   const ExecutionContext& ctx) {
  if (auto found = detail::with_few_terms(f, options, ctx,
                                          [&](detail::SparseRealRoots& roots) { return roots.isolate(options, ctx); }))
    return std::move(*found);
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
  IsolationOptions options;
  options.interval = interval;
  return count_real_roots(f, options, ctx);
}

std::size_t count_real_roots(const SparsePoly<Rationals>& f,
                             const std::optional<std::pair<Rational, Rational>>& interval,
                             const ExecutionContext& ctx) {
  return count_real_roots(numerator_polynomial(f), interval, ctx);
}

std::size_t count_real_roots(const SparsePoly<Integers>& f, const IsolationOptions& options,
                             const ExecutionContext& ctx) {
  IsolationOptions unrefined = options;
  unrefined.width.reset();
  if (auto found = detail::with_few_terms(
          f, unrefined, ctx, [&](detail::SparseRealRoots& roots) { return roots.isolate(unrefined, ctx); }))
    return found->roots.size();
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
  if (width.sign() <= 0) throw DomainError("the width must be positive");
  if (auto refined = detail::with_few_terms(
          f, with_width(width), ctx, [&](detail::SparseRealRoots& roots) { return roots.refine(root, width, ctx); })) {
    refined->multiplicity = root.multiplicity;
    return std::move(*refined);
  }
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
  return roots_to_decimal(f, {root}, digits, ctx).front();
}

std::vector<std::string> roots_to_decimal(const SparsePoly<Integers>& f, const std::vector<RootInterval>& roots,
                                          std::size_t digits, const ExecutionContext& ctx) {
  const Integer scale = detail::power_of_ten(digits, ctx);
  const auto texts_of = [&](detail::SparseRealRoots& engine) {
    std::vector<std::string> texts;
    texts.reserve(roots.size());
    for (const RootInterval& root : roots) texts.push_back(decimal_of(engine, root, scale, digits, ctx));
    return texts;
  };
  if (auto texts = detail::with_few_terms(f, with_width(Rational(Integer(1), scale)), ctx, texts_of))
    return std::move(*texts);
  return roots_to_decimal(short_form(f, ctx).poly(), roots, digits, ctx);
}

std::vector<std::string> roots_to_significant(const SparsePoly<Integers>& f, const std::vector<RootInterval>& roots,
                                              std::size_t digits, const ExecutionContext& ctx) {
  detail::require_significant(digits);
  const auto texts_of = [&](detail::SparseRealRoots& engine) {
    std::vector<std::string> texts;
    texts.reserve(roots.size());
    for (const RootInterval& root : roots) texts.push_back(significant_of(engine, root, digits, ctx));
    return texts;
  };
  const Rational width = Rational::dyadic(1, -detail::significant_bits(digits));
  if (auto texts = detail::with_few_terms(f, with_width(width), ctx, texts_of)) return std::move(*texts);
  return roots_to_significant(short_form(f, ctx).poly(), roots, digits, ctx);
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

std::vector<std::string> roots_to_significant(const SparsePoly<Rationals>& f, const std::vector<RootInterval>& roots,
                                              std::size_t digits, const ExecutionContext& ctx) {
  return roots_to_significant(numerator_polynomial(f), roots, digits, ctx);
}

int sign_at(const SparsePoly<Rationals>& g, const AlgebraicReal& x, const ExecutionContext& ctx) {
  return sign_at(numerator_polynomial(g), x, ctx);
}

AlgebraicReal::AlgebraicReal(const SparsePoly<Rationals>& f, const RootInterval& root, const ExecutionContext& ctx)
    : AlgebraicReal(numerator_polynomial(f), root, ctx) {}

}  // namespace v1
}  // namespace polyfork
