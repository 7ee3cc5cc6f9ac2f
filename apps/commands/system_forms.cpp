// Forms of the answer: texts and JSON documents.
#include "commands/system_forms.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/system/rational_basis.hpp>
#include <polyfork/system/regular_chain.hpp>
#include <polyfork/system/representation.hpp>

#include "commands/answer_document.hpp"
#include "commands/form_size.hpp"
#include "commands/solution_output.hpp"
#include "run/input_error.hpp"

namespace polyfork_app {

namespace {

using json = nlohmann::ordered_json;
using polyfork::MultiPolyQ;

/// What is said beside an answer.
struct Remarks {
  bool proved = false;
  bool empty = false;
  std::string stats;
  json numbers;
};

/// The answer as it is wanted: statistics are part of a document, and a line beside a text. What both take is charged
/// before they are made.
template <class Document, class Text>
SystemForm form_of(const FormSize& size, const Document& document, const Text& text, Remarks remarks,
                   const FormOptions& options, const polyfork::ExecutionContext& ctx) {
  polyfork::MemoryReservation held(ctx.memory(), size.bytes(options.json));
  if (!options.json) return {text(), std::move(remarks.stats), remarks.empty, remarks.proved, std::move(held)};
  json answer = document();
  if (options.stats) answer["stats"] = std::move(remarks.numbers);
  return {answer.dump(1) + '\n', {}, remarks.empty, remarks.proved, std::move(held)};
}

/// The name, with underscores where a variable has it.
std::string free_name(std::string name, const polyfork::Variables& variables) {
  while (variables.contains(name)) name += '_';
  return name;
}

/// The names that a representation is written with.
struct RepresentationNames {
  explicit RepresentationNames(const polyfork::Variables& variables)
      : parameter(free_name("t", variables)), polynomial(free_name("f", variables)) {}
  std::string write(const polyfork::PolyZ& f) const { return polyfork::format_poly(f.with_variable(parameter)); }

