// Operands are looked through for names first: those of one name at most are read as lists of coefficients, in any
// format, the others as sparse polynomials, from infix notation. Lists of coefficients have no name: beside expressions
// in one variable they are in this one, else in x.
#include "input/read_operands.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <type_traits>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/convert_variables.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "input/operand_bytes.hpp"
#include "input/read_polynomial.hpp"
#include "run/input_error.hpp"

namespace polyfork_app {

namespace {

using polyfork::MultiPolyQ;
using polyfork::Rationals;

struct Text {
  std::string source;
  std::string text;
  std::string format;
  polyfork::MemoryReservation reservation;  // of a file
};

Text text_of(const OperandSource& operand, const std::string& format, const polyfork::ExecutionContext& ctx) {
  if (operand.is_expression)
    return {"expression", operand.text, format_of_expression(operand.text, format), polyfork::MemoryReservation()};
  InputText input = read_input_file(operand.text, ctx);
  return {operand.text == "-" ? "stdin" : operand.text, std::move(input.text), format, std::move(input.reservation)};
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Over Q(i) these words are no names of variables.
template <class R>
bool is_element(std::string_view word) {
  return std::is_same_v<R, polyfork::GaussianRationals> && (word == "i" || word == "I");
}

/// Words of letters, digits and underscores that begin with no digit: all variables, and perhaps more.
template <class R>
void add_words(std::vector<std::string>& names, std::string_view text) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t i = 0; i < text.size();) {
    if (!in_word(text[i])) {
      ++i;
      continue;
    }
    while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0) ++i;
    const std::size_t begin = i;
    while (i < text.size() && in_word(text[i])) ++i;
    const std::string_view word = text.substr(begin, i - begin);
    if (!word.empty() && !is_element<R>(word)) add_name(names, std::string(word));
    if (names.size() > 1) return;
  }
}

bool is_infix(const Text& input) {
  if (input.format != "auto") return input.format == "infix";
  try {
    return polyfork::detect_format(input.text) == polyfork::PolyFormat::infix;
  } catch (const polyfork::ParseError&) {
    return false;  // the reader will say why
  }
}

/// What a polynomial takes, in the place of a charge for an earlier form of it that is gone.
template <class P>
void hold(polyfork::MemoryReservation& held, const P& f, const polyfork::ExecutionContext& ctx) {
  held = polyfork::MemoryReservation();
  held = polyfork::MemoryReservation(ctx.memory(), bytes_of(f));
}

constexpr const char* name_of_lists = "x";

/// An expression; what says which variables there are comes behind the text.
template <class P, class... Names>
P parse_infix(const Text& t, const polyfork::ExecutionContext& ctx, const Names&... names) {
  require_short_numbers(t.source, t.text);
  try {
    return polyfork::parse_poly<P>(t.text, names..., ctx);
  } catch (const polyfork::ParseError& e) {
    throw InputError(t.source, e);
  } catch (const polyfork::DomainError& e) {  // a variable has the name of an element of the ring
    throw InputError(std::string("--variables: ") + e.what());
  }
}

/// A list of coefficients among polynomials in several variables: those of the powers of x.
MultiPolyQ parse_list_of_several(const Text& t, const std::vector<std::string>& names,
                                 const polyfork::ExecutionContext& ctx) {
  const ReadPolynomial list = parse_polynomial(t.source, t.text, t.format, ctx);
  const std::vector<std::string> own = names.empty() ? std::vector<std::string>{name_of_lists} : names;
  if (std::find(own.begin(), own.end(), name_of_lists) == own.end())
    throw InputError(t.source + ": a list of coefficients is in x, which is none of the variables");
  return to_multivariate(list.value, variables_of_names(own), name_of_lists, ctx);
}

/// An operand in several variables.
template <class R>
polyfork::SparseMultiPoly<R> parse_one_of_several(const Text& t, const std::vector<std::string>& names,
                                                  const polyfork::ExecutionContext& ctx) {
  using P = polyfork::SparseMultiPoly<R>;
  if constexpr (std::is_same_v<R, Rationals>)
    if (!is_infix(t)) return parse_list_of_several(t, names, ctx);
  return names.empty() ? parse_infix<P>(t, ctx) : parse_infix<P>(t, ctx, variables_of_names(names));
}

