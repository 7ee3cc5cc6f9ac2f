// The calls of programs with polynomials in one variable, dense and sparse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/poly/text/io.hpp>

#include "misuse.hpp"
#include "misused_elements.hpp"

namespace polyfork::test {

/// most: coefficients of an object at most; larger ones are exchanged.
template <class P, std::size_t most>
struct UnivariateMisuse {
  using Object = P;
  using R = typename P::ring_type;

  static P draw(Random& random) {
    const R ring = some_ring<R>(random);
    std::vector<typename P::element> c(random.below(6), ring.zero());
    for (auto& a : c) a = element_of(ring, random);
    P f = P::from_elements(ring, std::move(c));
    if (random.below(4) == 0) f.set_variable("y");
    return f;
  }

  static bool is_large(const P& f) {
    return f.length() > most || f.ring().to_string(f.leading_coefficient()).size() > 400 ||
           f.ring().to_string(f.trailing_coefficient()).size() > 400;
  }

  static std::string flaw(const P& f) {
    if (!f.is_zero() && f.ring().is_zero(f.leading_coefficient())) return "a leading coefficient is zero";
    if (f.length() > 4 * most) return {};
    try {
      for (const auto& c : f.elements()) detail::require_element(f.ring(), c);
    } catch (const Error& e) {
      return std::string("a coefficient is no element: ") + e.what();
    }
    if (!(sub(add(f, f), f) == f)) return "f + f - f is not f";
    if (to_string(f).empty()) return "an empty text";
    return {};
  }

