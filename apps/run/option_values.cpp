// Values of options, read strictly: whole numbers, seconds, rational numbers, sizes.
#include "run/option_values.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <polyfork/core/error.hpp>

#include "run/input_error.hpp"
#include "run/number_powers.hpp"

namespace polyfork_app {

namespace {

/// Values in messages are cut: an option may hold a hundred kilobytes.
std::string quoted(const std::string& text) {
  constexpr std::size_t most = 40;
  return text.size() <= most ? "'" + text + "'" : "'" + text.substr(0, most) + "...'";
}

double parse_seconds(const std::string& option, const std::string& text, double least, double most) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end)
    throw CLI::ValidationError(option, quoted(text) + " is not a number of seconds");
  if (error != std::errc{} || !(value >= least && value <= most))  // nan fails both
    throw CLI::ValidationError(option, fmt::format("{} is not between {} and {:.0f} seconds", quoted(text),
                                                   least == 0 ? "0" : fmt::format("{:g}", least), most));
  return value;
}

}  // namespace

std::uint64_t parse_whole_number(const std::string& option, const std::string& text, std::uint64_t least,
                                 std::uint64_t most) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end)
    throw CLI::ValidationError(option, quoted(text) + " is not a whole number in decimal digits");
  if (error == std::errc::result_out_of_range || value > most)
    throw CLI::ValidationError(option, fmt::format("{} is too large; at most {} is allowed", quoted(text), most));
  if (value < least) throw CLI::ValidationError(option, fmt::format("{} is too small; at least {}", value, least));
  return value;
}

CLI::Option* add_whole_number(CLI::App& command, const std::string& names, const std::string& help, std::uint64_t least,
                              std::uint64_t most, const std::function<void(std::uint64_t)>& store) {
  // The name in messages: the last one, which is the long one.
  const std::string name = names.substr(names.find(',') + 1);
  return command
      .add_option_function<std::string>(
          names, [=](const std::string& text) { store(parse_whole_number(name, text, least, most)); }, help)
      ->type_name("N");
}

CLI::Option* add_whole_numbers(CLI::App& command, const std::string& names, std::vector<int>& values,
                               const std::string& help, int least, int most) {
  return command
      .add_option_function<std::vector<std::string>>(
          names,
          [=, &values](const std::vector<std::string>& texts) {
            values.clear();
            for (const std::string& text : texts)
              values.push_back(static_cast<int>(parse_whole_number(names, text, static_cast<std::uint64_t>(least),
                                                                   static_cast<std::uint64_t>(most))));
          },
          help)
      ->delimiter(',')
      ->type_name("N,...");
}

CLI::Option* add_repeatable(CLI::App& command, const std::string& names, std::vector<std::string>& values,
                            const std::string& help, const std::string& type_name) {
  return command.add_option(names, values, help)
      ->type_name(type_name)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_seconds(CLI::App& command, const std::string& names, const std::string& help, double least,
                         double most, const std::function<void(double)>& store) {
  return command
      .add_option_function<std::string>(
          names, [=](const std::string& text) { store(parse_seconds(names, text, least, most)); }, help)
      ->type_name("SECONDS");
}

void refuse_empty_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& value : option->results())
      if (value.empty()) throw CLI::ValidationError(option->get_name(), "the value is empty");
  for (const CLI::App* command : app.get_subcommands()) refuse_empty_values(*command);
}

std::string without_outer_blanks(const std::string& text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  const std::size_t end = text.find_last_not_of(' ') + 1;
  return text.substr(begin, std::max(begin, end) - begin);
}

RationalValue parse_rational(const std::string& option, const std::string& text,
                             const polyfork::ExecutionContext& ctx) {
  try {
    // Blanks about a number and about its stroke are no part of it: x = 3, 0 , 5, 1 / 2.
    std::string number = without_outer_blanks(text);
    const bool powers = number.find('^') != std::string::npos;
    if (const std::size_t stroke = number.find('/'); stroke != std::string::npos && !powers)
      number = without_outer_blanks(number.substr(0, stroke)) + '/' + without_outer_blanks(number.substr(stroke + 1));
    polyfork::Rational value = powers ? parse_powers(number, ctx) : polyfork::Rational(number, ctx);
    const std::size_t bits = value.numerator().bit_length() + value.denominator().bit_length();
    return {std::move(value), polyfork::MemoryReservation(ctx.memory(), bits / 8 + 16)};
  } catch (const polyfork::ParseError& e) {
    throw InputError(fmt::format("{}: {} in {}", option, e.reason(), quoted(text)));
  }
}

RationalValue parse_short_rational(const std::string& option, const std::string& text,
                                   const polyfork::ExecutionContext& ctx) {
  constexpr std::size_t most = 1000000;
  constexpr std::size_t most_bits = 3'321'928;  // of a million digits
  bool longer = text.size() > most;
  try {
    longer =
        longer || (text.find('^') != std::string::npos && longest_power(without_outer_blanks(text), ctx) > most_bits);
  } catch (const polyfork::ParseError& e) {
    throw InputError(fmt::format("{}: {} in {}", option, e.reason(), quoted(text)));
  }
  for (std::size_t at = text.find_first_of("eE"); at != std::string::npos; at = text.find_first_of("eE", at + 1)) {
    const std::size_t digits = text.find_first_not_of("+-", at + 1);
    if (digits == std::string::npos) break;
    std::size_t exponent = 0;
    const auto [end, error] = std::from_chars(text.data() + digits, text.data() + text.size(), exponent);
    longer = longer || error == std::errc::result_out_of_range || exponent > most;
  }
  if (longer) throw InputError(fmt::format("{}: {} has more than {} digits", option, quoted(text), most));
  return parse_rational(option, text, ctx);
}

std::vector<std::pair<std::string, std::string>> coordinates_of(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> coordinates;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos)
      coordinates.emplace_back("", part);
    else
      coordinates.emplace_back(without_outer_blanks(part.substr(0, equals)), part.substr(equals + 1));
    begin = end + 1;
  }
  return coordinates;
}

std::vector<NamedNumber> parse_point(const std::string& option, const std::string& text,
                                     const polyfork::ExecutionContext& ctx) {
  std::vector<NamedNumber> point;
  for (const auto& [name, value] : coordinates_of(text)) point.push_back({name, parse_rational(option, value, ctx)});
  return point;
}

std::size_t parse_size(const std::string& option, const std::string& text) {
  try {
    return polyfork::parse_byte_size(text);
  } catch (const polyfork::DomainError& e) {
    throw InputError(option + ": " + e.what());
  }
}

}  // namespace polyfork_app
