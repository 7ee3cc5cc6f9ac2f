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

struct Text {
  std::string source;
  std::string text;
  std::string format;
};

std::vector<std::string> names_of_list(const std::string& list) {
  std::vector<std::string> names(1);
  for (const char c : list) {
    if (c == ',')
      names.emplace_back();
    else if (std::isspace(static_cast<unsigned char>(c)) == 0)
      names.back() += c;
  }
  return names;
}

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

polyfork::Variables variables_of(const std::vector<std::string>& names) {
  try {
    return polyfork::Variables(names);
  } catch (const polyfork::DomainError& e) {
    throw InputError("--variables: " + std::string(e.what()));
  }
}

std::vector<MultiPolyQ> parse_several(const std::vector<Text>& texts, std::vector<std::string> names,
                                      const polyfork::ExecutionContext& ctx) {
  std::vector<MultiPolyQ> polynomials;
  const bool are_given = !names.empty();
  for (const Text& t : texts) {
    try {
      polynomials.push_back(are_given ? polyfork::parse_poly<MultiPolyQ>(t.text, variables_of(names), ctx)
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
  if (!operands.several.empty()) return operands;
  for (const Text& t : texts) {
    ReadPolynomial read = parse_polynomial(t.source, t.text, t.format, ctx);
    operands.dense.push_back(std::move(read.value));
    operands.held.push_back(std::move(read.reservation));
  }
  return operands;
}

}  // namespace polyfork_app
