// What the names of benchmarks, "suite/arguments/who", are in a picture for readers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace polyfork_app {

/// "a/b/c" is "a", "b", "c".
std::vector<std::string> name_parts(std::string_view name);

/// The name without its last part: what was computed.
std::string cell_of(const std::string& name);
/// The last part: a library, or an algorithm of ours.
std::string who_of(const std::string& name);
/// Whether who_of stands for what a user of Polyfork gets, rather than an algorithm that somebody asked for by name.
bool is_default(const std::string& who);

/// "products in Z[x]" for z_mul; a suite without words of its own is called by its name.
std::string subject_of(const std::string& suite);
/// "FLINT" for flint.
std::string who_label(const std::string& who);
/// What the numbers in the names of a suite are, as a sentence; empty where that is not known.
std::string arguments_of(const std::string& suite);

/// For the lines of one picture: names without the suite, and without the last part where it is a word that they all
/// share. That word is stored in `shared`, which is empty otherwise.
std::vector<std::string> short_labels(const std::vector<std::string>& names, std::string& shared);

/// A text for a file's name: everything but letters, digits, '.', '_' and '-' becomes '-'.
std::string file_part(std::string_view text);

}  // namespace polyfork_app
