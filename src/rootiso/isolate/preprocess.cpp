// Powers of x, powers in x, repeated factors and rational roots are taken out, in this order.
//
// For f = x^k Q(x^h) it is Q that is decomposed: Q(0) != 0, so that square-free factors of Q stay square-free in x^h. A
// rational root p/q of Q gives the factor q x^h - p, whose rational roots are divided out in closed form.
#include "rootiso/isolate/preprocess.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <polyfork/core/function_ref.hpp>

#include "core/limits.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/rational_roots/rational_roots.hpp"
#include "ring/held.hpp"
#include "rootiso/isolate/deflation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::size_t bytes_of_all(const Preprocessed& p) {
  std::size_t bytes = p.factors.bytes() + p.deflated_factors.bytes();
  if (p.whole) bytes += p.whole->coefficients().bytes();
  for (const Rational& x : p.deflated_points) bytes += bytes_of(x);
  for (const RationalRoot& r : p.deflated_roots) bytes += sizeof(RationalRoot) + bytes_of(r.value);
  for (const RationalRoot& r : p.rational_roots) bytes += sizeof(RationalRoot) + bytes_of(r.value);
  return bytes;
}

/// (q x^h - p) without the factors of its rational roots, which are `root` and, for even h, -root:
/// (b^h x^h - a^h) / (b x - a) = sum a^(h-1-i) b^i x^i, and for even h over b^2 x^2 - a^2 likewise in x^2.
PolyZ power_cofactor(const Rational& root, std::size_t h, const ExecutionContext& ctx) {
  const std::size_t step = h % 2 == 0 ? 2 : 1;
  const Integer a = pow(root.numerator(), step);
  const Integer b = pow(root.denominator(), step);
  const std::size_t terms = h / step;
  // `terms` products of `terms` factors each.
  const std::size_t bits = saturating_mul(terms, std::max(a.bit_length(), b.bit_length()));
  const MemoryReservation held(ctx.memory(), saturating_mul(terms, saturating_add(bits / 8, 2 * sizeof(Integer))));
  IntegerVectorBuilder builder;
  for (std::size_t i = 0; i < terms; ++i) {
    ctx.poll();
    if (i != 0 && step == 2) builder.push_back(IntegerView());
    builder.push_back(mul(pow(a, terms - 1 - i), pow(b, i)));
  }
  return PolyZ(builder.finish(ctx));
}

/// product *= factor, where 1 needs no multiplication.
void multiply_into(PolyZ& product, PolyZ&& factor, const ExecutionContext& ctx) {
  if (factor.is_constant()) return;
  product = product.is_constant() ? std::move(factor) : mul(product, factor, ctx);
}

/// The polynomial is split step by step; what is known of it is collected in the result.
class Preprocessor {
 public:
  Preprocessor(const std::string& variable, bool shortcuts, IsolationStats& stats, const ExecutionContext& ctx)
      : shortcuts_(shortcuts), stats_(stats), ctx_(ctx) {
    result_.factors = result_.deflated_factors = FactoredPoly(variable);
    if (!shortcuts_) result_.whole = result_.factors.product();
  }

  /// Tries to split a polynomial without zero roots that is not one in a power of x; false leaves it to split().
  using EarlySplit = FunctionRef<bool(const PolyZ& f)>;

  Preprocessed run(const PolyZ& f, EarlySplit early) {
    std::size_t zeros = 0;
    while (f.coefficients()[zeros].is_zero()) ++zeros;
    if (zeros != 0) result_.rational_roots.push_back({Rational(0), zeros});
    if (f.length() - zeros > 1) {
      ctx_.progress("square-free decomposition", 0);
      const PolyZ rest = zeros == 0 ? PolyZ() : shift_right(f, zeros, ctx_);
      const MemoryReservation held = hold(rest.coefficients(), ctx_);
      split_deflated(zeros == 0 ? f : rest, early);
    }
    std::sort(result_.deflated_points.begin(), result_.deflated_points.end());
    std::sort(result_.rational_roots.begin(), result_.rational_roots.end(),
              [](const RationalRoot& a, const RationalRoot& b) { return a.value < b.value; });
    stats_.rational_roots = result_.rational_roots.size();
    return std::move(result_);
  }

  /// Searches f while it is split; false when f was not proved to be square-free.
  bool split_early(const PolyZ& f, EarlySearch search, bool proof_wanted) {
    if (!worth_an_early_search(f.coefficients(), ctx_)) return false;
    const Integer content = signed_content(f.coefficients(), ctx_);
    std::optional<PolyZ> divided;  // a long polynomial is not copied when there is nothing to divide by
    if (!content.is_one())
      divided = PolyZ(divided_exactly(f.coefficients(), content, ctx_)).with_variable(f.variable());
    const MemoryReservation held(ctx_.memory(), divided ? divided->coefficients().bytes() : 0);
    auto early = search_early(divided ? *divided : f, search, proof_wanted, ctx_);
    if (!early) return false;
    stats_.square_free_factors = early->proved_square_free ? 1 : 0;
    add_split_factor(std::move(early->roots), std::move(early->rest), 1);
    result_.searched = early->searched;
    charge_result();
    return true;
  }

