// Forms of the answer: texts and JSON documents.
#include "commands/system_forms.hpp"

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/system/rational_basis.hpp>
#include <polyfork/system/regular_chain.hpp>
#include <polyfork/system/representation.hpp>

#include "commands/answer_document.hpp"
#include "commands/solution_output.hpp"
#include "run/input_error.hpp"

namespace polyfork_app {

namespace {

using json = nlohmann::ordered_json;
using polyfork::MultiPolyQ;

std::string in_t(const polyfork::PolyZ& f) { return polyfork::format_poly(f.with_variable("t")); }

std::string representation_as_text(const polyfork::UnivariateRepresentation& r) {
  if (r.dimension != 0) return fmt::format("dimension {}\n", r.dimension);
  std::string out = fmt::format("t = {}\nf = {}\n", form_as_text(r.form, r.variables.names()), in_t(r.polynomial));
  if (r.degree > static_cast<std::size_t>(r.polynomial.degree()))
    for (const auto& [multiplicity, f] : r.multiplicities) out += fmt::format("mult {}: {}\n", multiplicity, in_t(f));
  for (std::size_t v = 0; v < r.form.size(); ++v) {
    const std::string by = r.denominators[v].is_one() ? "f'" : fmt::format("({}*f')", r.denominators[v].to_string());
    const std::string numerator = in_t(r.numerators[v]);
    out += fmt::format("{} = {} / {}\n", r.variables.name(v),
                       r.numerators[v].is_constant() ? numerator : '(' + numerator + ')', by);
  }
  return out;
}

std::string representation_as_json(const polyfork::UnivariateRepresentation& r) {
  json document = answer_document("solve", r.variables.names());
  document["dimension"] = r.dimension;
  document["degree"] = r.degree;
  if (r.dimension == 0) {
    document["form"] = form_as_text(r.form, r.variables.names());
    document["polynomial"] = in_t(r.polynomial);
    json multiplicities = json::array();
    for (const auto& [multiplicity, f] : r.multiplicities)
      multiplicities.push_back({{"multiplicity", multiplicity}, {"polynomial", in_t(f)}});
    document["multiplicities"] = r.multiplicities.empty() ? json(nullptr) : std::move(multiplicities);
    json coordinates = json::object();
    for (std::size_t v = 0; v < r.form.size(); ++v)
      coordinates[r.variables.name(v)] = {{"numerator", in_t(r.numerators[v])},
                                          {"denominator", r.denominators[v].to_string()}};
    document["coordinates"] = std::move(coordinates);
  }
  return document.dump(1) + '\n';
}

template <class K>
std::vector<std::string> texts_of(const std::vector<polyfork::SparseMultiPoly<K>>& polynomials) {
  std::vector<std::string> texts;
  texts.reserve(polynomials.size());
  for (const auto& f : polynomials) texts.push_back(polyfork::to_string(f));
  return texts;
}

struct Basis {
  std::vector<std::string> polynomials;
  polyfork::IdealShape shape;
  std::optional<bool> proved;  // empty modulo a prime, where nothing else can be
  std::size_t primes = 0;
};

Basis basis_modulo(const std::vector<MultiPolyQ>& equations, polyfork::MonomialOrder order, std::uint64_t modulus,
                   const polyfork::ExecutionContext& ctx) {
  if (!polyfork::is_prime(modulus)) throw InputError(fmt::format("--modulus: {} is no prime", modulus));
  const polyfork::PrimeField field(modulus);
  std::vector<polyfork::MultiPolyZp> reduced;
  reduced.reserve(equations.size());
  for (const auto& f : equations) reduced.push_back(polyfork::reduce(f, field, ctx));
  const auto basis = polyfork::groebner_basis(reduced, order, ctx);
  return {texts_of(basis), polyfork::ideal_shape(basis, equations[0].variables().size(), ctx), std::nullopt, 0};
}

Basis basis_over_q(const std::vector<MultiPolyQ>& equations, polyfork::MonomialOrder order, bool certify,
                   const polyfork::ExecutionContext& ctx) {
  const auto basis = polyfork::rational_groebner_basis(equations, {order, certify}, ctx);
  return {texts_of(basis.polynomials), polyfork::ideal_shape(basis.polynomials, equations[0].variables().size(), ctx),
          basis.proved, basis.primes};
}

std::string basis_as_json(const Basis& basis, const std::vector<std::string>& variables, bool lex,
                          std::uint64_t modulus) {
  json document = answer_document("solve", variables, modulus == 0 ? std::string() : std::to_string(modulus));
  document["order"] = lex ? "lex" : "grevlex";
  document["dimension"] = basis.shape.dimension;
  document["degree"] = basis.shape.degree ? json(*basis.shape.degree) : json(nullptr);
  if (basis.proved) document["proof"] = *basis.proved ? "proved" : "probable";
  document["basis"] = basis.polynomials;
  return document.dump(1) + '\n';
}

std::string as_lines(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += text + '\n';
  return out;
}

}  // namespace

SystemForm representation_form(const std::vector<MultiPolyQ>& equations, bool as_json,
                               const polyfork::ExecutionContext& ctx) {
  const auto r = polyfork::univariate_representation(equations, ctx);
  if (r.dimension > 0)
    throw polyfork::DomainError(
        fmt::format("the system has infinitely many complex solutions: they have dimension {} (probable: two primes "
                    "agree)",
                    r.dimension));
  return {as_json ? representation_as_json(r) : representation_as_text(r),
          fmt::format("dimension {}, degree {}, probable, {} primes", r.dimension, r.degree, r.primes)};
}

SystemForm chains_form(const std::vector<MultiPolyQ>& equations, bool equiprojectable, bool certify, bool as_json,
                       const polyfork::ExecutionContext& ctx) {
  polyfork::ChainOptions options;
  if (equiprojectable) options.shape = polyfork::ChainShape::equiprojectable;
  options.certify = certify;
  const auto chains = polyfork::triangular_decomposition(equations, options, ctx);
  std::string text;
  json list = json::array();
  std::size_t points = 0;
  for (const auto& chain : chains) {
    points += chain.degree();
    if (as_json)
      list.push_back({{"degree", chain.degree()}, {"polynomials", texts_of(chain.polynomials())}});
    else
      text += chain.to_string() + '\n';
  }
  if (as_json) {
    json document = answer_document("solve", equations[0].variables().names());
    document["dimension"] = chains.empty() ? -1 : 0;
    document["complex_solutions"] = points;
    document["chains"] = std::move(list);
    text = document.dump(1) + '\n';
  }
  return {std::move(text), fmt::format("{} chains, {} complex solutions, probable", chains.size(), points),
          chains.empty()};
}

SystemForm groebner_form(const std::vector<MultiPolyQ>& equations, bool lex, std::uint64_t modulus, bool certify,
                         bool as_json, const polyfork::ExecutionContext& ctx) {
  const auto order = lex ? polyfork::MonomialOrder::lex : polyfork::MonomialOrder::graded_reverse_lex;
  const Basis basis =
      modulus != 0 ? basis_modulo(equations, order, modulus, ctx) : basis_over_q(equations, order, certify, ctx);
  std::string stats = fmt::format("dimension {}", basis.shape.dimension);
  if (basis.shape.degree) stats += fmt::format(", degree {}", *basis.shape.degree);
  if (basis.proved) stats += fmt::format(", {}, {} primes", *basis.proved ? "proved" : "probable", basis.primes);
  return {as_json ? basis_as_json(basis, equations[0].variables().names(), lex, modulus) : as_lines(basis.polynomials),
          std::move(stats)};
}

}  // namespace polyfork_app
