// An instruction set for the length of a scope.
#pragma once

#include <polyfork/core/cpu.hpp>

namespace polyfork::test {

class ForcedIsa {
 public:
  explicit ForcedIsa(Isa isa) : previous_(active_isa()) { force_isa_for_testing(isa); }
  ForcedIsa(const ForcedIsa&) = delete;
  ForcedIsa& operator=(const ForcedIsa&) = delete;
  ~ForcedIsa() { force_isa_for_testing(previous_); }

 private:
  Isa previous_;
};

}  // namespace polyfork::test
