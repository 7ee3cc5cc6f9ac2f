#include "compare.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <polyfork/version.hpp>

#include "compare/peers/peer_command.hpp"
#include "contenders.hpp"
#include "json_file.hpp"
#include "options.hpp"
#include "scaling.hpp"

namespace polyfork_bench {
namespace {

using Status = ChildRunner::Status;

/// Polyfork, then every peer that was found or named.
std::vector<Peer> find_libraries(const CompareOptions& options, const std::vector<Peer>& more) {
  std::vector<Peer> libraries = {{"polyfork", polyfork::version_string(), make_polyfork, ""},
                                 {"no-shortcuts", polyfork::version_string(), make_without_shortcuts, ""}};
  libraries.insert(libraries.end(), more.begin(), more.end());
#ifdef POLYFORK_PEER_GMP
  libraries.push_back(gmp_peer());
#endif
#ifdef POLYFORK_PEER_FLINT
  libraries.push_back(flint_peer());
  libraries.push_back(flint_multimodular_peer());
#endif
#ifdef POLYFORK_PEER_NTL
  libraries.push_back(ntl_peer());
#endif
#ifdef POLYFORK_PEER_PARI
  libraries.push_back(pari_peer());
#endif
  for (const auto& [name, command] : options.commands) libraries.push_back(command_peer(name, command));
  for (const Peer& peer : commands_on_path())
    if (std::none_of(libraries.begin(), libraries.end(), [&](const Peer& p) { return p.name == peer.name; }))
      libraries.push_back(peer);
  if (!options.only.empty())
    std::erase_if(libraries, [&](const Peer& p) {
      return p.name != "polyfork" && std::find(options.only.begin(), options.only.end(), p.name) == options.only.end();
    });
  return libraries;
}

std::string number(double value) { return fmt::format("{:.{}f}", value, value >= 100 ? 0 : value >= 1 ? 2 : 4); }

/// One line of output and one entry of the JSON file.
struct Line {
  std::string cell;
  int threads;
  Outcome ours, theirs;
  std::string peer;  ///< empty: nobody to compare with
  double steps;

  bool failed() const { return ours.status == Status::failed || theirs.status == Status::failed; }
  /// Two results that are not the same.
  bool mismatch() const {
    return ours.status == Status::ok && theirs.status == Status::ok && ours.fingerprint != theirs.fingerprint;
  }
  double ratio() const { return theirs.milliseconds / ours.milliseconds; }
  double nanoseconds(const Outcome& o) const { return 1e6 * o.milliseconds / steps; }
  std::string per_step(const Outcome& o) const {
    return o.status == Status::failed ? "failed" : fmt::format("{:.4f}", nanoseconds(o));
  }
  bool has_ratio() const { return !failed() && !(ours.status == Status::stopped && theirs.status == Status::stopped); }

