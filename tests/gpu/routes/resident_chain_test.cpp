// The example of resident polynomials on the emulated device: it says where it ran, and that results are equal.
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "emulated_device.hpp"

#define main resident_chain_example
#include "../../../examples/resident_chain.cpp"
#undef main

namespace polyfork::test {
namespace {

/// What the example prints.
std::string printed() {
  std::ostringstream text;
  std::streambuf* const before = std::cout.rdbuf(text.rdbuf());
  resident_chain_example(1, nullptr);
  std::cout.rdbuf(before);
  return text.str();
}

TEST(ResidentChain, RunsOnTheDevice) {
  const EmulatedDevice emulated;
  const std::string text = printed();
  EXPECT_NE(text.find("over Z: 598 coefficients on the device, equal"), std::string::npos) << text;
  EXPECT_NE(text.find("over Z/pZ: 598 coefficients on the device, equal"), std::string::npos) << text;
}

}  // namespace
}  // namespace polyfork::test
