// compare_solve: real solutions of classical systems by the commands polyfork and, where it is found, msolve.
//
// usage: compare_solve [--polyfork COMMAND] [--msolve COMMAND] [--runs N] [--filter REGEX] [FILE...]
//
// Whole processes are timed, by turns, on one thread, with boxes at most 2^-128 wide on both sides; a line per system:
// `name ours_s msolve_s ratio ours_count msolve_count`. FILEs, in msolve's format, are added to the built-in systems.
// Exit code 1 where a command fails or the boxes of the two do not meet one by one, 2 for a usage error.
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "solution_boxes.hpp"

namespace {

struct System {
  std::string name;
  std::string text;  // in msolve's format
};

std::string joined(const std::vector<std::string>& parts, const std::string& by) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : by) + part;
  return text;
}

System system_of(std::string name, const std::vector<std::string>& variables,
                 const std::vector<std::string>& equations) {
  return {std::move(name), joined(variables, ",") + "\n0\n" + joined(equations, ",\n") + "\n"};
}

std::vector<std::string> numbered(int first, int last) {
  std::vector<std::string> names;
  for (int i = first; i <= last; ++i) names.push_back(fmt::format("x{}", i));
  return names;
}

/// n + 1 variables, 2^n solutions.
System katsura(int n) {
  std::vector<std::string> equations;
  for (int m = 0; m < n; ++m) {
    // msolve 0.10 misreads x*x, and terms with the same monomial.
    std::map<std::string, int> counts;
    for (int i = -n; i <= n; ++i) {
      const auto [a, b] = std::minmax({std::abs(i), std::abs(m - i)});
      if (b <= n) ++counts[a == b ? fmt::format("x{}^2", a) : fmt::format("x{}*x{}", a, b)];
    }
    std::vector<std::string> terms;
    for (const auto& [monomial, count] : counts) terms.push_back(fmt::format("{}*{}", count, monomial));
    equations.push_back(joined(terms, "+") + fmt::format("-x{}", m));
  }
  std::string sum = "x0-1";
  for (int i = 1; i <= n; ++i) sum += fmt::format("+2*x{}", i);
  equations.push_back(sum);
  return system_of(fmt::format("katsura-{}", n), numbered(0, n), equations);
}

System cyclic(int n) {
  std::vector<std::string> equations;
  for (int k = 1; k <= n; ++k) {
    std::vector<std::string> terms;
    for (int i = 0; i < (k == n ? 1 : n); ++i) {
      std::vector<std::string> factors;
      for (int j = 0; j < k; ++j) factors.push_back(fmt::format("x{}", (i + j) % n));
      terms.push_back(joined(factors, "*"));
    }
    equations.push_back(joined(terms, "+") + (k == n ? "-1" : ""));
  }
  return system_of(fmt::format("cyclic-{}", n), numbered(0, n - 1), equations);
}

System noon(int n) {
  std::vector<std::string> equations;
  for (int i = 1; i <= n; ++i) {
    std::string f;
    for (int j = 1; j <= n; ++j)
      if (j != i) f += fmt::format("10*x{}*x{}^2+", i, j);
    equations.push_back(f + fmt::format("10-11*x{}", i));
  }
  return system_of(fmt::format("noon-{}", n), numbered(1, n), equations);
}

/// x_i^d + the other variables - 1.
System nld(int d, int n) {
  std::vector<std::string> equations;
  for (int i = 1; i <= n; ++i) {
    std::string f = fmt::format("x{}^{}-1", i, d);
    for (int j = 1; j <= n; ++j)
      if (j != i) f += fmt::format("+x{}", j);
    equations.push_back(f);
  }
  return system_of(fmt::format("nld-{}-{}", d, n), numbered(1, n), equations);
}

/// All x^i y^j with i <= a, j <= b and i + j <= total.
std::string dense_equation(int a, int b, int total, std::minstd_rand& random) {
  std::string f;
  for (int i = 0; i <= a; ++i)
    for (int j = 0; j <= b && i + j <= total; ++j) {
      f += fmt::format("{}{}", random() % 2 == 0 ? "-" : f.empty() ? "" : "+", random() % 128 + 1);
      // msolve 0.10 does not read x^0.
      if (i > 0) f += fmt::format("*x^{}", i);
      if (j > 0) f += fmt::format("*y^{}", j);
    }
  return f;
}

