// What reading polynomials needs beside the grammar: messages, bounds, and the types that have readers of their own.
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/text/detail/polynomial_text.hpp>

#include <utility>

#include <polyfork/poly/text/io.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template struct PolynomialText<SparseMultiPoly<Integers>>;
template struct PolynomialText<SparseMultiPoly<Rationals>>;
template struct PolynomialText<SparseMultiPoly<PrimeField>>;
template struct PolynomialText<SparseMultiPoly<GaussianRationals>>;
template struct PolynomialText<SparseMultiPoly<RationalFunctions<Rationals>>>;
template struct PolynomialText<DensePoly<PrimeField>>;
template struct PolynomialText<SparsePoly<Integers>>;
template struct PolynomialText<SparsePoly<Rationals>>;
template struct PolynomialText<SparsePoly<PrimeField>>;

namespace {

constexpr std::size_t shown_variables = 8;

/// The name that stands for the variable, in a text that was read without regard to it.
template <class P>
P in_variable(P f, std::string_view text, const std::optional<Variables>& variables, const ExecutionContext& ctx) {
  if (!variables) return f;
  if (variables->size() != 1) throw DomainError("a univariate polynomial has one variable");
  for (const ExpressionName& n : names_in_expression(text, ctx))
    if (n.name != variables->name(0)) fail_expression(text, n.offset, unknown_variable(n.name, variables->names()));
  return std::move(f).with_variable(variables->name(0));
}

}  // namespace

std::size_t powers_of_sum(std::size_t t, std::uint64_t k) {
  if (t == 0) return 1;
  // binomial(k + t - 1, m), m = min(k, t - 1): the partial products are binomials, too, and at least double.
  const std::uint64_t n = saturating_add(k, t - 1);
  const std::uint64_t m = std::min<std::uint64_t>(k, t - 1);
  Integer value = 1;
  for (std::uint64_t i = 1; i <= m && value.bit_length() <= 63; ++i)
    value = exact_div(value * Integer(n - m + i), Integer(i));
  return value.bit_length() <= 63 ? static_cast<std::size_t>(value.to_int64()) : SIZE_MAX;
}

std::string unknown_variable(std::string_view name, const std::vector<std::string>& variables) {
  std::string text = "unknown name '" + std::string(name) + "'; ";
  if (variables.empty()) return text + "there are no variables";
  text += variables.size() == 1 ? "the variable is " : "the variables are ";
  for (std::size_t i = 0; i < std::min(variables.size(), shown_variables); ++i)
    text += (i == 0 ? "" : ", ") + variables[i];
  return variables.size() > shown_variables ? text + ", ..." : text;
}

PolyZ PolynomialText<PolyZ>::read(std::string_view text, Integers, const std::optional<Variables>& variables,
                                  const ExecutionContext& ctx) {
  return in_variable(parse_poly_z(text, PolyFormat::infix, ctx), text, variables, ctx);
}

PolyQ PolynomialText<PolyQ>::read(std::string_view text, Rationals, const std::optional<Variables>& variables,
                                  const ExecutionContext& ctx) {
  return in_variable(parse_poly(text, PolyFormat::infix, ctx), text, variables, ctx);
}

/// By way of the sparse polynomial, whose terms are written to their places.
DDMMP PolynomialText<DDMMP>::read(std::string_view text, const PrimeField& field,
                                  const std::optional<Variables>& variables, const ExecutionContext& ctx) {
  const auto sparse = PolynomialText<SparseMultiPoly<PrimeField>>::read(text, field, variables, ctx);
  return to_dense(sparse, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
