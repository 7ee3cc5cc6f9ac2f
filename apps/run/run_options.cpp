// The options that every computing command has, and the execution context that they describe.
#include "run/run_options.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <unistd.h>

#include <fmt/core.h>
#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/gpu/device.hpp>

#include "run/input_error.hpp"
#include "run/option_values.hpp"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace polyfork_app {

namespace {

/// Under a cap long arrays have pages of their own, which the system has back as soon as they are freed. By itself the
/// allocator of glibc takes longer ones from its heap once one was freed, whose gaps stay with the process.
void give_back_freed_memory() noexcept {
#if defined(__GLIBC__)
  constexpr int long_array = 1 << 20;
  ::mallopt(M_MMAP_THRESHOLD, long_array);
#endif
}

}  // namespace

void write_diagnostic(const std::string& text) noexcept { std::fwrite(text.data(), 1, text.size(), stderr); }

void note_for_readers(const std::string& what) noexcept {
  if (isatty(STDOUT_FILENO) != 0) write_diagnostic("polyfork: note: " + what + '\n');
}

void write_output(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw polyfork::Error(std::string("standard output: ") + std::strerror(errno));
}

void RunOptions::add_to(CLI::App& command) {
  add_whole_number(command, "-t,--threads", threads, "Threads; 0 means all that this process may use", 0, most_threads);
  command.add_option("--backend", backend, "Fork-join back end")
      ->check(CLI::IsMember({"tbb", "openmp", "serial", "profile", "thread"}));
  command.add_option("--memory-limit", memory_limit, "Cap in bytes, with K, M, G or T");
  devices.add_to(command);
  add_seconds(command, "--timeout", "Stop after so many seconds", 1e-6, 1e8,
              [this](double seconds) { timeout = seconds; });
  command.add_flag("-q,--quiet", quiet, "No progress display");
}

Run::Run(const RunOptions& options, Interruption& interruption) : bar_(!options.quiet) {
  try {
    // Touched first, so that errors in the environment are reported before any work.
    context_ = polyfork::ExecutionContext::default_context();
    polyfork::active_isa();
    if (options.threads != 0) context_ = context_->with_threads(options.threads);
    if (options.backend == "profile") {
      profiled_ = true;
      context_ = context_->with_profile(profile_);
    } else if (!options.backend.empty()) {
      context_ = context_->with_backend(polyfork::backend_from_name(options.backend));
    }
  } catch (const polyfork::DomainError& e) {
    throw InputError(e.what());
  }
  context_ = options.devices.applied_to(*context_);
  if (!options.memory_limit.empty()) {
    context_ = context_->with_memory_limit(parse_size("--memory-limit", options.memory_limit));
    give_back_freed_memory();
  }
  context_ = context_->with_stop_token(interruption.token());
  if (!options.quiet)
    context_ =
        context_->with_progress([this](std::string_view stage, double fraction) { bar_.update(stage, fraction); });
  if (options.timeout) interruption.set_timeout(std::chrono::duration<double>(*options.timeout));
}

void Run::report_profile() const {
  if (profiled_) write_diagnostic(profile_.summary().to_text());
}

InputText read_input(const std::string& path, const polyfork::ExecutionContext& ctx) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      path == "-" ? stdin : std::fopen(path.c_str(), "rb"),
      [](std::FILE* f) { return f == stdin ? 0 : std::fclose(f); });
  if (!file) throw polyfork::Error(path + ": " + std::strerror(errno));
  InputText input;
  std::string& text = input.text;
  std::size_t used = 0;
  // A byte more than the file has: the read that fills it finds the end. Pipes have no size.
  std::error_code no_size;
  const std::uintmax_t size = file.get() == stdin ? 0 : std::filesystem::file_size(path, no_size);
  // What is done to so long an operand can be worth a device, whose start takes about as long as reading it.
  constexpr std::uintmax_t worth_a_start = std::uintmax_t{64} << 20;
  if (!no_size && size >= worth_a_start) polyfork::start_device(ctx);
  std::size_t wanted = no_size ? 0 : static_cast<std::size_t>(size) + 1;
  for (;;) {
    ctx.poll();
    if (used == text.size()) {
      wanted = std::max({wanted, used * 2, std::size_t{1} << 16});
      polyfork::MemoryReservation grown(ctx.memory(), wanted);  // beside the old text, which is copied
      text.resize(wanted);
      input.reservation = std::move(grown);
    }
    const std::size_t got = std::fread(text.data() + used, 1, text.size() - used, file.get());
    used += got;
    if (got == 0) break;
  }
  const bool failed = std::ferror(file.get()) != 0;
  text.resize(used);
  if (failed) throw polyfork::Error(path + ": " + std::strerror(errno));
  return input;
}

}  // namespace polyfork_app
