// From isolated roots to the canonical answer.
//
// A rational root p / q in lowest terms has a q that divides the leading coefficient b: an interval narrower than 1 /
// b^2 has one such number at most, the simplest in it. The cell of an irrational root is found from the dyadic annulus
// around it downwards, until its neighbours are in other cells. Negative roots are those of f(-x), mirrored.
#include "rootiso/sparse/sparse_real_roots.hpp"

#include <algorithm>

#include <polyfork/core/error.hpp>

#include "rootiso/refine/canonical.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_terms = 24;
constexpr std::uint64_t fewest_coefficients = std::uint64_t{1} << 15;
constexpr std::int64_t finest_level = 2048;  // beyond it a quadratic refinement is faster than bisection
constexpr std::size_t most_steps = 2 * 2048;

std::uint64_t length_of_list(const SparsePoly<Integers>& f) { return f.length() - f.low_degree(); }

/// Whether the coefficients can be listed, without a power of x.
bool can_be_listed(const SparsePoly<Integers>& f, const ExecutionContext& ctx) {
  return sup::dense_within_reach(length_of_list(f), ctx.memory().available());
}

/// The terms of f without its content and its power of x, in ascending degree, at x or -x.
FewTerms terms_of(const SparsePoly<Integers>& f, bool mirrored) {
  const std::uint64_t low = f.low_degree();
  Integer content;
  for (std::size_t i = 0; i < f.term_count(); ++i) content = gcd(content, f.term(i).coefficient);
  FewTerms terms;
  for (std::size_t i = f.term_count(); i-- != 0;) {
    auto [exponent, coefficient] = f.term(i);
    exponent -= low;
    coefficient = exact_div(coefficient, content);
    if (mirrored && exponent % 2 != 0) coefficient.negate();
    terms.push_back({exponent, std::move(coefficient)});
  }
  return terms;
}

/// The number with the smallest denominator in the open interval (a, b), 0 <= a < b.
Rational simplest_between(Rational a, Rational b, const ExecutionContext& ctx) {
  std::vector<Integer> quotients;
  Rational value;
  for (;;) {
    ctx.poll();
    const Integer n = a.floor();
    if (Rational(n + Integer(1)) < b) {
      value = n + Integer(1);
      break;
    }
    const Rational fraction = b - Rational(n);
    if (a.is_integer()) {
      value = Rational(n) + Rational(Integer(1), fraction.inverse().floor() + Integer(1));
      break;
    }
    quotients.push_back(n);
    b = (a - Rational(n)).inverse();
    a = fraction.inverse();
  }
  for (auto n = quotients.rbegin(); n != quotients.rend(); ++n) value = Rational(*n) + value.inverse();
  return value;
}

Rational dyadic(const Integer& c, std::int64_t level) { return Rational::dyadic(c, -level); }

/// The rational number that the root is, if it is one; else its interval is narrow enough to know that.
std::optional<Rational> rational_value(const PositiveRoots& found, PositiveRoot& root, const ExecutionContext& ctx) {
  const FewTerms& f = found.polynomial();
  const Integer largest = abs(f.back().coefficient);
  const Integer square = largest * largest;
  const auto wide = [&] {
    const Integer width = (root.upper - root.lower) * square;
    return root.level < 0 ? width << static_cast<std::size_t>(-root.level) >= Integer(1)
                          : width >= Integer(1) << static_cast<std::size_t>(root.level);
  };
  while (!root.exact() && wide()) found.narrow(root, ctx);
  if (root.exact()) return dyadic(root.lower, root.level);
  Rational candidate = simplest_between(dyadic(root.lower, root.level), dyadic(root.upper, root.level), ctx);
  if (candidate.denominator() > largest) return std::nullopt;
  if (!vanishes_at(f, candidate.numerator(), candidate.denominator())) return std::nullopt;
  return candidate;
}

/// The c of the cell of that level around an irrational root.
Integer cell_number(const PositiveRoots& found, PositiveRoot& root, std::int64_t level, const ExecutionContext& ctx) {
  for (;;) {
    const std::int64_t up = level - root.level;
    const Integer last = root.upper - Integer(1);  // the interval is open: the root is below upper
    if (up >= 0) {
      if (last == root.lower) {
        if (up == 0) return root.lower;
      }
    } else if (root.lower >> static_cast<std::size_t>(-up) == last >> static_cast<std::size_t>(-up)) {
      return root.lower >> static_cast<std::size_t>(-up);
    }
    found.narrow(root, ctx);
  }
}

/// The level of the annulus (2^j, 2^(j + 1)) around an irrational root.
std::int64_t annulus_level(const PositiveRoots& found, PositiveRoot& root, const ExecutionContext& ctx) {
  while (root.lower.bit_length() != (root.upper - Integer(1)).bit_length()) found.narrow(root, ctx);
  return root.level - static_cast<std::int64_t>(root.lower.bit_length()) + 1;
}

RootInterval mirrored(RootInterval interval) {
  std::swap(interval.lower, interval.upper);
  interval.lower = -interval.lower;
  interval.upper = -interval.upper;
  return interval;
}

}  // namespace

bool worth_few_terms(const SparsePoly<Integers>& f, const IsolationOptions& options, const ExecutionContext& ctx) {
  if (options.method != IsolationMethod::automatic || !options.shortcuts || f.is_zero()) return false;
  if (!can_be_listed(f, ctx)) return true;
  if (f.term_count() > most_terms || length_of_list(f) < fewest_coefficients) return false;
  return !options.width || options.width->sign() <= 0 || level_of_width(*options.width) <= finest_level;
}

