// The plans of products as printable trees.
#include "poly/mul/mul_plan.hpp"

#include <string>

#include "core/plan_text.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Parameters as pairs of a name and a value; those that are zero are left out.
class ParameterText {
 public:
  explicit ParameterText(PlanDescription& to) : to_(to) {}

  void operator()(std::monostate) const {}
  void operator()(const ColumnParameters& p) const {
    number("grain", p.grain);
    if (p.digits) text("digits", "52 bits");
  }
  void operator()(const RecursionParameters& p) const {
    number("base_length", p.base_length);
    number("grain", p.grain);
  }
  void operator()(const PackingParameters& p) const {
    number("slot_bits", p.slot_bits);
    number("grain", p.grain);
  }
  void operator()(const TransformParameters& p) const {
    if (p.words == 0) return;  // an integer product by GMP
    number("transform_words", p.words);
    number("primes", p.primes);
    text("modulo", p.direct ? "the modulus itself" : "primes below 2^50");
  }
  void operator()(const MultimodularParameters& p) const {
    (*this)(p.transforms);
    if (p.one_limb) text("coefficients", "words");
    number("kept", p.kept);
  }
  void operator()(const DeviceParameters& p) const {
    number("transform_words", p.words);
    number("primes", p.primes);
    if (p.together != p.primes) number("primes_together", p.together);
    text("modulo", p.direct                       ? "the modulus itself"
                   : p.field == ResidueField::f31 ? "primes below 2^31"
                                                  : "primes below 2^50");
    if (p.field == ResidueField::f31) text("residues", "words of 32 bits");
    seconds("start", p.seconds.startup);
    seconds("up", p.seconds.up);
    seconds("kernels", p.seconds.kernels);
    seconds("down", p.seconds.down);
    seconds("processor", p.seconds.processor);
  }
  void operator()(const BlockParameters& p) const {
    number("slot_bits", 64 * p.block_limbs);
    (*this)(p.transforms);
  }

  void operator()(const PieceParameters& p) const {
    text("pieces", std::to_string(p.length_a) + "x" + std::to_string(p.length_b));
  }

  void text(const char* name, std::string value) const { to_.parameters.emplace_back(name, std::move(value)); }
  void seconds(const char* name, double value) const { text(name, seconds_text(value)); }
  void number(const char* name, std::size_t value) const {
    if (value != 0) text(name, std::to_string(value));
  }

 private:
  PlanDescription& to_;
};

}  // namespace

PlanDescription MulPlan::describe() const {
  PlanDescription d = describe_cost();
  const ParameterText parameter(d);
  d.algorithm = std::string(mul_algorithm_name(algorithm));
  parameter.text("lengths", std::to_string(shape.length_a) + "x" + std::to_string(shape.length_b));
  parameter.text("bits", std::to_string(shape.bits_a) + "x" + std::to_string(shape.bits_b));
  if (shape.square) parameter.text("square", "yes");
  std::visit(parameter, parameters);
  if (times != 1) parameter.number("times", times);
  for (const MulPlan& child : children) d.children.push_back(child.describe());
  return d;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
