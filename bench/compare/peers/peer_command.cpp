#include "compare/peers/peer_command.hpp"

#include <gmp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

#include <fmt/format.h>

#include "compare/child.hpp"
#include "support/statistics.hpp"

namespace polyfork_bench {
namespace {

/// Of the living CommandDirectory. Not removed by the workloads, which may be killed at any time.
std::filesystem::path directory;

enum class Dialect { mpsolve, msolve, lines };

Dialect dialect_of(const std::string& name) {
  return name == "mpsolve" ? Dialect::mpsolve : name == "msolve" ? Dialect::msolve : Dialect::lines;
}

std::string to_decimal(const std::uint64_t* limbs, std::int32_t size) {
  mpz_t view;
  mpz_srcptr z = mpz_roinit_n(view, reinterpret_cast<const mp_limb_t*>(limbs), size);
  std::string digits(mpz_sizeinbase(z, 10) + 2, '\0');
  mpz_get_str(digits.data(), 10, z);
  digits.resize(digits.find('\0'));
  return digits;
}

/// The polynomial as the command reads it.
std::string input_text(Dialect dialect, const IntegerList& coefficients) {
  std::string out;
  if (dialect == Dialect::mpsolve)
    out = fmt::format("Monomial;\nDegree={};\nInteger;\nReal;\nDense;\n\n", coefficients.size() - 1);
  if (dialect == Dialect::msolve) out = "x\n0\n";
  bool first = true;
  coefficients.for_each([&](std::size_t i, const std::uint64_t* limbs, std::int32_t size) {
    if (dialect != Dialect::msolve) {
      out += to_decimal(limbs, size) + '\n';
    } else if (size != 0) {
      if (size > 0 && !first) out += '+';
      out += to_decimal(limbs, size) + fmt::format("*x^{}", i);
      first = false;
    }
  });
  return dialect == Dialect::msolve ? out + '\n' : out;
}

std::size_t count_lines(const std::string& text) {
  std::size_t lines = 0;
  bool blank = true;
  for (const char c : text + '\n') {
    if (c == '\n') {
      lines += blank ? 0 : 1;
      blank = true;
    } else if (c != ' ' && c != '\r' && c != '\t') {
      blank = false;
    }
  }
  return lines;
}

/// The number of roots in the command's output. msolve prints a pair "[lower, upper]" per root.
std::size_t count_roots(Dialect dialect, const std::string& output) {
  if (dialect != Dialect::msolve) return count_lines(output);
  std::size_t pairs = 0;
  for (std::size_t open = output.find('['); open != output.npos; open = output.find('[', open + 1)) {
    const std::size_t next = output.find_first_of("[]", open + 1);
    if (next == output.npos || output[next] == '[') continue;
    const auto begin = output.begin() + static_cast<std::ptrdiff_t>(open);
    pairs += std::count(begin, output.begin() + static_cast<std::ptrdiff_t>(next), ',') == 1 ? 1 : 0;
  }
  return pairs;
}

class CommandRun : public Workload {
 public:
  CommandRun(const Peer& peer, const IntegerList& polynomial, int threads)
      : dialect_(dialect_of(peer.name)), command_(peer.command), threads_(threads) {
    IntegerList trivial;
    const std::uint64_t one = 1;
    trivial.push_back(&one, -1);
    trivial.push_back(&one, 1);
    write_input(trivial);
    std::vector<double> start_up, start_up_cpu;
    for (int i = 0; i < 7; ++i) {
      const double cpu_start = cpu_seconds();
      const auto start = std::chrono::steady_clock::now();
      run();
      start_up.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
      start_up_cpu.push_back(1e3 * (cpu_seconds() - cpu_start));
    }
    start_up_ms_ = median(std::move(start_up));
    start_up_cpu_ms_ = median(std::move(start_up_cpu));
    write_input(polynomial);
  }
  void run() override {
    if (std::system(shell_line().c_str()) != 0) throw std::runtime_error(command_ + " failed");
  }
  std::uint64_t fingerprint() override {
    std::ifstream in(output(), std::ios::binary);
    return count_roots(dialect_, std::string(std::istreambuf_iterator<char>(in), {}));
  }
  double overhead_ms() override { return start_up_ms_; }
  double overhead_cpu_ms() override { return start_up_cpu_ms_; }
  std::size_t child_peak_kib() override {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss);
  }

 private:
  std::string input() const { return directory / fmt::format("{}.input", ::getpid()); }
  std::string output() const { return directory / fmt::format("{}.output", ::getpid()); }
  void write_input(const IntegerList& polynomial) const {
    std::ofstream(input(), std::ios::binary) << input_text(dialect_, polynomial);
  }
  std::string shell_line() const {
    switch (dialect_) {
      case Dialect::mpsolve:
        return fmt::format("exec {} -Gi -SR -Ob -j {} '{}' > '{}'", command_, threads_, input(), output());
      case Dialect::msolve:
        return fmt::format("exec {} -t {} -f '{}' -o '{}' > /dev/null", command_, threads_, input(), output());
      case Dialect::lines:
        break;
    }
    return fmt::format("exec {} '{}' > '{}'", command_, input(), output());
  }

  Dialect dialect_;
  std::string command_;
  int threads_;
  double start_up_ms_ = 0;
  double start_up_cpu_ms_ = 0;
};

std::unique_ptr<Workload> make(const Peer& peer, const Problem& problem, int threads) {
  // Only msolve refines what it isolates, to far less than 1/20.
  const bool refined = problem.operation == Operation::roots_width && dialect_of(peer.name) == Dialect::msolve;
  if (problem.operation != Operation::roots && !refined) return nullptr;
  return std::make_unique<CommandRun>(peer, problem.a, threads);
}

/// The first thing that looks like a version in what the command says about itself.
std::string version_of(Dialect dialect, const std::string& command) {
  const char* option = dialect == Dialect::mpsolve ? "-v" : dialect == Dialect::msolve ? "-V" : "--version";
  std::FILE* pipe = ::popen(fmt::format("{} {} 2>&1 < /dev/null", command, option).c_str(), "r");
  if (pipe == nullptr) return "";
  std::string text;
  std::array<char, 512> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
  ::pclose(pipe);
  std::smatch match;
  return std::regex_search(text, match, std::regex("[0-9]+\\.[0-9]+(\\.[0-9]+)?")) ? match.str() : "unknown";
}

}  // namespace

Peer command_peer(const std::string& name, const std::string& command) {
  return {name, version_of(dialect_of(name), command), make, command};
}

CommandDirectory::CommandDirectory() {
  std::string pattern = std::filesystem::temp_directory_path() / "polyfork-peers-XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary directory");
  directory = pattern;
}

CommandDirectory::~CommandDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
}

std::vector<Peer> commands_on_path() {
  std::vector<Peer> peers;
  for (const char* name : {"mpsolve", "msolve"})
    if (std::system(fmt::format("command -v {} > /dev/null 2>&1", name).c_str()) == 0)
      peers.push_back(command_peer(name, name));
  return peers;
}

}  // namespace polyfork_bench
