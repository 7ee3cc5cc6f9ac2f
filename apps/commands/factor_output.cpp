// The forms in which factorizations are written.
#include "commands/factor_output.hpp"

#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/answer_document.hpp"

namespace polyfork_app {

std::string with_capital_unit(std::string text) {
  const auto goes_on = [&](std::size_t k) {
    return k < text.size() && (std::isalnum(static_cast<unsigned char>(text[k])) != 0 || text[k] == '_');
  };
  for (std::size_t k = 0; k < text.size(); ++k)
    if (text[k] == 'i' && !goes_on(k + 1) && (k == 0 || !goes_on(k - 1))) text[k] = 'I';
  return text;
}

std::string factors_as_text(const FactorReport& report) {
  std::string out;
  if (report.unit != "1" || report.factors.empty()) out += fmt::format("unit {}\n", report.unit);
  for (const auto& f : report.factors)
    out += f.multiplicity == 1 ? f.polynomial + '\n' : fmt::format("{} mult {}\n", f.polynomial, f.multiplicity);
  return out;
}

std::string factors_as_json(const FactorReport& report) {
  nlohmann::ordered_json factors = nlohmann::ordered_json::array();
  for (const auto& f : report.factors)
    factors.push_back({{"polynomial", f.polynomial}, {"degree", f.degree}, {"multiplicity", f.multiplicity}});
  auto document = answer_document(report.command, report.variables, report.modulus, report.over);
  document["degree"] = report.degree;
  document["unit"] = report.unit;
  document["factors"] = std::move(factors);
  return document.dump(1) + '\n';
}

std::string factors_as_maple(const FactorReport& report) {
  std::string list;
  for (const auto& f : report.factors)
    list += fmt::format("{}[{}, {}]", list.empty() ? "" : ", ", f.polynomial, f.multiplicity);
  std::string text = fmt::format("[{}, [{}]]\n", report.unit, list);
  return report.over == "Qi" ? with_capital_unit(std::move(text)) : text;
}

std::string factors_as_infix(const FactorReport& report) {
  std::string out;
  const bool alone = report.factors.size() == 1 && report.factors[0].multiplicity == 1 && report.unit == "1";
  if (report.unit == "-1" && !report.factors.empty()) {
    out = "-";
  } else if (report.unit != "1" || report.factors.empty()) {
    const bool is_sum = report.unit.find_first_of("+-", 1) != std::string::npos;
    out = is_sum ? '(' + report.unit + ')' : report.unit;
  }
  for (const auto& f : report.factors) {
    const bool brackets = !alone && f.polynomial.find(' ') != std::string::npos;
    out += fmt::format("{}{}{}{}", out.empty() || out == "-" ? "" : "*", brackets ? "(" : "", f.polynomial,
                       brackets ? ")" : "");
    if (f.multiplicity != 1) out += fmt::format("^{}", f.multiplicity);
  }
  return out + '\n';
}

std::string factors_as(const std::string& output, const FactorReport& report) {
  if (output == "json") return factors_as_json(report);
  if (output == "maple") return factors_as_maple(report);
  return output == "infix" ? factors_as_infix(report) : factors_as_text(report);
}

}  // namespace polyfork_app
