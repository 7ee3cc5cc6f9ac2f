// Arithmetic modulo triangular sets that are monic, reduced and square-free, with splitting.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Operations in variables x_1 > ... > x_n with the order lex. A chain is a list of polynomials, that of x_n first; one
/// of k of them is about the k least variables, which have the levels 0 to k - 1.
template <Field K>
class ChainArithmetic {
 public:
  using Poly = SparseMultiPoly<K>;
  using Chain = std::vector<Poly>;
  struct Part {
    Chain chain;
    bool zero;
    Poly inverse;
  };

  ChainArithmetic(K field, Variables variables, const ExecutionContext& ctx)
      : field_(std::move(field)), variables_(std::move(variables)), ctx_(ctx) {}

  const Variables& variables() const noexcept { return variables_; }
  const std::string& name(std::size_t level) const { return variables_.name(variables_.size() - 1 - level); }
  std::int64_t degree(const Poly& f, std::size_t level) const {
    return f.is_zero() ? -1 : f.degree(variables_.size() - 1 - level);
  }
  /// The level of the greatest variable of f, which is not constant.
  std::size_t level_of(const Poly& f) const {
    const auto degrees = f.degrees();
    std::size_t v = 0;
    while (degrees[v] == 0) ++v;
    return variables_.size() - 1 - v;
  }
  Poly one() const { return Poly::constant(field_, variables_, field_.one()); }

  Poly reduced(const Poly& f, const Chain& chain) const { return chain.empty() ? f : rem(f, chain, ctx_); }

  /// Parts of the chain, in which the variables of f have levels, on each of which f is zero or invertible.
  std::vector<Part> regularized(const Poly& given, const Chain& chain) const {
    ctx_.poll();
    const Poly f = reduced(given, chain);
    if (f.is_zero()) return {{chain, true, Poly(field_, variables_)}};
    if (f.is_constant()) return {{chain, false, Poly::constant(field_, variables_, field_.inverse(f.constant_term()))}};
    const std::size_t level = level_of(f);
    const auto at = chain.begin() + static_cast<std::ptrdiff_t>(level);
    std::vector<Part> parts;
    for (const Common& c : common_divisors(f, *at, Chain(chain.begin(), at), level)) {
      const Poly top = reduced(*at, c.lower);
      if (degree(c.divisor, level) <= 0) {
        parts.push_back({with(c.lower, top), false, c.cofactor});
      } else if (degree(c.divisor, level) == degree(top, level)) {
        parts.push_back({with(c.lower, top), true, Poly(field_, variables_)});
      } else {
        parts.push_back({with(c.lower, c.divisor), true, Poly(field_, variables_)});
        const Poly rest = reduced(div_rem(top, c.divisor, ctx_).quotient, c.lower);
        // Square-free: f and the rest have nothing in common.
        for (Part& part : regularized(f, with(c.lower, rest))) parts.push_back(std::move(part));
      }
    }
    for (Part& part : parts) append(part.chain, at + 1, chain.end());
    return parts;
  }

  /// On the lower chain: cofactor f = divisor modulo T, the divisor monic or 1.
  struct Common {
    Chain lower;
    Poly divisor;
    Poly cofactor;
  };

  /// Euclid's algorithm for T and f as polynomials in the level's variable; it splits where a leading coefficient is
  /// zero at some points only.
  std::vector<Common> common_divisors(const Poly& f, const Poly& T, const Chain& lower, std::size_t level) const {
    std::vector<Common> result;
    std::vector<Remainders> open{{lower, T, f, Poly(field_, variables_), one()}};
    while (!open.empty()) {
      ctx_.poll();
      Remainders now = std::move(open.back());
      open.pop_back();
      now.r1 = reduced(now.r1, now.lower);
      const Poly top = reduced(T, now.lower);
      if (now.r1.is_zero()) {
        result.push_back({std::move(now.lower), std::move(now.r0), std::move(now.s0)});
        continue;
      }
      const std::int64_t d = degree(now.r1, level);
      const Poly leading = coefficient_in(now.r1, name(level), static_cast<std::uint64_t>(d), ctx_);
      for (const Part& part : regularized(leading, now.lower)) {
        Remainders next{part.chain, reduced(now.r0, part.chain), now.r1, reduced(now.s0, part.chain), now.s1};
        if (part.zero) {
          // The leading term is zero here.
          next.r1 = reduced(now.r1, part.chain);
          next.s1 = reduced(now.s1, part.chain);
          open.push_back(std::move(next));
          continue;
        }
        const Chain all = with(part.chain, reduced(top, part.chain));
        const Poly r1 = reduced(mul(now.r1, part.inverse, ctx_), part.chain);
        const Poly s1 = reduced(mul(now.s1, part.inverse, ctx_), all);
        if (d == 0) {
          result.push_back({part.chain, one(), s1});
          continue;
        }
        const auto [quotient, remainder] = div_rem(next.r0, r1, ctx_);
        next.r1 = reduced(remainder, part.chain);
        next.s1 = reduced(sub(next.s0, mul(quotient, s1, ctx_), ctx_), all);
        next.r0 = r1;
        next.s0 = s1;
        open.push_back(std::move(next));
      }
    }
    return result;
  }

  /// Adds polynomials of the levels that follow, reduced.
  template <class Iterator>
  void append(Chain& chain, Iterator begin, Iterator end) const {
    for (; begin != end; ++begin) chain.push_back(reduced(*begin, chain));
  }

 private:
  struct Remainders {
    Chain lower;
    Poly r0, r1;  // r0 is monic
    Poly s0, s1;
  };

  static Chain with(Chain chain, Poly top) {
    chain.push_back(std::move(top));
    return chain;
  }

  K field_;
  Variables variables_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