std::optional<SparsePoly<Integers>> few_terms_of(const PolyZ& f, const IsolationOptions& options,
                                                 const ExecutionContext& ctx) {
  if (f.length() < fewest_coefficients) return std::nullopt;
  std::vector<SparsePoly<Integers>::Term> terms;
  for (std::size_t i = 0; i < f.length(); ++i) {
    if (f.coefficients().signed_size(i) == 0) continue;
    if (terms.size() == most_terms) return std::nullopt;
    terms.push_back({i, Integer(f.coefficients()[i])});
  }
  SparsePoly<Integers> sparse(Integers(), std::move(terms), ctx);
  // As a polynomial in x^h it may be short.
  const sup::SparseShape shape = sup::sparse_shape(sparse.packed_terms().exponents);
  if (shape.length(shape.step) < fewest_coefficients) return std::nullopt;
  if (!worth_few_terms(sparse, options, ctx)) return std::nullopt;
  return sparse;
}

SparseRealRoots::SparseRealRoots(const SparsePoly<Integers>& f, const ExecutionContext& ctx)
    : degree_(f.degree()),
      zeros_(f.low_degree()),
      positive_(search(terms_of(f, false), can_be_listed(f, ctx) ? most_steps : SIZE_MAX, ctx)),
      negative_(search(terms_of(f, true), can_be_listed(f, ctx) ? most_steps : SIZE_MAX, ctx)) {}

SparseRealRoots::Side SparseRealRoots::search(FewTerms f, std::size_t steps, const ExecutionContext& ctx) {
  if (f.empty()) throw DomainError("the zero polynomial: every number is a root");
  Side side{PositiveRoots(std::move(f), steps, ctx), {}};
  for (PositiveRoot& root : side.found.roots()) side.values.push_back(rational_value(side.found, root, ctx));
  return side;
}

bool SparseRealRoots::is_below(Side& side, std::size_t i, const Rational& x, bool or_equal,
                               const ExecutionContext& ctx) {
  if (const auto& value = side.values[i]) return *value < x || (or_equal && *value == x);
  PositiveRoot& root = side.found.roots()[i];
  for (;;) {
    if (x <= dyadic(root.lower, root.level)) return false;
    if (x >= dyadic(root.upper, root.level)) return true;
    side.found.narrow(root, ctx);
  }
}

RootInterval SparseRealRoots::cell(Side& side, std::size_t i, const std::optional<Rational>& width,
                                   const ExecutionContext& ctx) {
  PositiveRoots& found = side.found;
  std::vector<PositiveRoot>& roots = found.roots();
  if (const auto& value = side.values[i]) return {*value, *value, true, roots[i].multiplicity};
  std::int64_t level = annulus_level(found, roots[i], ctx);
  const auto shares_cell = [&](const Integer& c, std::size_t other) {
    if (const auto& value = side.values[other])
      return dyadic(c, level) <= *value && *value <= dyadic(c + Integer(1), level);
    return cell_number(found, roots[other], level, ctx) == c;
  };
  for (;; ++level) {
    const Integer c = cell_number(found, roots[i], level, ctx);
    if (i > 0 && shares_cell(c, i - 1)) continue;
    if (i + 1 < roots.size() && shares_cell(c, i + 1)) continue;
    break;
  }
  if (width) level = std::max(level, level_of_width(*width));
  const Integer c = cell_number(found, roots[i], level, ctx);
  return {dyadic(c, level), dyadic(c + Integer(1), level), false, roots[i].multiplicity};
}

IsolationResult SparseRealRoots::isolate(const IsolationOptions& options, const ExecutionContext& ctx) {
  if (options.interval && options.interval->first > options.interval->second)
    throw DomainError("the interval is empty");
  if (options.width && options.width->sign() <= 0) throw DomainError("the width must be positive");
  IsolationResult result;
  result.degree = degree_;
  const auto add_side = [&](Side& side, bool negative) {
    const std::size_t n = count(side);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = negative ? n - 1 - k : k;
      if (side.values[i]) ++result.stats.rational_roots;
      if (options.interval) {
        const Rational& first = options.interval->first;
        const Rational& last = options.interval->second;
        if (is_below(side, i, negative ? -last : first, false, ctx)) continue;
        if (!is_below(side, i, negative ? -first : last, true, ctx)) continue;
      }
      RootInterval root = cell(side, i, options.width, ctx);
      result.roots.push_back(negative ? mirrored(std::move(root)) : std::move(root));
    }
  };
  add_side(negative_, true);
  if (zeros_ != 0) {
    ++result.stats.rational_roots;
    const bool inside =
        !options.interval || (options.interval->first.sign() <= 0 && options.interval->second.sign() >= 0);
    if (inside) result.roots.push_back({Rational(0), Rational(0), true, zeros_});
  }
  add_side(positive_, false);
  return result;
}

RootInterval SparseRealRoots::refine(const RootInterval& interval, Rational width, const ExecutionContext& ctx) {
  for (;; width = width * Rational(Integer(1), Integer(2))) {
    IsolationOptions options;
    options.interval = std::pair(interval.lower, interval.upper);
    options.width = width;
    IsolationResult result = isolate(options, ctx);
    if (!interval.exact)
      std::erase_if(result.roots, [&](const RootInterval& root) {
        return root.exact && (root.lower == interval.lower || root.upper == interval.upper);
      });
    if (result.roots.size() != 1) throw DomainError("the interval does not isolate a root");
    RootInterval& root = result.roots.front();
    if (root.exact || (interval.lower <= root.lower && root.upper <= interval.upper)) return std::move(root);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