  std::string parameter;
  std::string polynomial;
};

std::string representation_as_text(const polyfork::UnivariateRepresentation& r) {
  if (r.dimension != 0) return fmt::format("dimension {} ({})\n", r.dimension, word_for(r.proved));
  const RepresentationNames names(r.variables);
  std::string out = fmt::format("{} = {}\n{} = {}\n", names.parameter, form_as_text(r.form, r.variables.names()),
                                names.polynomial, names.write(r.polynomial));
  if (r.degree > static_cast<std::size_t>(r.polynomial.degree()))
    for (const auto& [multiplicity, f] : r.multiplicities)
      out += fmt::format("mult {}: {}\n", multiplicity, names.write(f));
  for (std::size_t v = 0; v < r.form.size(); ++v) {
    const std::string by = r.denominators[v].is_one()
                               ? names.polynomial + "'"
                               : fmt::format("({}*{}')", r.denominators[v].to_string(), names.polynomial);
    const std::string numerator = names.write(r.numerators[v]);
    out += fmt::format("{} = {} / {}\n", r.variables.name(v),
                       r.numerators[v].is_constant() ? numerator : '(' + numerator + ')', by);
  }
  return out;
}

json representation_as_json(const polyfork::UnivariateRepresentation& r) {
  json document = answer_document("solve", r.variables.names());
  document["dimension"] = r.dimension;
  document["degree"] = r.degree;
  document["proof"] = word_for(r.proved);
  if (r.dimension == 0) {
    const RepresentationNames names(r.variables);
    document["parameter"] = names.parameter;
    document["form"] = form_as_text(r.form, r.variables.names());
    document["polynomial"] = names.write(r.polynomial);
    json multiplicities = json::array();
    for (const auto& [multiplicity, f] : r.multiplicities)
      multiplicities.push_back({{"multiplicity", multiplicity}, {"polynomial", names.write(f)}});
    document["multiplicities"] = r.multiplicities.empty() ? json(nullptr) : std::move(multiplicities);
    json coordinates = json::object();
    for (std::size_t v = 0; v < r.form.size(); ++v)
      coordinates[r.variables.name(v)] = {{"numerator", names.write(r.numerators[v])},
                                          {"denominator", r.denominators[v].to_string()}};
    document["coordinates"] = std::move(coordinates);
  }
  return document;
}

template <class K>
FormSize size_of(const std::vector<polyfork::SparseMultiPoly<K>>& polynomials) {
  FormSize size;
  for (const auto& f : polynomials) size.add(f);
  return size;
}

FormSize size_of(const polyfork::UnivariateRepresentation& r) {
  FormSize size;
  size.add(r.polynomial, 1);
  for (const auto& [multiplicity, f] : r.multiplicities) size.add(f, 1);
  for (std::size_t v = 0; v < r.numerators.size(); ++v) {
    size.add(r.numerators[v], 1);
    size.add(r.denominators[v]);
  }
  return size;
}

template <class K>
std::vector<std::string> texts_of(const std::vector<polyfork::SparseMultiPoly<K>>& polynomials) {
  std::vector<std::string> texts;
  texts.reserve(polynomials.size());
  for (const auto& f : polynomials) texts.push_back(polyfork::to_string(f));
  return texts;
}

struct Basis {
  std::vector<std::string> polynomials;  // as texts
  FormSize size;
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
  const FormSize size = size_of(basis);
  const polyfork::MemoryReservation held(ctx.memory(), size.bytes(false));
  return {texts_of(basis), size, polyfork::ideal_shape(basis, equations[0].variables().size(), ctx), std::nullopt, 0};
}

Basis basis_over_q(const std::vector<MultiPolyQ>& equations, polyfork::MonomialOrder order, bool certify,
                   const polyfork::ExecutionContext& ctx) {
  const auto basis = polyfork::rational_groebner_basis(equations, {order, certify}, ctx);
  const FormSize size = size_of(basis.polynomials);
  const polyfork::MemoryReservation held(ctx.memory(), size.bytes(false));
  return {texts_of(basis.polynomials), size,
          polyfork::ideal_shape(basis.polynomials, equations[0].variables().size(), ctx), basis.proved, basis.primes};
}

json basis_as_json(const Basis& basis, const std::vector<std::string>& variables, bool lex, std::uint64_t modulus) {
  json document = answer_document("solve", variables, modulus == 0 ? std::string() : std::to_string(modulus));
  document["order"] = lex ? "lex" : "grevlex";
  document["dimension"] = basis.shape.dimension;
  document["degree"] = basis.shape.degree ? json(*basis.shape.degree) : json(nullptr);
  if (basis.proved) document["proof"] = word_for(*basis.proved);
  document["basis"] = basis.polynomials;
  return document;
}

std::string as_lines(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += text + '\n';
  return out;
}

}  // namespace

SystemForm representation_form(const std::vector<MultiPolyQ>& equations, const FormOptions& options,
                               const polyfork::ExecutionContext& ctx) {
  const auto r = polyfork::univariate_representation(equations, polyfork::RepresentationOptions{options.certify}, ctx);
  if (r.dimension > 0) throw polyfork::PositiveDimension(r.dimension, r.proved, r.variables);
  return form_of(
      size_of(r), [&] { return representation_as_json(r); }, [&] { return representation_as_text(r); },
      {r.proved,
       false,
       fmt::format("dimension {}, degree {}, {}, {} primes", r.dimension, r.degree, word_for(r.proved), r.primes),
       {{"primes", r.primes}, {"threads", ctx.threads()}}},
      options, ctx);
}

SystemForm chains_form(const std::vector<MultiPolyQ>& equations, polyfork::ChainOptions chains,
                       const FormOptions& options, const polyfork::ExecutionContext& ctx) {
  chains.certify = options.certify;
  const auto found = polyfork::chain_decomposition(equations, chains, ctx);
  std::size_t points = 0;
  FormSize size;
  for (const auto& chain : found.chains) {
    points += chain.degree();
    for (const MultiPolyQ& f : chain.polynomials()) size.add(f);
  }
  const auto text = [&] {
    std::string lines;
    for (const auto& chain : found.chains) lines += chain.to_string() + '\n';
    return lines;
  };
  const auto document = [&] {
    json result = answer_document("solve", equations[0].variables().names());
    // Greatest first, as all chains have it.
    result["order"] = found.chains.empty() ? equations[0].variables().names() : found.chains[0].variables().names();
    result["dimension"] = found.dimension;
    result["complex_solutions"] = points;
    result["proof"] = word_for(found.proved);
    result["points"] = word_for(found.points_proved);
    json list = json::array();
    for (const auto& chain : found.chains)
      list.push_back({{"degree", chain.degree()}, {"polynomials", texts_of(chain.polynomials())}});
    result["chains"] = std::move(list);
    return result;
  };
  return form_of(size, document, text,
                 {found.proved,
                  found.chains.empty(),
                  fmt::format("{} chains, {} complex solutions, {}", found.chains.size(), points,
                              found.points_proved && !found.proved ? "points proved, completeness probable"
                                                                   : word_for(found.proved)),
                  {{"threads", ctx.threads()}}},
                 options, ctx);
}

SystemForm groebner_form(const std::vector<MultiPolyQ>& equations, bool lex, std::uint64_t modulus,
                         const FormOptions& options, const polyfork::ExecutionContext& ctx) {
  const auto order = lex ? polyfork::MonomialOrder::lex : polyfork::MonomialOrder::graded_reverse_lex;
  const Basis basis = modulus != 0 ? basis_modulo(equations, order, modulus, ctx)
                                   : basis_over_q(equations, order, options.certify, ctx);
  std::string stats = fmt::format("dimension {}", basis.shape.dimension);
  if (basis.shape.degree) stats += fmt::format(", degree {}", *basis.shape.degree);
  json numbers = {{"threads", ctx.threads()}};
  if (basis.proved) {
    stats += fmt::format(", {}, {} primes", word_for(*basis.proved), basis.primes);
    numbers["primes"] = basis.primes;
  }
  return form_of(
      basis.size, [&] { return basis_as_json(basis, equations[0].variables().names(), lex, modulus); },
      [&] { return as_lines(basis.polynomials); },
      {basis.proved.value_or(false), false, std::move(stats), std::move(numbers)}, options, ctx);
}

}  // namespace polyfork_app
