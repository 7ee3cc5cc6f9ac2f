// The polynomial that factor and explain factor take, in the ring that their options name.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <CLI/CLI.hpp>
#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "commands/factor_modulus.hpp"
#include "input/read_polynomial.hpp"
#include "run/input_error.hpp"

namespace polyfork_app {

struct FactorOperand {
  std::string file;
  std::string expression;
  bool has_expression = false;
  std::string format = "auto";
  std::string variables;
  std::string modulus;
  std::string over = "Q";
};

/// The options of these names; the operand outlives the command.
void add_factor_operand(CLI::App& command, const std::shared_ptr<FactorOperand>& operand);

/// The text of a polynomial over Q(i), and where it is from.
struct GaussianText {
  std::string source;
  InputText input;
};
/// Throws InputError for options that do not go with Q(i).
GaussianText gaussian_text(const FactorOperand& o, const polyfork::ExecutionContext& ctx);
using GaussianMulti = polyfork::SparseMultiPoly<polyfork::GaussianRationals>;
/// In the variables of the options, or those of the text as they appear. Throws InputError.
GaussianMulti gaussian_multi(const FactorOperand& o, const GaussianText& t, const polyfork::ExecutionContext& ctx);

/// In one variable. Throws InputError.
template <class Polynomial>
Polynomial gaussian_polynomial(const GaussianText& t, const polyfork::ExecutionContext& ctx) {
  try {
    return polyfork::parse_poly<Polynomial>(t.input.text, ctx);
  } catch (const polyfork::ParseError& e) {
    throw InputError(t.source, e);
  }
}

inline polyfork::PolyZ numerators(polyfork::PolyQ&& f) { return polyfork::numerator_polynomial(std::move(f)); }
inline polyfork::MultiPolyZ numerators(polyfork::MultiPolyQ&& f) { return polyfork::numerator_polynomial(f); }
inline polyfork::SparsePoly<polyfork::Integers> numerators(polyfork::SparsePoly<polyfork::Rationals>&& f) {
  return polyfork::numerator_polynomial(f);
}

template <class Polynomial>
polyfork::Integer denominator_of(const Polynomial& f) {
  return f.coefficients().denominator();
}
inline polyfork::Integer denominator_of(const polyfork::SparsePoly<polyfork::Rationals>& f) {
  return f.packed_terms().coefficients.denominator();
}

/// use(f, d): f over Z for the polynomial f / d, or f over Z/pZ or Q(i) and d = 1.
template <class Use>
auto with_factor_operand(const FactorOperand& o, const polyfork::ExecutionContext& ctx, const Use& use) {
  if (o.has_expression == !o.file.empty()) throw InputError(give_one_input);
  if (o.over == "Qi") {
    const GaussianText t = gaussian_text(o, ctx);
    using Gaussian = polyfork::GaussianRationals;
    if (!o.variables.empty() || has_several_names(t.input.text, {"i", "I"})) return use(gaussian_multi(o, t, ctx), 1);
    if (has_high_power(t.input.text)) return use(gaussian_polynomial<polyfork::SparsePoly<Gaussian>>(t, ctx), 1);
    return use(gaussian_polynomial<polyfork::DensePoly<Gaussian>>(t, ctx), 1);
  }
  polyfork::Integer p;
  if (!o.modulus.empty()) p = parse_modulus(o.modulus);
  const auto in_ring = [&](auto f) {
    if (!p.is_zero()) return with_prime_field(p, [&](const auto& field) { return use(residues(f, field, ctx), 1); });
    const polyfork::Integer denominator = denominator_of(f);
    return use(numerators(std::move(f)), denominator);
  };
  auto input = o.has_expression ? parse_any_form(o.expression, o.format, o.variables, ctx)
                                : read_any_form(o.file, o.format, o.variables, ctx);
  if (auto* const f = std::get_if<ReadPolynomial>(&input)) return in_ring(std::move(f->value));
  if (auto* const f = std::get_if<polyfork::MultiPolyQ>(&input)) return in_ring(std::move(*f));
  return in_ring(std::get<polyfork::SparsePoly<polyfork::Rationals>>(std::move(input)));
}

}  // namespace polyfork_app
