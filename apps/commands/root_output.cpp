// The output formats of `polyfork isolate`: intervals, decimals, JSON.
#include "commands/root_output.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <polyfork/core/memory.hpp>

#include "commands/answer_document.hpp"

namespace polyfork_app {

namespace {

/// The document, or the text so far and its copy when it grows, and the copy that is written; GMP's scratch for one.
constexpr int copies_of_text = 4;

std::string multiplicity_suffix(const polyfork::RootInterval& r) {
  return r.multiplicity > 1 ? fmt::format(" mult {}", r.multiplicity) : std::string();
}

std::size_t bytes_of(const polyfork::Rational& a) {
  return (a.numerator().bit_length() + a.denominator().bit_length()) / 8 + 16;
}

}  // namespace

std::size_t report_bytes(const RootReport& report) {
  std::size_t bytes = 0;
  for (const auto& r : report.result.roots) bytes += sizeof(r) + bytes_of(r.lower) + bytes_of(r.upper);
  for (const std::string& text : report.decimals) bytes += sizeof(std::string) + text.size();
  return bytes;
}

std::size_t output_bytes(const RootReport& report) {
  constexpr std::size_t json_nodes = 1024;  // per root: a map of five values
  std::size_t texts = 0;
  std::size_t longest = 0;
  for (const auto& r : report.result.roots) {
    texts += json_nodes + 5 * (bytes_of(r.lower) + bytes_of(r.upper)) / 2;  // 2.41 digits for a byte
    longest = std::max(longest, bytes_of(r.upper));
  }
  for (const auto& text : report.decimals) texts += text.size();
  return copies_of_text * texts + 12 * longest + (std::size_t{1} << 16);
}

void require_memory_for_decimals(std::size_t count, std::size_t digits, const polyfork::ExecutionContext& ctx) {
  constexpr double largest = 9e18;
  const double bytes = static_cast<double>(count) * static_cast<double>(digits) * (1 + copies_of_text);
  const polyfork::MemoryReservation check(ctx.memory(), static_cast<std::size_t>(std::min(bytes, largest)));
}

std::string roots_as_text(const RootReport& report) {
  std::string out;
  for (const auto& r : report.result.roots) {
    if (r.exact)
      fmt::format_to(std::back_inserter(out), "[{}]", r.lower.to_string());
    else
      fmt::format_to(std::back_inserter(out), "({}, {})", r.lower.to_string(), r.upper.to_string());
    out += multiplicity_suffix(r);
    out += '\n';
  }
  return out;
}

std::string roots_as_json(const RootReport& report) {
  using json = nlohmann::ordered_json;
  const auto& result = report.result;
  json roots = json::array();
  for (std::size_t i = 0; i < result.roots.size(); ++i) {
    const auto& r = result.roots[i];
    json entry = {{"lower", r.lower.to_string()},
                  {"upper", r.upper.to_string()},
                  {"exact", r.exact},
                  {"multiplicity", r.multiplicity}};
    if (!report.decimals.empty()) entry["decimal"] = report.decimals[i];
    roots.push_back(std::move(entry));
  }
  json stats = {{"rational_roots", result.stats.rational_roots}};
  if (report.seconds) {
    // How far a search goes before Descartes' rule ends it, and whether it ends before repeated factors have been
    // looked for, depends on what its threads find first.
    stats["square_free_factors"] = result.stats.square_free_factors;
    stats["annuli"] = result.stats.annuli;
    stats["nodes"] = result.stats.nodes;
    stats["max_depth"] = result.stats.max_depth;
    stats["seconds"] = *report.seconds;
    stats["threads"] = report.threads;
  }
  json document = answer_document("isolate", {report.variable});
  document["degree"] = result.degree;
  document["count"] = result.roots.size();
  document["roots"] = std::move(roots);
  document["stats"] = std::move(stats);
  return document.dump(1) + '\n';
}

std::string count_as_json(const std::vector<std::string>& variables, std::size_t degree, std::size_t count) {
  auto document = answer_document("isolate", variables);
  document["degree"] = degree;
  document["count"] = count;
  return document.dump(1) + '\n';
}

std::string roots_as_maple(const RootReport& report) {
  std::string out = "[";
  for (const auto& r : report.result.roots)
    fmt::format_to(std::back_inserter(out), "{}[{}, {}]", out.size() > 1 ? ", " : "", r.lower.to_string(),
                   r.upper.to_string());
  return out + "]\n";
}

std::string roots_as_decimal(const RootReport& report) {
  std::string out;
  for (std::size_t i = 0; i < report.decimals.size(); ++i)
    out += report.decimals[i] + multiplicity_suffix(report.result.roots[i]) + '\n';
  return out;
}

std::string stats_as_text(const RootReport& report) {
  const auto& s = report.result.stats;
  return fmt::format(
      "degree {}, {} distinct real roots ({} rational), {} square-free factors, {} annuli, {} nodes, depth {}, "
      "{:.3f} s, {} threads\n",
      report.result.degree, report.result.roots.size(), s.rational_roots, s.square_free_factors, s.annuli, s.nodes,
      s.max_depth, report.seconds.value_or(0), report.threads);
}

}  // namespace polyfork_app
