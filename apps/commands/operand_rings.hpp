// Operands over the ring that a command computes in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/ring/prime_field.hpp>

#include "input/operand_bytes.hpp"
#include "input/read_operands.hpp"
#include "run/input_error.hpp"

namespace polyfork_app {

template <class P>
constexpr bool is_in_one_variable = false;
template <class R>
constexpr bool is_in_one_variable<polyfork::DensePoly<R>> = true;
template <class R>
constexpr bool is_in_one_variable<polyfork::SparsePoly<R>> = true;

template <class R>
bool is_integral(const polyfork::SparsePoly<R>& f) {
  return std::all_of(f.begin(), f.end(), [](const auto& term) { return term.coefficient.denominator().is_one(); });
}
template <class P>
bool is_integral(const P& f) {
  return f.coefficients().denominator().is_one();
}

/// The field of --modulus. Throws InputError unless the text is a prime below 2^63.
polyfork::PrimeField field_of_modulus(const std::string& text);

/// The names of a polynomial's variables.
template <class P>
std::vector<std::string> variables_of(const P& f) {
  if constexpr (is_in_one_variable<P>)
    return {f.variable()};
  else
    return f.variables().names();
}
/// The variables of the first polynomial that is not constant.
template <class P>
std::vector<std::string> variables_of(const std::vector<P>& list) {
  for (const P& f : list)
    if (!f.is_constant()) return variables_of(f);
  return variables_of(list.front());
}

/// f of each polynomial, which is given up; `held`, one for each, then charges the images.
template <class P, class F>
auto converted(std::vector<P>& list, std::vector<polyfork::MemoryReservation>& held,
               const polyfork::ExecutionContext& ctx, const F& f) {
  std::vector<decltype(f(list.front()))> images;
  images.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    images.push_back(f(list[i]));
    list[i] = P();
    held[i] = polyfork::MemoryReservation();
    held[i] = polyfork::MemoryReservation(ctx.memory(), bytes_of(images.back()));
  }
  return images;
}

/// f(polynomials): modulo the prime where there is one, over Z where `over_integers` and all are integral, else over Q.
template <class F>
void compute(Operands&& operands, const std::string& modulus, bool over_integers, const polyfork::ExecutionContext& ctx,
             const F& f) {
  const auto run = [&](auto& list) {
    using P = typename std::decay_t<decltype(list)>::value_type;
    if (!modulus.empty()) {
      const polyfork::PrimeField field = field_of_modulus(modulus);
      return f(converted(list, operands.held, ctx, [&](const P& a) { return reduce(a, field, ctx); }));
    }
    if (over_integers && std::all_of(list.begin(), list.end(), [](const P& a) { return is_integral(a); })) {
      return f(converted(list, operands.held, ctx, [](P& a) { return numerator_polynomial(std::move(a)); }));
    }
    f(list);
  };
  if (!operands.several.empty())
    run(operands.several);
  else if (!operands.sparse.empty())
    run(operands.sparse);
  else
    run(operands.dense);
}

}  // namespace polyfork_app