 private:
  /// Splits Q for f = Q(x^h). Precondition: f(0) != 0.
  void split_deflated(const PolyZ& f, EarlySplit early) {
    if (shortcuts_) result_.power = deflation_power(f.coefficients(), ctx_);
    const PolyZ inner = result_.power == 1 ? PolyZ() : deflate(f, result_.power, ctx_);
    const MemoryReservation held = hold(inner.coefficients(), ctx_);
    if (result_.power != 1)
      split(inner);
    else if (!early(f))
      split(f);
  }

  /// Splits f, which is Q for a polynomial Q(x^power), by its square-free decomposition.
  void split(const PolyZ& f) {
    auto decomposition = square_free_decomposition(f, ctx_);
    stats_.square_free_factors = decomposition.factors.size();
    std::size_t bytes = 0;
    for (const auto& f_i : decomposition.factors) bytes += f_i.factor.coefficients().bytes();
    const MemoryReservation held(ctx_.memory(), bytes);
    ctx_.progress("rational roots", 0);
    for (auto& [factor, multiplicity] : decomposition.factors) {
      add_factor(std::move(factor), multiplicity);
      charge_result();
    }
  }

  void add_factor(PolyZ&& factor, std::uint64_t multiplicity) {
    if (result_.whole)
      multiply_into(*result_.whole, PolyZ(charged_copy(factor.coefficients(), ctx_)).with_variable(factor.variable()),
                    ctx_);
    auto [roots, remaining] = split_rational_roots(std::move(factor), ctx_);
    add_split_factor(std::move(roots), std::move(remaining), multiplicity);
  }

  /// A factor of Q that is split into its rational roots and the rest.
  void add_split_factor(std::vector<Rational>&& roots, PolyZ&& remaining, std::uint64_t multiplicity) {
    const std::string variable = remaining.variable();
    const MemoryReservation held = hold(remaining.coefficients(), ctx_);
    const std::size_t h = result_.power;
    PolyZ outer = PolyZ::constant(Integer(1)).with_variable(variable);
    for (Rational& s : roots) {
      if (h == 1)
        result_.rational_roots.push_back({std::move(s), multiplicity});
      else
        multiply_into(outer, roots_of_power(s, multiplicity).with_variable(variable), ctx_);
    }
    if (!remaining.is_constant()) {
      if (h == 1) {
        multiply_into(outer, std::move(remaining).with_variable(variable), ctx_);
      } else {
        multiply_into(outer, inflate(remaining, h, ctx_), ctx_);
        result_.deflated_factors.add(std::move(remaining), multiplicity, ctx_);
      }
    }
    if (!outer.is_constant()) result_.factors.add(std::move(outer), multiplicity, ctx_);
  }

  /// Sorts out the roots of x^h = s; returns the polynomial of those that are not rational.
  PolyZ roots_of_power(const Rational& s, std::uint64_t multiplicity) {
    const std::size_t h = result_.power;
    const bool real = s.sign() > 0 || h % 2 == 1;
    result_.deflated_roots.push_back({s, multiplicity});
    if (real) {
      if (const auto root = rational_power_root(s, h)) {
        result_.rational_roots.push_back({*root, multiplicity});
        if (h % 2 == 0) result_.rational_roots.push_back({-*root, multiplicity});
        return power_cofactor(*root, h, ctx_);
      }
      result_.deflated_points.push_back(s);
    }
    return inflate(PolyZ{-s.numerator(), s.denominator()}, h, ctx_);
  }

  /// Charges what the result holds by now.
  void charge_result() {
    result_.reservation = MemoryReservation();
    result_.reservation = MemoryReservation(ctx_.memory(), bytes_of_all(result_));
  }

  const bool shortcuts_;
  IsolationStats& stats_;
  const ExecutionContext& ctx_;
  Preprocessed result_;
};

}  // namespace

Preprocessed preprocess(const PolyZ& f, IsolationStats& stats, const ExecutionContext& ctx, bool shortcuts) {
  return Preprocessor(f.variable(), shortcuts, stats, ctx).run(f, [](const PolyZ&) { return false; });
}

Preprocessed preprocess_and_search(const PolyZ& f, EarlySearch search, bool proof_wanted, IsolationStats& stats,
                                   const ExecutionContext& ctx) {
  Preprocessor preprocessor(f.variable(), true, stats, ctx);
  return preprocessor.run(f, [&](const PolyZ& g) { return preprocessor.split_early(g, search, proof_wanted); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
