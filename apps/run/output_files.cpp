// Files that are checked before the work and written through a temporary one.
#include "run/output_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <polyfork/core/error.hpp>

#include "run/input_error.hpp"

namespace polyfork_app {

namespace {

namespace fs = std::filesystem;

/// What identifies a regular file; nothing for others, which nobody overwrites, and for what does not exist.
using Identity = std::optional<std::pair<dev_t, ino_t>>;

Identity identity_of(int result, const struct stat& status) {
  if (result != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return std::pair(status.st_dev, status.st_ino);
}

Identity identity(const std::string& path) {
  struct stat status = {};
  return identity_of(::stat(path.c_str(), &status), status);
}

Identity identity(int descriptor) {
  struct stat status = {};
  return identity_of(::fstat(descriptor, &status), status);
}

bool same_file(const std::string& a, const std::string& b) {
  const Identity first = identity(a);
  const Identity second = identity(b);
  if (first || second) return first == second;
  std::error_code error;
  // Neither exists: two names of one place. Devices may be named twice.
  if (fs::exists(a, error) || fs::exists(b, error)) return false;
  return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

[[noreturn]] void fail(const std::string& path, int reason) {
  throw polyfork::Error(path + ": " + std::strerror(reason));
}

void write_and_close(std::FILE* file, const std::string& path, const std::string& text) {
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  int reason = errno;
  if (std::fclose(file) != 0 && written) {  // what was buffered is written here
    written = false;
    reason = errno;
  }
  if (!written) fail(path, reason);
}

/// A file that disappears unless it becomes the one it stands for.
class TemporaryFile {
 public:
  /// shown: the target's name in messages.
  TemporaryFile(const std::string& target, std::string shown) : shown_(std::move(shown)), path_(target + ".XXXXXX") {
    descriptor_ = ::mkstemp(path_.data());
    if (descriptor_ < 0) fail(shown_, errno);
  }
  ~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void become(const std::string& target, const std::string& text, mode_t mode) {
    ::fchmod(descriptor_, mode);
    std::FILE* const file = ::fdopen(descriptor_, "wb");
    if (file == nullptr) fail(shown_, errno);
    write_and_close(file, shown_, text);
    if (std::rename(path_.c_str(), target.c_str()) != 0) fail(shown_, errno);
    path_.clear();
  }

 private:
  std::string shown_;
  std::string path_;
  int descriptor_ = -1;
};

mode_t mode_of_new_files() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

void refuse_overwriting(const std::vector<NamedOutput>& outputs, const std::vector<std::string>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, path] = outputs[i];
    if (path.empty()) continue;
    for (std::size_t j = 0; j < i; ++j)
      if (!outputs[j].path.empty() && same_file(path, outputs[j].path))
        throw InputError(outputs[j].option + " and " + option + " name one file, " + path);
    for (const std::string& input : inputs) {
      const bool standard = input == "-";
      if (input.empty() ||
          !(standard ? identity(path) && identity(path) == identity(STDIN_FILENO) : same_file(path, input)))
        continue;
      throw InputError(option + ": " + path + " is the input, which it would overwrite");
    }
    if (identity(path) && identity(path) == identity(STDOUT_FILENO))
      throw InputError(option + ": " + path + " is where the answer goes");
  }
}

std::string problem_of_output(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return std::strerror(EISDIR);
  if (fs::exists(status)) return ::access(path.c_str(), W_OK) == 0 ? "" : std::strerror(errno);
  const fs::path folder = fs::path(path).parent_path();
  return ::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0 ? "" : std::strerror(errno);
}

void write_file(const std::string& path, const std::string& text) {
  struct stat status = {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);  // a link stays, what it leads to is replaced
  const fs::path folder = target.parent_path();
  const bool regular = exists ? S_ISREG(status.st_mode) : !fs::is_symlink(fs::symlink_status(path, error));
  const bool replaceable = regular && !target.empty() && ::access(folder.c_str(), W_OK | X_OK) == 0;
  if (exists && ::access(path.c_str(), W_OK) != 0) fail(path, errno);
  if (replaceable) {
    TemporaryFile(target.string(), path)
        .become(target.string(), text, exists ? status.st_mode & 07777 : mode_of_new_files());
    return;
  }
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) fail(path, errno);
  write_and_close(file, path, text);
}

}  // namespace polyfork_app
