// Families of systems of equations.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "system_text.hpp"

namespace polyfork::test {

/// x_1 + ... + x_n, ..., the sums of products of k neighbours in a circle, and x_1 ... x_n = 1.
inline std::vector<MultiPolyQ> cyclic(int n) {
  std::string variables;
  std::string equations;
  for (int i = 0; i < n; ++i) variables += (i == 0 ? "x" : ",x") + std::to_string(i);
  for (int k = 1; k < n; ++k) {
    for (int i = 0; i < n; ++i) {
      equations += "+1";
      for (int j = 0; j < k; ++j) equations += "*x" + std::to_string((i + j) % n);
    }
    equations += ",";
  }
  for (int i = 0; i < n; ++i) equations += (i == 0 ? "x" : "*x") + std::to_string(i);
  return system_of(variables, equations + "-1");
}

/// 10 x_i (sum of the squares of the others) - 11 x_i + 10.
inline std::vector<MultiPolyQ> noon(int n) {
  std::string variables;
  std::string equations;
  for (int i = 0; i < n; ++i) {
    const std::string x = "x" + std::to_string(i);
    variables += (i == 0 ? "" : ",") + x;
    if (i != 0) equations += ",";
    equations += "10-11*" + x;
    for (int j = 0; j < n; ++j)
      if (j != i) equations += "+10*" + x + "*x" + std::to_string(j) + "^2";
  }
  return system_of(variables, equations);
}

/// 2^n solutions in n + 1 variables.
inline std::vector<MultiPolyQ> katsura(int n) {
  std::string variables;
  std::string equations;
  for (int i = 0; i <= n; ++i) variables += (i == 0 ? "u" : ",u") + std::to_string(i);
  for (int m = 0; m < n; ++m) {
    for (int i = -n; i <= n; ++i)
      if (std::abs(m - i) <= n)
        equations += "+u" + std::to_string(std::abs(i)) + "*u" + std::to_string(std::abs(m - i));
    equations += "-u" + std::to_string(m) + ",";
  }
  equations += "u0-1";
  for (int i = 1; i <= n; ++i) equations += "+2*u" + std::to_string(i);
  return system_of(variables, equations);
}

}  // namespace polyfork::test