  void print(bool memory) const {
    const auto time = [](const Outcome& o) { return o.status == Status::failed ? "failed" : number(o.milliseconds); };
    fmt::print("{} {}{} {} {} {} {}{}", cell, time(ours), ours.status == Status::stopped ? "+" : "", time(theirs),
               has_ratio() ? fmt::format("{:.3g}", ratio()) : "-", threads, peer,
               theirs.status == Status::stopped ? "+" : "");
    const auto peak = [](const Outcome& o) { return o.peak_kib == 0 ? "-" : std::to_string(o.peak_kib); };
    if (memory) fmt::print(" {} {}", peak(ours), peak(theirs));
    if (steps > 0) fmt::print(" {} {}", per_step(ours), per_step(theirs));
    fmt::print("{}\n", mismatch() ? " MISMATCH" : "");
    std::fflush(stdout);
  }
  nlohmann::ordered_json to_json() const {
    nlohmann::ordered_json json = {{"cell", cell},           {"ours_ms", ours.milliseconds},
                                   {"ours_runs", ours.runs}, {"ours_stopped", ours.status == Status::stopped},
                                   {"threads", threads},     {"ours_peak_kib", ours.peak_kib}};
    if (steps > 0) json["ours_ns_per_step"] = nanoseconds(ours);
    if (peer.empty()) {
      json["failed"] = ours.status == Status::failed;
      return json;
    }
    json["peer"] = peer;
    json["peer_ms"] = theirs.milliseconds;
    json["peer_runs"] = theirs.runs;
    json["peer_stopped"] = theirs.status == Status::stopped;
    json["peer_peak_kib"] = theirs.peak_kib;
    if (steps > 0) json["peer_ns_per_step"] = nanoseconds(theirs);
    json["ratio"] = has_ratio() ? nlohmann::ordered_json(ratio()) : nullptr;
    json["failed"] = failed();
    json["mismatch"] = mismatch();
    return json;
  }
};

bool write_lines(const std::string& file, const std::string& suite, const std::vector<Peer>& libraries,
                 const std::vector<Line>& lines, bool cpu_time) {
  nlohmann::ordered_json json = json_header(suite);
  json["time"] = cpu_time ? "processor" : "wall";
  for (const Peer& library : libraries) json["versions"][library.name] = library.version;
  json["cells"] = nlohmann::ordered_json::array();
  for (const Line& line : lines) json["cells"].push_back(line.to_json());
  return write_json(file, json);
}

std::vector<CompareCell> selected(const std::vector<CompareCell>& cells, const CompareOptions& options) {
  std::vector<CompareCell> chosen;
  for (const CompareCell& cell : cells)
    if (options.filter ? std::regex_search(cell.name, *options.filter) : cell.standard || options.all)
      chosen.push_back(cell);
  return chosen;
}

}  // namespace

int compare_main(int argc, char** argv, const std::string& suite, const std::vector<CompareCell>& cells,
                 const std::vector<Peer>& more) {
  int exit_code = 0;
  const std::optional<CompareOptions> options = parse_options(argc, argv, suite, exit_code);
  if (!options) return exit_code;
  const std::vector<CompareCell> chosen = selected(cells, *options);
  if (chosen.empty()) {
    fmt::print(stderr, "no cell matches; --list --all shows their names\n");
    return 2;
  }
  if (options->list) {
    for (const CompareCell& cell : chosen) fmt::print("{}\n", cell.name);
    return 0;
  }
  kill_children_on_signals();
  if (options->scaling) return scaling_main(suite, chosen, *options);
  const CommandDirectory directory;
  const std::vector<Peer> libraries = find_libraries(*options, more);
  fmt::print("#");
  for (const Peer& library : libraries) fmt::print(" {} {}", library.name, library.version);
  fmt::print("\n# cell ours_ms peer_ms ratio threads peer{}{}\n", options->memory ? " ours_kib peer_kib" : "",
             chosen.front().steps > 0 ? " ours_ns_per_step peer_ns_per_step" : "");

  bool good = true;
  std::vector<Line> lines;
  std::map<std::pair<std::string, std::size_t>, double> stopped;  // series and library: after so many milliseconds
  for (const CompareCell& cell : chosen) {
    std::vector<double> skip(libraries.size());
    for (std::size_t i = 0; i < libraries.size(); ++i)
      if (const auto at = stopped.find({cell.series, i}); at != stopped.end()) skip[i] = at->second;
    const std::vector<Outcome> outcomes = measure_cell(cell, libraries, skip, *options);
    if (signal_received() != 0) return 128 + signal_received();
    bool compared = false;
    for (std::size_t i = 0; i < libraries.size(); ++i) {
      if (outcomes[i].status == Status::stopped && !cell.series.empty())
        stopped.emplace(std::pair(cell.series, i), outcomes[i].milliseconds);
      if (i == 0 || outcomes[i].status == Status::unsupported) continue;
      compared = true;
      lines.push_back({cell.name, options->threads, outcomes[0], outcomes[i], libraries[i].name, cell.steps});
      lines.back().print(options->memory);
      good = good && !lines.back().failed() && !lines.back().mismatch();
    }
    if (!compared) {
      const double ms = outcomes[0].milliseconds;
      fmt::print("{} {}{} - - {} -{}\n", cell.name, number(ms), outcomes[0].status == Status::stopped ? "+" : "",
                 options->threads, cell.steps > 0 ? fmt::format(" {:.4f} -", 1e6 * ms / cell.steps) : "");
      good = good && outcomes[0].status != Status::failed;
      lines.push_back({cell.name, options->threads, outcomes[0], {}, "", cell.steps});
    }
  }
  if (!options->json.empty()) good = write_lines(options->json, suite, libraries, lines, options->cpu_time) && good;
  return good ? 0 : 1;
}

}  // namespace polyfork_bench