  static const std::vector<Call<P>>& calls() {
    static const std::vector<Call<P>>& list = *new std::vector<Call<P>>(with_others({  // never destroyed
        {"add", [](Pool<P>& pool) { pool.put(add(pool.any(), pool.any(), narrow_context())); }},
        {"sub", [](Pool<P>& pool) { pool.put(sub(pool.any(), pool.any(), narrow_context())); }},
        {"mul", [](Pool<P>& pool) { pool.put(mul(pool.any(), pool.any(), narrow_context())); }},
        {"scale", [](Pool<P>& pool) { pool.put(scale(pool.any(), element(pool), narrow_context())); }},
        {"+=", [](Pool<P>& pool) { pool.target() += pool.any(); }},
        {"-=", [](Pool<P>& pool) { pool.target() -= pool.any(); }},
        {"*=", [](Pool<P>& pool) { pool.target() *= pool.any(); }},
        {"/=", [](Pool<P>& pool) { pool.target() /= pool.any(); }},
        {"+= element", [](Pool<P>& pool) { pool.target() += element(pool); }},
        {"-= element", [](Pool<P>& pool) { pool.target() -= element(pool); }},
        {"*= element", [](Pool<P>& pool) { pool.target() *= element(pool); }},
        {"/= element", [](Pool<P>& pool) { pool.target() /= element(pool); }},
        {"element - f", [](Pool<P>& pool) { pool.put(element(pool) - pool.any()); }},
        {"+= int", [](Pool<P>& pool) { pool.target() += pool.small(); }},
        {"*= int", [](Pool<P>& pool) { pool.target() *= pool.small(); }},
        {"/= int", [](Pool<P>& pool) { pool.target() /= pool.small(); }},
        {"int - f", [](Pool<P>& pool) { pool.put(pool.small() - pool.any()); }},
        {"-f", [](Pool<P>& pool) { pool.put(-pool.any()); }},
        {"f == int", [](Pool<P>& pool) { static_cast<void>(pool.any() == pool.small()); }},
        {"shift_left", [](Pool<P>& pool) { pool.put(shift_left(pool.any(), pool.exponent(), narrow_context())); }},
        {"shift_right", [](Pool<P>& pool) { pool.put(shift_right(pool.any(), pool.exponent(), narrow_context())); }},
        {"derivative", [](Pool<P>& pool) { pool.put(derivative(pool.any(), pool.exponent(), narrow_context())); }},
        {"pow",
         [](Pool<P>& pool) {
           // A sparse power of a sum over Z/pZ has as many terms as the digits of its exponent say: it ends when memory
           // does.
           const P& f = pool.any();
           constexpr bool is_sparse = requires { f.low_degree(); };
           const bool ends = !is_sparse || f.ring().characteristic().is_zero();
           pool.put(pow(f, ends ? pool.exponent() : pool.random.below(6), narrow_context()));
         }},
        {"compose", [](Pool<P>& pool) { pool.put(compose(pool.any(), pool.any(), narrow_context())); }},
        {"evaluate", [](Pool<P>& pool) { evaluate(pool.any(), element(pool), narrow_context()); }},
        {"evaluate at int", [](Pool<P>& pool) { evaluate(pool.any(), pool.small(), narrow_context()); }},
        {"exact_div", [](Pool<P>& pool) { pool.put(exact_div(pool.any(), pool.any(), narrow_context())); }},
        {"exact_div of a product",
         [](Pool<P>& pool) {
           const P& f = pool.any();
           pool.put(exact_div(mul(f, pool.any(), narrow_context()), f, narrow_context()));
         }},
        {"div_rem", [](Pool<P>& pool) { pool.put(div_rem(pool.any(), pool.any(), narrow_context()).remainder); }},
        {"monic_div_rem",
         [](Pool<P>& pool) { pool.put(monic_div_rem(pool.any(), pool.any(), narrow_context()).quotient); }},
        {"pseudo_div_rem",
         [](Pool<P>& pool) { pool.put(pseudo_div_rem(pool.any(), pool.any(), narrow_context()).remainder); }},
        {"lazy_pseudo_div_rem",
         [](Pool<P>& pool) { pool.put(lazy_pseudo_div_rem(pool.any(), pool.any(), narrow_context()).quotient); }},
        {"gcd", [](Pool<P>& pool) { pool.put(gcd(pool.any(), pool.any(), narrow_context())); }},
        {"primitive_part", [](Pool<P>& pool) { pool.put(primitive_part(pool.any(), narrow_context())); }},
        {"square_free_decomposition",
         [](Pool<P>& pool) {
           for (auto& part : square_free_decomposition(pool.any(), narrow_context()).factors)
             pool.put(std::move(part.factor));
         }},
        {"is_square_free", [](Pool<P>& pool) { is_square_free(pool.any(), narrow_context()); }},
        {"resultant", [](Pool<P>& pool) { resultant(pool.any(), pool.any(), narrow_context()); }},
        {"discriminant", [](Pool<P>& pool) { discriminant(pool.any(), narrow_context()); }},
        {"subresultant_chain", [](Pool<P>& pool) { subresultant_chain(pool.any(), pool.any(), narrow_context()); }},
        {"taylor_shift", [](Pool<P>& pool) { pool.put(taylor_shift(pool.any(), element(pool), narrow_context())); }},
        {"affine",
         [](Pool<P>& pool) {
           const P& f = pool.any();
           const auto a = any_element(f.ring(), pool.random);
           pool.put(affine(f, a, any_element(f.ring(), pool.random), narrow_context()));
         }},
        {"set_coefficient",
         [](Pool<P>& pool) {
           P& f = pool.any();
           f.set_coefficient(pool.exponent(), any_element(f.ring(), pool.random));
         }},
        {"monomial",
         [](Pool<P>& pool) { pool.put(P::monomial(pool.any().ring(), element(pool), pool.exponent())); }},
        {"from_elements",
         [](Pool<P>& pool) { pool.put(P::from_elements(pool.any().ring(), {element(pool), element(pool)})); }},
        {"coefficient",
         [](Pool<P>& pool) {
           static_cast<void>(pool.any().coefficient(pool.exponent()));
           static_cast<void>(pool.any()[pool.exponent()]);
         }},
        {"set_variable",
         [](Pool<P>& pool) {
           const char* names[] = {"x", "y", "t", "i", "", "2x", "x y", "x\n", "alpha_1"};
           pool.any().set_variable(names[pool.random.below(9)]);
         }},
        {"f = f",
         [](Pool<P>& pool) {
           P& f = pool.any();
           const P& g = f;
           f = g;
         }},
        {"f = move(f)",
         [](Pool<P>& pool) {
           P& f = pool.any();
           P& g = f;
           f = std::move(g);
         }},
        {"move",
         [](Pool<P>& pool) {
           P taken = std::move(pool.any());
           if (pool.random.below(2) == 0) pool.put(std::move(taken));
         }},
        {"f += f",
         [](Pool<P>& pool) {
           P& f = pool.target();
           f += f;
           f *= f;
           f -= f;
         }},
        {"text", [](Pool<P>& pool) { static_cast<void>(to_string(pool.any())); }},
    }));
    return list;
  }

 private:
  static typename P::element element(Pool<P>& pool) { return any_element(pool.any().ring(), pool.random); }

  /// Dense polynomials have forms that write into one that is there.
  static std::vector<Call<P>> with_others(std::vector<Call<P>> list) {
    if constexpr (requires(P f) { mul_into(f, f, f); }) {
      list.insert(
          list.end(),
          {{"add_into", [](Pool<P>& pool) { add_into(pool.target(), pool.any(), pool.any(), narrow_context()); }},
           {"sub_into", [](Pool<P>& pool) { sub_into(pool.target(), pool.any(), pool.any(), narrow_context()); }},
           {"mul_into", [](Pool<P>& pool) { mul_into(pool.target(), pool.any(), pool.any(), narrow_context()); }},
           {"scale_into",
            [](Pool<P>& pool) { scale_into(pool.target(), pool.any(), element(pool), narrow_context()); }},
           {"neg_into", [](Pool<P>& pool) { neg_into(pool.target(), pool.any()); }},
           {"derivative_into", [](Pool<P>& pool) { derivative_into(pool.target(), pool.any(), narrow_context()); }}});
    }
    if constexpr (requires(P f) { f.term(std::size_t{0}); })
      list.push_back({"term", [](Pool<P>& pool) { static_cast<void>(pool.any().term(pool.exponent())); }});
    return list;
  }
};

}  // namespace polyfork::test
