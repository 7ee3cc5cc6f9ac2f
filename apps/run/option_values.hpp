// Values of options, read strictly: whole numbers in decimal digits, seconds, rational numbers, sizes.
//
// CLI11 converts numbers as C does: 010 is octal, 0x10 hexadecimal, and what does not fit becomes the largest number.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork_app {

inline constexpr int most_threads = 1024;  ///< what ExecutionContext::with_threads takes
inline constexpr int most_devices = 255;

/// The number, or CLI::ValidationError that names the option.
std::uint64_t parse_whole_number(const std::string& option, const std::string& text, std::uint64_t least,
                                 std::uint64_t most);

/// An option or positional argument for a whole number in [least, most], which `store` receives.
CLI::Option* add_whole_number(CLI::App& command, const std::string& names, const std::string& help, std::uint64_t least,
                              std::uint64_t most, const std::function<void(std::uint64_t)>& store);

/// The same, into a variable that lives as long as the command.
template <std::integral I>
CLI::Option* add_whole_number(CLI::App& command, const std::string& names, I& value, const std::string& help,
                              std::uint64_t least = 0,
                              std::uint64_t most = static_cast<std::uint64_t>(std::numeric_limits<I>::max())) {
  return add_whole_number(command, names, help, least, most,
                          [&value](std::uint64_t number) { value = static_cast<I>(number); });
}

/// Numbers separated by commas, each in [least, most].
CLI::Option* add_whole_numbers(CLI::App& command, const std::string& names, std::vector<int>& values,
                               const std::string& help, int least, int most);

/// An option for a text that may be given several times, with one value each time: words behind it are not its own, and
/// brackets of a value belong to it.
CLI::Option* add_repeatable(CLI::App& command, const std::string& names, std::vector<std::string>& values,
                            const std::string& help, const std::string& type_name);

/// An option for a decimal number of seconds in [least, most].
CLI::Option* add_seconds(CLI::App& command, const std::string& names, const std::string& help, double least,
                         double most, const std::function<void(double)>& store);

/// CLI::ValidationError for an option of the parsed command that was given an empty value.
void refuse_empty_values(const CLI::App& app);

/// A rational number that an option gave, charged to the context while it lives.
struct RationalValue {
  polyfork::Rational value;
  polyfork::MemoryReservation reservation;
};

/// The text without blanks at its ends.
std::string without_outer_blanks(const std::string& text);

/// "p", "p/q", "1.25", "1e-3", and with powers as number_powers.hpp has them "2^-128" and "1/2^128". Throws InputError
/// that names the option, and what the context's limits demand.
RationalValue parse_rational(const std::string& option, const std::string& text, const polyfork::ExecutionContext& ctx);

/// A number of at most a million digits, read as parse_rational does. Throws InputError for longer ones at once.
RationalValue parse_short_rational(const std::string& option, const std::string& text,
                                   const polyfork::ExecutionContext& ctx);

/// A coordinate of a point: a name, empty where there is none, and a value.
struct NamedNumber {
  std::string name;
  RationalValue number;
};
/// The parts of "2" or "x=2,y=1/3" as texts: the names, empty where there is none, without blanks, and the values.
std::vector<std::pair<std::string, std::string>> coordinates_of(const std::string& text);
/// "2", or "x=2,y=1/3", blanks allowed. Throws InputError that names the option.
std::vector<NamedNumber> parse_point(const std::string& option, const std::string& text,
                                     const polyfork::ExecutionContext& ctx);

/// "64K", "8G", "1000000": bytes. Throws InputError that names the option.
std::size_t parse_size(const std::string& option, const std::string& text);

}  // namespace polyfork_app
