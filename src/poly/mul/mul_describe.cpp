// The plans of products as printable trees.
#include <string>

#include <polyfork/poly/mul/multiplication.hpp>

namespace polyfork {
inline namespace v1 {

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
