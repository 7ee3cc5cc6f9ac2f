// Plan trees as text.
#include <polyfork/core/plan.hpp>

#include <cstdio>

#include <polyfork/poly/mul/multiplication.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

/// "12.3 us", "4.56 ms", "7.8 s": three significant digits.
std::string seconds_text(double seconds) {
  const char* unit = " s";
  if (seconds < 1e-6) {
    seconds *= 1e9, unit = " ns";
  } else if (seconds < 1e-3) {
    seconds *= 1e6, unit = " us";
  } else if (seconds < 1) {
    seconds *= 1e3, unit = " ms";
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", seconds);
  return std::string(text) + unit;
}

std::string bytes_text(std::size_t bytes) {
  constexpr const char* units[] = {" B", " KiB", " MiB", " GiB", " TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit < 4; ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return std::string(text) + units[unit];
}

void append_text(std::string& out, const PlanDescription& node, std::size_t depth) {
  out.append(2 * depth, ' ');
  out += node.algorithm;
  for (const auto& [name, value] : node.parameters) out += " " + name + "=" + value;
  out += "  workspace " + bytes_text(node.workspace_bytes) + ", about " + seconds_text(node.predicted_seconds);
  if (!node.reason.empty()) out += "  (" + node.reason + ")";
  out += '\n';
  for (const PlanDescription& child : node.children) append_text(out, child, depth + 1);
}

}  // namespace

std::string PlanDescription::to_text() const {
  std::string out;
  append_text(out, *this, 0);
  return out;
}

PlanDescription MulPlan::describe() const {
  PlanDescription d;
  d.algorithm = std::string(mul_algorithm_name(algorithm));
  const auto parameter = [&](const char* name, std::size_t value) {
    d.parameters.emplace_back(name, std::to_string(value));
  };
  d.parameters.emplace_back("lengths", std::to_string(shape.length_a) + "x" + std::to_string(shape.length_b));
  d.parameters.emplace_back("bits", std::to_string(shape.bits_a) + "x" + std::to_string(shape.bits_b));
  if (shape.square) d.parameters.emplace_back("square", "yes");
  if (base_length != 0) parameter("base_length", base_length);
  if (slot_bits != 0) parameter("slot_bits", slot_bits);
  if (transform_words != 0) {
    parameter("transform_words", transform_words);
    parameter("primes", primes);
    d.parameters.emplace_back("modulo", direct ? "the modulus itself" : "primes below 2^50");
  }
  if (words) d.parameters.emplace_back("coefficients", "words");
  if (grain != 0) parameter("grain", grain);
  if (times != 1) parameter("times", times);
  d.workspace_bytes = workspace_bytes;
  d.predicted_seconds = predicted_seconds;
  d.reason = reason;
  for (const MulPlan& child : children) d.children.push_back(child.describe());
  return d;
}

}  // namespace v1
}  // namespace polyfork