/// Two equations in x and y, random and dense with 7-bit coefficients, of degrees at most a in x and b in y and of
/// these total degrees.
System bivariate(int a, int b, int total, int other_total) {
  std::minstd_rand random(static_cast<std::uint_fast32_t>(a * 1000 + b));
  const std::string f = dense_equation(a, b, total, random);
  return system_of(fmt::format("bivariate-{}-{}-{}-{}", a, b, total, other_total), {"x", "y"},
                   {f, dense_equation(a, b, other_total, random)});
}

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Seconds; empty where the command fails.
std::optional<double> timed(const std::string& command) {
  const auto start = std::chrono::steady_clock::now();
  const int status = std::system(command.c_str());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return seconds;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Contender {
  std::string command;  // with a place for the input and one for the output
  std::vector<double> seconds{};
  std::vector<polyfork_bench::SolutionBox> boxes{};
};

/// False where a command fails.
bool run_once(Contender& c, const std::filesystem::path& in, const std::filesystem::path& out) {
  const auto seconds = timed(fmt::format(fmt::runtime(c.command), in.string(), out.string()));
  if (!seconds) return false;
  c.seconds.push_back(*seconds);
  c.boxes = polyfork_bench::solution_boxes(read_file(out));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Real solutions of systems by the commands polyfork and msolve");
  std::string ours = (std::filesystem::path(argv[0]).parent_path() / "../../apps/polyfork").string();
  std::string msolve = std::system("command -v msolve > /dev/null 2>&1") == 0 ? "msolve" : "";
  std::string filter = ".*";
  std::vector<std::string> files;
  int runs = 7;
  app.add_option("--polyfork", ours, "Our command")->capture_default_str();
  app.add_option("--msolve", msolve, "The command msolve, if it is not on the path");
  app.add_option("--runs", runs, "Runs of each command")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--filter", filter, "Systems whose names this expression matches");
  app.add_option("files", files, "More systems, in msolve's format");
  CLI11_PARSE(app, argc, argv);

  std::vector<System> systems = {katsura(4), katsura(5), katsura(6), katsura(7), cyclic(5),
                                 cyclic(6),  noon(3),    noon(4),    nld(3, 3),  nld(4, 3)};
  for (const auto& [a, b, total, other] : {std::array{12, 12, 12, 12},
                                           {20, 20, 20, 20},
                                           {28, 28, 28, 28},
                                           {40, 40, 40, 3},
                                           {80, 80, 80, 5},
                                           {60, 4, 64, 64},
                                           {2, 100, 102, 102},
                                           {100, 2, 102, 102},
                                           {100, 3, 103, 103}})
    systems.push_back(bivariate(a, b, total, other));
  for (const std::string& file : files) systems.push_back({std::filesystem::path(file).stem(), read_file(file)});

  const std::string pattern = std::filesystem::temp_directory_path() / "polyfork-solve-XXXXXX";
  std::string directory = pattern;
  if (::mkdtemp(directory.data()) == nullptr) return 1;
  const std::filesystem::path in = std::filesystem::path(directory) / "in.ms";
  const std::filesystem::path out = std::filesystem::path(directory) / "out";
  bool right = true;
  std::cout << "# system ours_s msolve_s ratio ours_count msolve_count; "
            << (msolve.empty() ? "msolve was not found" : msolve) << '\n';
  for (const System& system : systems) {
    if (!std::regex_search(system.name, std::regex(filter))) continue;
    std::ofstream(in) << system.text;
    Contender a{"'" + ours +
                "' solve -t 1 --width 1/340282366920938463463374607431768211456 --output msolve '{}' > '{}'"};
    Contender b{"'" + msolve + "' -t 1 -p 128 -f '{}' -o '{}'"};
    for (int run = 0; run < runs && right; ++run) {
      right = run_once(a, in, out) && right;
      if (!msolve.empty()) right = run_once(b, in, out) && right;
    }
    if (!right || a.seconds.empty()) {
      std::cout << system.name << " failed\n";
      break;
    }
    const double mine = median(a.seconds);
    if (!b.seconds.empty()) {
      const double theirs = median(b.seconds);
      const bool same = polyfork_bench::boxes_agree(a.boxes, b.boxes);
      std::cout << fmt::format("{} {:.4f} {:.4f} {:.2f} {} {}{}\n", system.name, mine, theirs, theirs / mine,
                               a.boxes.size(), b.boxes.size(), same ? "" : " other boxes");
      right = right && same;
    } else {
      std::cout << fmt::format("{} {:.4f} - - {} -\n", system.name, mine, a.boxes.size());
    }
  }
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
  return right ? 0 : 1;
}
