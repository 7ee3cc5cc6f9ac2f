// Operands are looked through for names first: those of one name at most are read as lists of coefficients, in any
// format, the others as sparse polynomials, from infix notation.
#include "input/read_operands.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "input/read_polynomial.hpp"
#include "run/input_error.hpp"

namespace polyfork_app {

namespace {

using polyfork::MultiPolyQ;
using SparsePolyQ = polyfork::SparsePoly<polyfork::Rationals>;

struct Text {
  std::string source;
  std::string text;
  std::string format;
};

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Words of letters, digits and underscores that begin with no digit: all variables, and perhaps more.
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
    if (i != begin) add_name(names, std::string(text.substr(begin, i - begin)));
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

std::vector<MultiPolyQ> parse_several(const std::vector<Text>& texts, std::vector<std::string> names,
                                      const polyfork::ExecutionContext& ctx) {
  std::vector<MultiPolyQ> polynomials;
  const bool are_given = !names.empty();
  for (const Text& t : texts) {
    require_short_numbers(t.source, t.text);
    try {
      polynomials.push_back(are_given ? polyfork::parse_poly<MultiPolyQ>(t.text, variables_of_names(names), ctx)
                                      : polyfork::parse_poly<MultiPolyQ>(t.text, ctx));
    } catch (const polyfork::ParseError& e) {
      throw InputError(t.source, e);
    }
  }
  if (are_given) return polynomials;
  for (const MultiPolyQ& f : polynomials)
    for (const std::string& name : f.variables().names()) add_name(names, name);
  if (names.size() <= 1) return {};
  const polyfork::Variables variables(names);
  for (MultiPolyQ& f : polynomials) f = f.with_variables(variables, ctx);
  return polynomials;
}

/// All in the variable of those that are not constant. Throws InputError where there are two.
std::vector<SparsePolyQ> parse_sparse(const std::vector<Text>& texts, const polyfork::ExecutionContext& ctx) {
  std::vector<SparsePolyQ> polynomials;
  polynomials.reserve(texts.size());
  for (const Text& t : texts) {
    require_short_numbers(t.source, t.text);
    try {
      polynomials.push_back(polyfork::parse_poly<SparsePolyQ>(t.text, ctx));
    } catch (const polyfork::ParseError& e) {
      throw InputError(t.source, e);
    }
  }
  return polynomials;
}

}  // namespace

Operands read_operands(const OperandSources& sources, const polyfork::ExecutionContext& ctx) {
  if (std::count(sources.files.begin(), sources.files.end(), "-") > 1)
    throw InputError("only one of the operands can come from standard input");
  Operands operands;
  std::vector<Text> texts;
  for (const std::string& file : sources.files) {
    InputText input = read_input_file(file, ctx);
    operands.held.push_back(std::move(input.reservation));
    texts.push_back({file == "-" ? "stdin" : file, std::move(input.text), sources.format});
  }
  for (const std::string& expression : sources.expressions)
    texts.push_back({"expression", expression, format_of_expression(expression, sources.format)});
  std::vector<std::string> names;
  if (!sources.variables.empty()) names = names_of_list(sources.variables);
  const bool all_infix = std::all_of(texts.begin(), texts.end(), is_infix);
  if (names.size() > 1 && !all_infix) throw InputError("--variables: for infix notation only");
  if (all_infix) {
    std::vector<std::string> words = names;
    for (const Text& t : texts) add_words(words, t.text);
    if (words.size() > 1) operands.several = parse_several(texts, names, ctx);
  }
  operands.all_infix = all_infix;
  if (!operands.several.empty()) return operands;
  if (all_infix && std::any_of(texts.begin(), texts.end(), [](const Text& t) { return has_high_power(t.text); })) {
    operands.sparse = parse_sparse(texts, ctx);
    return operands;
  }
  for (const Text& t : texts) {
    ReadPolynomial read = parse_polynomial(t.source, t.text, t.format, ctx);
    operands.dense.push_back(std::move(read.value));
    operands.held.push_back(std::move(read.reservation));
  }
  return operands;
}

}  // namespace polyfork_app
