#include "child.hpp"

#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "support/statistics.hpp"

namespace polyfork_bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double preparation_seconds = 600;

// What the signal handler needs: the process groups of the living children, and a place for the signal.
std::array<std::atomic<pid_t>, 64> living{};
std::atomic<int> received{0};
static_assert(std::atomic<pid_t>::is_always_lock_free);

void on_signal(int signal) {
  received = signal;
  for (const std::atomic<pid_t>& group : living)
    if (const pid_t pid = group; pid > 0) ::kill(-pid, SIGKILL);
}

void replace_living(pid_t from, pid_t to) {
  for (std::atomic<pid_t>& group : living)
    if (pid_t expected = from; group.compare_exchange_strong(expected, to)) return;
}

bool read_all(int fd, void* data, std::size_t size) {
  for (auto* at = static_cast<char*>(data); size > 0;) {
    const ssize_t n = ::read(fd, at, size);
    if (n <= 0) return false;
    at += n, size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool write_all(int fd, const void* data, std::size_t size) {
  for (const auto* at = static_cast<const char*>(data); size > 0;) {
    const ssize_t n = ::write(fd, at, size);
    if (n <= 0) return false;
    at += n, size -= static_cast<std::size_t>(n);
  }
  return true;
}

/// From now on the peak of this process is counted anew (Linux; elsewhere it stays that of the whole life).
void forget_peak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;
}

std::size_t peak_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stoul(line.substr(6));
  return 0;
}

/// Seconds of processor time that the living processes of the group took so far (Linux; elsewhere 0).
double group_cpu_seconds(pid_t group) {
  double ticks = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    if (std::isdigit(static_cast<unsigned char>(at->path().filename().string()[0])) == 0) continue;
    std::ifstream in(at->path() / "stat");
    std::string text;
    if (!std::getline(in, text)) continue;
    std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));  // after the name
    char state = 0;
    long parent = 0, its_group = 0, skipped = 0;
    fields >> state >> parent >> its_group;
    for (int i = 0; i < 8; ++i) fields >> skipped;
    double user = 0, system = 0;
    if (fields >> user >> system && its_group == group) ticks += user + system;
  }
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

ChildRunner::Sample timed(Workload& workload, std::size_t batch) {
  const double cpu_start = cpu_seconds();
  std::vector<double> times(batch);
  const auto start = Clock::now();
  auto last = start;
  for (double& time : times) {
    workload.run();
    const auto now = Clock::now();
    time = std::chrono::duration<double, std::milli>(now - last).count();
    last = now;
  }
  const std::chrono::duration<double, std::milli> elapsed = last - start;
  const double cpu = 1e3 * (cpu_seconds() - cpu_start) / static_cast<double>(batch);
  ChildRunner::Sample sample;
  sample.status = ChildRunner::Status::ok;
  sample.cpu_milliseconds = std::max(1e-6, cpu - workload.overhead_cpu_ms());
  sample.milliseconds = std::max(1e-6, elapsed.count() / static_cast<double>(batch) - workload.overhead_ms());
  sample.median_milliseconds = std::max(1e-6, median(std::move(times)) - workload.overhead_ms());
  sample.fingerprint = workload.fingerprint();
  sample.peak_kib = workload.child_peak_kib();
  if (sample.peak_kib == 0) sample.peak_kib = peak_kib();
  return sample;
}

/// The life of the child: says that it is ready, then answers requests (the number of runs) until they end.
void serve(const std::function<std::unique_ptr<Workload>()>& make, int requests, int replies) {
  ChildRunner::Sample sample;
  try {
    const std::unique_ptr<Workload> workload = make();
    forget_peak();
    sample.status = workload ? ChildRunner::Status::ok : ChildRunner::Status::unsupported;
    write_all(replies, &sample, sizeof sample);
    for (std::uint64_t batch = 0; workload && read_all(requests, &batch, sizeof batch);) {
      sample = timed(*workload, batch);
      if (!write_all(replies, &sample, sizeof sample)) return;
    }
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    sample.status = ChildRunner::Status::failed;
    write_all(replies, &sample, sizeof sample);
  }
}

}  // namespace

double cpu_seconds() {
  double seconds = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    ::getrusage(who, &usage);
    for (const timeval& t : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  }
  return seconds;
}

void kill_children_on_signals() {
  ::signal(SIGPIPE, SIG_IGN);
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    action.sa_handler = on_signal;
    ::sigaction(signal, &action, nullptr);
  }
}

int signal_received() { return received; }

ChildRunner::ChildRunner(const std::function<std::unique_ptr<Workload>()>& make) {
  int requests[2], replies[2];
  if (::pipe(requests) != 0 || ::pipe(replies) != 0) throw std::runtime_error("cannot make a pipe");
  std::fflush(nullptr);
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("cannot start a process");
  if (pid_ == 0) {
    ::setpgid(0, 0);  // so that what it starts can be killed with it
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int signal : {SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
    ::close(requests[1]);
    ::close(replies[0]);
    serve(make, requests[0], replies[1]);
    std::fflush(nullptr);
    ::_exit(0);
  }
  ::setpgid(pid_, pid_);
  replace_living(0, pid_);
  if (signal_received() != 0) ::kill(-pid_, SIGKILL);
  ::close(requests[0]);
  ::close(replies[1]);
  requests_ = requests[1];
  replies_ = replies[0];
  status_ = receive(preparation_seconds).status;
}

ChildRunner::~ChildRunner() { stop(); }

void ChildRunner::stop() {
  if (pid_ < 0) return;
  ::close(requests_);
  ::close(replies_);
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  replace_living(pid_, 0);
  pid_ = -1;
}

ChildRunner::Sample ChildRunner::run(std::size_t batch, double limit_seconds) {
  Sample failed;
  if (status_ != Status::ok) return failed.status = status_, failed;
  const std::uint64_t request = batch;
  const double cpu_before = group_cpu_seconds(pid_);
  if (!write_all(requests_, &request, sizeof request)) return failed;
  const Sample sample = receive(limit_seconds, cpu_before);
  if (sample.status != Status::ok) status_ = sample.status;
  return sample;
}

void ChildRunner::use_processor(int processor) {
  if (pid_ < 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  ::sched_setaffinity(pid_, sizeof set, &set);  // of the first thread alone
}

ChildRunner::Sample ChildRunner::receive(double limit_seconds, double cpu_before) {
  Sample sample;
  pollfd waiting{replies_, POLLIN, 0};
  const int ready = ::poll(&waiting, 1, static_cast<int>(limit_seconds * 1e3));
  if (ready == 0)
    sample.status = Status::stopped, sample.cpu_milliseconds = 1e3 * (group_cpu_seconds(pid_) - cpu_before);
  else if (ready < 0 || !read_all(replies_, &sample, sizeof sample))
    sample = Sample{};
  if (sample.status != Status::ok) stop();
  return sample;
}

}  // namespace polyfork_bench
