// Transforms modulo a prime below 2^30 by the Cooley-Tukey and the Stockham formula, a kernel for each factor: the
// classical implementations that the tuned transforms (gpu/transforms) are compared with, and a text to learn from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "gpu/device/device.hpp"
#include "gpu/kernels/kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

enum class Formula : std::uint8_t { cooley_tukey, stockham };
enum class WordMultiplication : std::uint8_t { double_quotient, montgomery };
std::string_view formula_name(Formula formula) noexcept;
std::string_view multiplication_name(WordMultiplication multiplication) noexcept;
std::string_view root_powers_name(RootPowers powers) noexcept;

struct FormulaChoice {
  Formula formula = Formula::stockham;
  WordMultiplication multiplication = WordMultiplication::double_quotient;
  RootPowers powers = RootPowers::jumped;  ///< of the Cooley-Tukey formula; Stockham's reads neighbours in any case
};

/// The kernel of the same name for the multiplication.
Kernel kernel_for(WordMultiplication multiplication, Kernel with_quotient, Kernel with_montgomery) noexcept;

class FormulaTransform {
 public:
  /// Called after each launch.
  using Observer = std::function<void(Kernel)>;

  /// A transform of length 2^log_length, base_log <= log_length <= 31; root: a primitive root of that order modulo the
  /// prime p < 2^30. Tables are made on the device: n/2 words, twice as many for jumped powers.
  FormulaTransform(DeviceJob& job, std::uint32_t p, std::uint32_t root, unsigned log_length, FormulaChoice choice);

  std::size_t length() const noexcept { return std::size_t{1} << log_length_; }
  const WordField& field() const noexcept { return field_; }

  /// (Re)makes the tables: log2 n launches that double a table of powers, and as many that take jumps.
  void make_roots(const Observer& observer = {});
  /// y_i = sum_j x_j root^(i j), canonical residues in natural order, from `data`; both arrays have length() words and
  /// are used up. Returns the one that holds the result. O(n log n) operations, 2 log2 n or 3 log2 n launches.
  std::uint32_t* forward(std::uint32_t* data, std::uint32_t* other, const Observer& observer = {}) const;

 private:
  std::uint32_t power_of_root(std::uint64_t exponent) const noexcept;
  std::uint32_t* cooley_tukey(std::uint32_t* data, std::uint32_t* other, const Observer& observer) const;
  std::uint32_t* stockham(std::uint32_t* data, std::uint32_t* other, const Observer& observer) const;
  template <class Parameters>
  void run(Kernel kernel, std::size_t threads, const Parameters& parameters, const Observer& observer) const;

  DeviceJob& job_;
  WordField field_;
  std::uint32_t root_;
  unsigned log_length_;
  FormulaChoice choice_;
  DeviceArray<std::uint32_t> roots_;   // factors root^i, i < n/2
  DeviceArray<std::uint32_t> jumped_;  // for q = n/2, n/4, ...: the factors root^(n/2q i), i < q
};

/// a b modulo p by three transforms, points and a scaling. Operands and result lie on the device.
class FormulaProduct {
 public:
  FormulaProduct(DeviceJob& job, std::uint32_t p, std::uint32_t root, unsigned log_length, FormulaChoice choice);

  /// `a` and `b` have the transform's length, zero-padded, and are used up, like `other`. Returns where a b is.
  std::uint32_t* multiply(std::uint32_t* a, std::uint32_t* b, std::uint32_t* other) const;

 private:
  DeviceJob& job_;
  FormulaChoice choice_;
  FormulaTransform forward_;
  FormulaTransform inverse_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
