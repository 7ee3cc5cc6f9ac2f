#include "options.hpp"

#include <CLI/CLI.hpp>

namespace polyfork_bench {

std::optional<CompareOptions> parse_options(int argc, char** argv, const std::string& suite, int& exit_code) {
  CompareOptions options;
  std::string filter;
  std::vector<std::string> peers;
  CLI::App app("Compares Polyfork with other libraries, same inputs, same run: " + suite);
  app.add_option("--threads", options.threads, "Threads for every library that has them")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app.add_option("--filter", filter, "Only cells whose name this regular expression matches (searched in all cells)");
  app.add_flag("--all", options.all, "All cells, also those that take long");
  app.add_option("--json", options.json, "Also write the results to this file");
  app.add_option("--peer", peers, "A command as a peer, NAME=COMMAND; mpsolve and msolve are known by name")
      ->check([](const std::string& text) {
        const std::size_t at = text.find('=');
        return at == 0 || at == text.npos || at + 1 == text.size() ? "expected NAME=COMMAND" : "";
      });
  app.add_option("--only", options.only, "Only these peers, by name, such as flint,ntl; none: Polyfork alone")
      ->delimiter(',');
  app.add_option("--stop-after", options.stop_after, "Seconds after which one run is stopped")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option(
         "--batch", options.batch,
         "Milliseconds for which what takes less is run without a pause in one timing: with many, threads stay awake")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_flag("--cpu-time", options.cpu_time,
               "Processor time of all threads instead of wall time: for one thread on a machine that others use");
  app.add_flag("--memory", options.memory, "Also print the peak resident memory of each, in KiB");
  CLI::Option* const scaling = app.add_flag(
      "--scaling", options.scaling,
      "No peers: how many times faster each cell is on so many threads than on one, beside a loop of multiply-adds");
  for (const char* of_peers : {"--peer", "--only", "--cpu-time", "--memory"})
    scaling->excludes(app.get_option(of_peers));
  app.add_flag("--list", options.list, "Print the names of the cells and stop");
  try {
    app.parse(argc, argv);
    if (!filter.empty()) options.filter.emplace(filter);
  } catch (const CLI::ParseError& e) {
    exit_code = app.exit(e) == 0 ? 0 : 2;
    return std::nullopt;
  } catch (const std::regex_error& e) {
    exit_code = app.exit(CLI::ValidationError("--filter", e.what())) == 0 ? 0 : 2;
    return std::nullopt;
  }
  for (const std::string& peer : peers) {
    const std::size_t at = peer.find('=');
    options.commands.emplace_back(peer.substr(0, at), peer.substr(at + 1));
  }
  return options;
}

}  // namespace polyfork_bench
