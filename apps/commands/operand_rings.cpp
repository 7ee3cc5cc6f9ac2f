// The options that name a ring, and operands over it.
#include "commands/operand_rings.hpp"

namespace polyfork_app {

void OperandRing::add_to(CLI::App& command) {
  command.add_option("--modulus", modulus, "Compute modulo this prime, of any length")->type_name("P");
  command.add_option("--over", over, "The field: Q, or Qi for Q(i), where i and I are the imaginary unit")
      ->capture_default_str()
      ->check(CLI::IsMember({"Q", "Qi"}));
}

AnyOperands read_operands_in(const OperandRing& ring, const OperandSources& sources,
                             const polyfork::ExecutionContext& ctx) {
  if (ring.is_gaussian()) {
    if (!ring.modulus.empty()) throw InputError("--over Qi: not together with --modulus");
    return read_gaussian_operands(sources, ctx);
  }
  if (!ring.modulus.empty()) (void)parse_modulus(ring.modulus);
  return read_operands(sources, ctx);
}

}  // namespace polyfork_app
