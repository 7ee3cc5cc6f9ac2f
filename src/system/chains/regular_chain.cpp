// Regular chains: construction with checks, normal forms, inverses, splitting, resultants.
#include <polyfork/system/regular_chain.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "system/chains/chain_arithmetic.hpp"
#include "system/chains/glued_values.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::ChainArithmetic;

/// f in the variables, whose order is lex.
template <Field K>
SparseMultiPoly<K> in_variables(const SparseMultiPoly<K>& f, const K& field, const Variables& variables,
                                const ExecutionContext& ctx) {
  if (!(f.ring() == field)) throw ModulusMismatch("polynomials over different rings");
  if (f.is_constant()) return SparseMultiPoly<K>::constant(field, variables, f.constant_term());
  const std::vector<std::string>& names = f.variables().names();
  if (!std::all_of(names.begin(), names.end(), [&](const std::string& name) { return variables.contains(name); }))
    throw DomainError("polynomials in different variables: " + variables.to_string() + " and " +
                      f.variables().to_string());
  return f.with_variables(variables, ctx);
}

/// The inverse modulo the chain of a polynomial that is zero at no point: that of one part, or of all parts together.
template <Field K>
SparseMultiPoly<K> inverse_of_parts(const ChainArithmetic<K>& arithmetic, const K& field,
                                    std::vector<typename ChainArithmetic<K>::Part> parts,
                                    const std::vector<SparseMultiPoly<K>>& chain, const ExecutionContext& ctx) {
  if (parts.size() == 1) return std::move(parts[0].inverse);
  return detail::GluedValues<K>(arithmetic, field, chain, parts, ctx).inverse();
}

}  // namespace

template <Field K>
RegularChain<K>::RegularChain(const std::vector<Polynomial>& polynomials, const ExecutionContext& ctx) {
  if (polynomials.empty()) throw DomainError("a chain without polynomials");
  const auto with_most = std::max_element(
      polynomials.begin(), polynomials.end(),
      [](const Polynomial& a, const Polynomial& b) { return a.variables().size() < b.variables().size(); });
  const Variables variables = with_most->variables().with_order(MonomialOrder::lex);
  const K& field = polynomials.front().ring();
  const ChainArithmetic<K> arithmetic(field, variables, ctx);
  std::vector<std::optional<Polynomial>> at(variables.size());
  for (const Polynomial& given : polynomials) {
    Polynomial f = in_variables(given, field, variables, ctx);
    if (f.is_constant()) throw DomainError("a constant in a chain");
    const std::size_t level = arithmetic.level_of(f);
    if (at[level])
      throw DomainError("two polynomials of the chain have the greatest variable " + arithmetic.name(level));
    at[level] = std::move(f);
  }
  for (std::size_t level = 0; level < at.size(); ++level) {
    if (!at[level]) throw DomainError("no polynomial of the chain has the greatest variable " + arithmetic.name(level));
    const Polynomial f = arithmetic.reduced(*at[level], polynomials_);
    const auto degree = static_cast<std::uint64_t>(at[level]->degree(arithmetic.name(level)));
    const Polynomial initial = coefficient_in(f, arithmetic.name(level), degree, ctx);
    Polynomial monic = f;
    if (!initial.is_one()) {
      if (initial.is_constant() && !initial.is_zero()) {
        monic = scale(f, field.inverse(initial.constant_term()), ctx);
      } else {
        auto parts = arithmetic.regularized(initial, polynomials_);
        if (std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part.zero; }))
          throw DomainError("the chain is not regular: the leading coefficient in " + arithmetic.name(level) +
                            " is zero at a point");
        const Polynomial inverse = inverse_of_parts(arithmetic, field, std::move(parts), polynomials_, ctx);
        monic = arithmetic.reduced(mul(f, inverse, ctx), polynomials_);
      }
    }
    polynomials_.push_back(monic);
    const auto parts = arithmetic.regularized(derivative(monic, arithmetic.name(level), 1, ctx), polynomials_);
    if (std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part.zero; }))
      throw DomainError("the chain is not square-free: a root in " + arithmetic.name(level) + " is multiple");
  }
}

template <Field K>
SparseMultiPoly<K> RegularChain<K>::embedded(const Polynomial& f, const ExecutionContext& ctx) const {
  return in_variables(f, field(), variables(), ctx);
}

template <Field K>
const SparseMultiPoly<K>& RegularChain<K>::polynomial(std::string_view name) const {
  return polynomials_[variables().size() - 1 - variables().index(name)];
}