/// Fills the list of polynomials in several variables, unless all turn out to be in one.
template <class R>
void parse_several(OperandsOver<R>& operands, const std::vector<Text>& texts, std::vector<std::string> names,
                   const polyfork::ExecutionContext& ctx) {
  std::vector<polyfork::SparseMultiPoly<R>> polynomials;
  polynomials.reserve(texts.size());
  std::vector<polyfork::MemoryReservation> held(texts.size());
  const bool are_given = !names.empty();
  for (const Text& t : texts) {
    polynomials.push_back(parse_one_of_several<R>(t, names, ctx));
    hold(held[polynomials.size() - 1], polynomials.back(), ctx);
  }
  if (!are_given) {
    for (const auto& f : polynomials)
      for (const std::string& name : f.variables().names()) add_name(names, name);
    if (names.size() <= 1) return;
    const polyfork::Variables variables(names);
    for (std::size_t i = 0; i < polynomials.size(); ++i) {
      polynomials[i] = polynomials[i].with_variables(variables, ctx);
      hold(held[i], polynomials[i], ctx);
    }
  }
  operands.several = std::move(polynomials);
  operands.held = std::move(held);
}

/// Expressions in one variable.
template <class P>
void parse_univariate(std::vector<P>& polynomials, std::vector<polyfork::MemoryReservation>& held,
                      const std::vector<Text>& texts, const polyfork::ExecutionContext& ctx) {
  for (const Text& t : texts) {
    polynomials.push_back(parse_infix<P>(t, ctx));
    held.emplace_back(ctx.memory(), bytes_of(polynomials.back()));
  }
}

/// Polynomials in one variable of which one is a list of coefficients, or none has a high power.
void parse_dense(Operands& operands, const std::vector<Text>& texts, const polyfork::ExecutionContext& ctx) {
  std::string name;  // of the expressions that are not constant
  for (const Text& t : texts) {
    ReadPolynomial read = parse_polynomial(t.source, t.text, t.format, ctx);
    if (read.is_infix && !read.value.is_constant()) name = read.value.variable();
    operands.dense.push_back(std::move(read.value));
    operands.held.push_back(std::move(read.reservation));
  }
  if (!operands.all_infix && !name.empty())
    for (polyfork::PolyQ& f : operands.dense) f = std::move(f).with_variable(name);
}

template <class R>
OperandsOver<R> operands_over(const OperandSources& sources, const polyfork::ExecutionContext& ctx) {
  const auto is_standard_input = [](const OperandSource& s) { return !s.is_expression && s.text == "-"; };
  if (std::count_if(sources.list.begin(), sources.list.end(), is_standard_input) > 1)
    throw InputError("only one of the operands can come from standard input");
  constexpr bool has_lists = std::is_same_v<R, Rationals>;
  if (!has_lists && sources.format != "auto" && sources.format != "infix")
    throw InputError("--over Qi: polynomials are given in infix notation");
  OperandsOver<R> operands;
  std::vector<Text> texts;
  texts.reserve(sources.list.size());
  for (const OperandSource& operand : sources.list)
    texts.push_back(text_of(operand, has_lists ? sources.format : "infix", ctx));
  operands.all_infix = std::all_of(texts.begin(), texts.end(), is_infix);
  std::vector<std::string> names;
  if (!sources.variables.empty()) names = names_of_list(sources.variables);
  std::vector<std::string> words = names;
  for (const Text& t : texts)
    if (is_infix(t)) add_words<R>(words, t.text);
  if (words.size() > 1) parse_several(operands, texts, names, ctx);
  if (!operands.several.empty()) return operands;
  const auto is_sparse = [](const Text& t) { return has_high_power(t.text); };
  if (operands.all_infix && std::any_of(texts.begin(), texts.end(), is_sparse))
    parse_univariate(operands.sparse, operands.held, texts, ctx);
  else if constexpr (has_lists)
    parse_dense(operands, texts, ctx);
  else
    parse_univariate(operands.dense, operands.held, texts, ctx);
  return operands;
}

}  // namespace

Operands read_operands(const OperandSources& sources, const polyfork::ExecutionContext& ctx) {
  return operands_over<Rationals>(sources, ctx);
}

GaussianOperands read_gaussian_operands(const OperandSources& sources, const polyfork::ExecutionContext& ctx) {
  return operands_over<polyfork::GaussianRationals>(sources, ctx);
}

}  // namespace polyfork_app
