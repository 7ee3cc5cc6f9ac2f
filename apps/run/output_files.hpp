// Files that a command writes beside its answer: checked before the work, written whole or not at all.
#pragma once

#include <string>
#include <vector>

namespace polyfork_app {

/// A file that an option names.
struct NamedOutput {
  std::string option;  // "--plot"
  std::string path;
};

/// Throws InputError for an output that is one of the inputs, standard input or standard output among them, or another
/// output: one would overwrite the other. Empty paths are left out.
void refuse_overwriting(const std::vector<NamedOutput>& outputs, const std::vector<std::string>& inputs);

/// Why the file cannot be written, as far as that can be known before it is; empty where nothing speaks against it.
std::string problem_of_output(const std::string& path);

/// Writes a file through a temporary one beside it, so that an old file stays until the new one is complete. Devices
/// and pipes are written to directly. Throws polyfork::Error, which names the file, when that fails.
void write_file(const std::string& path, const std::string& text);

}  // namespace polyfork_app
