// Operands over the ring that a command computes in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>

#include "commands/factor_modulus.hpp"
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

/// The ring that the options of a command name.
struct OperandRing {
  std::string modulus;
  std::string over = "Q";

  /// --modulus and --over. This object has to live as long as the command.
  void add_to(CLI::App& command);
  /// Z or Q, as the coefficients say.
  bool is_rational() const { return modulus.empty() && over == "Q"; }
  bool is_gaussian() const { return over == "Qi"; }
};

using AnyOperands = std::variant<Operands, GaussianOperands>;

/// Over Q, of which residues are made later, or over Q(i). Throws InputError for options that exclude each other, a
/// modulus that is no number, and what read_operands throws it for.
AnyOperands read_operands_in(const OperandRing& ring, const OperandSources& sources,
                             const polyfork::ExecutionContext& ctx);

/// use(list) with the list that is not empty.
template <class R, class Use>
decltype(auto) with_list(OperandsOver<R>& operands, const Use& use) {
  if (!operands.several.empty()) return use(operands.several);
  if (!operands.sparse.empty()) return use(operands.sparse);
  return use(operands.dense);
}
template <class Use>
decltype(auto) with_list(AnyOperands& operands, const Use& use) {
  return std::visit([&](auto& some) -> decltype(auto) { return with_list(some, use); }, operands);
}

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

/// f(polynomials): modulo the prime where there is one, over Z where `over_integers` and all are integral, else over Q;
/// over Q(i) as they are. Throws InputError where the modulus is no prime.
template <class F>
void compute(Operands&& operands, const OperandRing& ring, bool over_integers, const polyfork::ExecutionContext& ctx,
             const F& f) {
  with_list(operands, [&](auto& list) {
    using P = typename std::decay_t<decltype(list)>::value_type;
    if (!ring.modulus.empty()) {
      with_prime_field(parse_modulus(ring.modulus), [&](const auto& field) {
        f(converted(list, operands.held, ctx, [&](const P& a) { return residues(a, field, ctx); }));
      });
    } else if (over_integers && std::all_of(list.begin(), list.end(), [](const P& a) { return is_integral(a); })) {
      f(converted(list, operands.held, ctx, [](P& a) { return numerator_polynomial(std::move(a)); }));
    } else {
      f(list);
    }
  });
}
template <class F>
void compute(AnyOperands&& operands, const OperandRing& ring, bool over_integers, const polyfork::ExecutionContext& ctx,
             const F& f) {
  if (auto* const gaussian = std::get_if<GaussianOperands>(&operands))
    with_list(*gaussian, f);
  else
    compute(std::get<Operands>(std::move(operands)), ring, over_integers, ctx, f);
}

}  // namespace polyfork_app
