// Boxes of solutions in the formats of other programs.
#include "commands/solution_output.hpp"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/answer_document.hpp"

namespace polyfork_app {

namespace {

using json = nlohmann::ordered_json;
using polyfork::RootInterval;
using polyfork::SystemSolutions;

std::string side_as_text(const RootInterval& x) {
  return x.exact ? fmt::format("[{}]", x.lower.to_string())
                 : fmt::format("({}, {})", x.lower.to_string(), x.upper.to_string());
}

/// The sign of all numbers of an interval that does not touch zero unless it is zero.
int sign_of(const RootInterval& x) { return x.lower.sign() != 0 ? x.lower.sign() : x.upper.sign(); }

/// decimal: empty where no digits were asked for.
json side_as_json(const RootInterval& x, const std::string& decimal) {
  json side = {{"lower", x.lower.to_string()}, {"upper", x.upper.to_string()}, {"exact", x.exact}};
  if (!decimal.empty()) side["decimal"] = decimal;
  return side;
}

json stats_as_json(const SolutionReport& report, double seconds, int threads) {
  json parts = json::array();
  for (const auto& part : report.found.parts) {
    json entry = {{"method", polyfork::solution_method_name(part.method)}, {"real_solutions", part.real_solutions}};
    if (!part.form.empty()) entry["form"] = form_as_text(part.form, report.labels);
    if (part.primes != 0) entry["primes"] = part.primes;
    if (part.known_basis) entry["known_basis"] = true;
    parts.push_back(std::move(entry));
  }
  return {{"parts", std::move(parts)}, {"seconds", seconds}, {"threads", threads}};
}

std::vector<std::string> names_of(const SolutionReport& report) {
  return {report.labels.begin(), report.labels.begin() + static_cast<std::ptrdiff_t>(report.variables)};
}

/// The list that `element` makes of all solutions.
template <class Element>
std::string list_of(const SystemSolutions& s, const char* separator, const Element& element) {
  std::string out = "[";
  for (const auto& solution : s.solutions) {
    if (out.size() > 1) out += separator;
    out += '[';
    for (std::size_t v = 0; v < solution.coordinates.size(); ++v) {
      if (v != 0) out += ", ";
      out += element(v, solution.coordinates[v]);
    }
    out += ']';
  }
  return out + "]";
}

/// a / 2^k where the denominator is a power of two other than 1.
std::string msolve_number(const polyfork::Rational& a) {
  const polyfork::Integer& d = a.denominator();
  const std::size_t k = d.bit_length() - 1;
  if (k == 0 || d != polyfork::Integer(1) << k) return a.to_string();
  return fmt::format("{} / 2^{}", a.numerator().to_string(), k);
}

}  // namespace

const char* word_for(bool proved) { return proved ? "proved" : "probable"; }

std::string form_as_text(const std::vector<std::int64_t>& form, const std::vector<std::string>& labels) {
  std::string out;
  for (std::size_t v = 0; v < form.size(); ++v) {
    if (form[v] == 0) continue;
    const auto c = form[v];
    out += out.empty() ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + ");
    if (c != 1 && c != -1) out += fmt::format("{}*", c < 0 ? -c : c);
    out += labels[v];
  }
  return out;
}

std::string multiplicity_suffix(const polyfork::RealSolution& solution) {
  return solution.multiplicity.value_or(1) > 1 ? fmt::format(" mult {}", *solution.multiplicity) : std::string();
}

std::string solutions_as_text(const SolutionReport& report) {
  std::string out;
  for (const auto& solution : report.found.solutions) {
    for (std::size_t v = 0; v < report.labels.size(); ++v)
      out += fmt::format("{}{} = {}", v == 0 ? "" : ", ", report.labels[v], side_as_text(solution.coordinates[v]));
    out += multiplicity_suffix(solution) + '\n';
  }
  return out;
}

std::string solutions_as_json(const SolutionReport& report, std::optional<double> seconds, int threads) {
  const SystemSolutions& s = report.found;
  const auto known = [](const std::optional<std::size_t>& number) { return number ? json(*number) : json(nullptr); };
  json solutions = json::array();
  for (std::size_t i = 0; i < s.solutions.size(); ++i) {
    const auto& solution = s.solutions[i];
    const auto side = [&](std::size_t v) {
      return side_as_json(solution.coordinates[v], report.decimals.empty() ? std::string() : report.decimals[i][v]);
    };
    json coordinates = json::object();
    for (std::size_t v = 0; v < report.variables; ++v) coordinates[report.labels[v]] = side(v);
    json entry = {{"coordinates", std::move(coordinates)}, {"multiplicity", known(solution.multiplicity)}};
    for (std::size_t v = report.variables; v < report.labels.size(); ++v) {
      json value = {{"expression", report.labels[v]}};
      value.update(side(v));
      value["sign"] = sign_of(solution.coordinates[v]);
      entry["values"].push_back(std::move(value));
    }
    solutions.push_back(std::move(entry));
  }
  json document = answer_document("solve", names_of(report));
  document["dimension"] = s.dimension;
  document["degree"] = known(s.degree());
  document["complex_solutions"] = known(s.complex_solutions());
  document["count"] = s.solutions.size();
  document["boxes"] = word_for(s.boxes_proved);
  document["complete"] = word_for(s.complete);
  document["solutions"] = std::move(solutions);
  if (seconds) document["stats"] = stats_as_json(report, *seconds, threads);
  return document.dump(1) + '\n';
}

std::string solutions_as_decimals(const SolutionReport& report) {
  std::string out;
  for (std::size_t i = 0; i < report.decimals.size(); ++i) {
    for (std::size_t v = 0; v < report.labels.size(); ++v)
      out += fmt::format("{}{} = {}", v == 0 ? "" : ", ", report.labels[v], report.decimals[i][v]);
    out += multiplicity_suffix(report.found.solutions[i]) + '\n';
  }
  return out;
}

std::string solutions_as_maple(const SolutionReport& report) {
  return list_of(report.found, ", ",
                 [&](std::size_t v, const RootInterval& x) {
                   return fmt::format("{} = [{}, {}]", report.labels[v], x.lower.to_string(), x.upper.to_string());
                 }) +
         "\n";
}

std::string solutions_as_msolve(const SolutionReport& report) {
  if (report.found.dimension < 0) return "[-1]:\n";
  const auto side = [](std::size_t, const RootInterval& x) {
    return fmt::format("[{}, {}]", msolve_number(x.lower), msolve_number(x.upper));
  };
  return "[0, [1,\n" + list_of(report.found, ", ", side) + "\n]]:\n";
}

std::string infinity_as_json(const polyfork::PositiveDimension& found, const std::vector<std::string>& variables) {
  json document = answer_document("solve", variables);
  document["dimension"] = found.dimension();
  document["degree"] = nullptr;
  document["complex_solutions"] = nullptr;
  document["proof"] = word_for(found.proved());
  return document.dump(1) + '\n';
}

std::string infinity_as_msolve(std::size_t variables) { return fmt::format("[1, {}, -1, []]:\n", variables); }

std::string solution_stats_as_text(const SolutionReport& report, double seconds) {
  const SystemSolutions& s = report.found;
  const auto known = [](const std::optional<std::size_t>& number) {
    return number ? std::to_string(*number) : std::string("unknown");
  };
  std::string out = fmt::format("{} real solutions, complex ones: {}, degree {}, boxes {}, completeness {}, {:.6f} s\n",
                                s.solutions.size(), known(s.complex_solutions()), known(s.degree()),
                                word_for(s.boxes_proved), word_for(s.complete), seconds);
  for (const auto& part : s.parts) {
    out +=
        fmt::format("part by {}: {} real solutions", polyfork::solution_method_name(part.method), part.real_solutions);
    if (!part.form.empty())
      out += fmt::format(", form {}, {} primes{}{}", form_as_text(part.form, report.labels), part.primes,
                         part.resultants ? ", resultants" : "",
                         part.known_basis ? ", the equations are a Groebner basis" : "");
    out += '\n';
  }
  return out;
}

}  // namespace polyfork_app