template <Field K>
std::size_t RegularChain<K>::degree() const {
  std::size_t product = 1;
  for (std::size_t level = 0; level < polynomials_.size(); ++level) {
    const auto d = static_cast<std::size_t>(polynomials_[level].degree(polynomials_.size() - 1 - level));
    if (__builtin_mul_overflow(product, d, &product)) throw DomainError("a chain of degree 2^64 or more");
  }
  return product;
}

template <Field K>
SparseMultiPoly<K> RegularChain<K>::normal_form(const Polynomial& f, const ExecutionContext& ctx) const {
  return rem(embedded(f, ctx), polynomials_, ctx);
}

template <Field K>
bool RegularChain<K>::contains(const Polynomial& f, const ExecutionContext& ctx) const {
  return normal_form(f, ctx).is_zero();
}

template <Field K>
SparseMultiPoly<K> RegularChain<K>::inverse(const Polynomial& f, const ExecutionContext& ctx) const {
  const ChainArithmetic<K> arithmetic(field(), variables(), ctx);
  const Polynomial g = embedded(f, ctx);
  auto parts = arithmetic.regularized(g, polynomials_);
  for (const auto& part : parts)
    if (part.zero) throw DomainError("the polynomial is zero at a point of the chain");
  return inverse_of_parts(arithmetic, field(), std::move(parts), polynomials_, ctx);
}

template <Field K>
typename K::element RegularChain<K>::iterated_resultant(const Polynomial& f, const ExecutionContext& ctx) const {
  Polynomial value = normal_form(f, ctx);
  std::vector<Polynomial> lower = polynomials_;
  while (!lower.empty()) {
    const Polynomial top = std::move(lower.back());
    lower.pop_back();
    const std::string& name = variables().name(variables().size() - 1 - lower.size());
    value = in_variables(resultant(top, value, name, ctx), field(), variables(), ctx);
    if (!lower.empty()) value = rem(value, lower, ctx);
  }
  return value.constant_term();
}

template <Field K>
std::vector<typename RegularChain<K>::Piece> RegularChain<K>::regularize(const Polynomial& f,
                                                                         const ExecutionContext& ctx) const {
  const ChainArithmetic<K> arithmetic(field(), variables(), ctx);
  std::vector<Piece> pieces;
  for (auto& part : arithmetic.regularized(embedded(f, ctx), polynomials_)) {
    Polynomial inverse = arithmetic.reduced(part.inverse, part.chain);
    pieces.push_back({RegularChain(Trusted{}, std::move(part.chain)), part.zero, std::move(inverse)});
  }
  return pieces;
}

template <Field K>
std::vector<RegularChain<K>> RegularChain<K>::intersect(const Polynomial& f, const ExecutionContext& ctx) const {
  std::vector<RegularChain> chains;
  for (Piece& piece : regularize(f, ctx))
    if (piece.zero) chains.push_back(std::move(piece.chain));
  return chains;
}

template <Field K>
std::string RegularChain<K>::to_string() const {
  std::string text;
  for (const Polynomial& f : polynomials_) {
    if (!text.empty()) text += ", ";
    text += polyfork::to_string(f);
  }
  return text;
}

template class RegularChain<Rationals>;
template class RegularChain<PrimeField>;

namespace {

/// The texts between commas outside of parentheses.
std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  return parts;
}

template <Field K>
RegularChain<K> parse_chain(std::string_view text, const Variables& variables, const K& field,
                            const ExecutionContext& ctx) {
  std::vector<SparseMultiPoly<K>> polynomials;
  for (const std::string_view part : split_at_commas(text)) {
    try {
      polynomials.push_back(parse_poly<SparseMultiPoly<K>>(part, variables, field, ctx));
    } catch (const ParseError& e) {
      const std::string_view before = text.substr(0, static_cast<std::size_t>(part.data() - text.data()));
      const auto line_ends = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
      const std::size_t column = before.size() - (line_ends == 0 ? 0 : before.rfind('\n') + 1);
      throw ParseError(e.line() + line_ends, e.column() + (e.line() == 1 ? column : 0), e.reason());
    }
  }
  return RegularChain<K>(polynomials, ctx);
}

}  // namespace

RegularChain<Rationals> parse_regular_chain(std::string_view text, const Variables& variables,
                                            const ExecutionContext& ctx) {
  return parse_chain(text, variables, Rationals{}, ctx);
}

RegularChain<PrimeField> parse_regular_chain(std::string_view text, const Variables& variables, const PrimeField& field,
                                             const ExecutionContext& ctx) {
  return parse_chain(text, variables, field, ctx);
}

}  // namespace v1
}  // namespace polyfork
