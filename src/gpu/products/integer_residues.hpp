// Products of integers that lie on a device: from limbs to the product's residues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "gpu/device/device.hpp"
#include "gpu/products/device_tables.hpp"
#include "gpu/transforms/device_ntt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Tables of one product, or of several with operands of the same sizes.
template <class Field>
class IntegerProductOf {
 public:
  using Value = typename Field::Value;

  /// limbs: of the longest operand's longest coefficient at most; length: coefficients of the product.
  IntegerProductOf(DeviceJob& job, std::span<const std::uint64_t> primes, std::size_t limbs, std::size_t length);

  /// From one array of residues to the next.
  std::size_t pitch() const noexcept { return transform_.words(); }
  const IntegerBasisOf<Field>& basis() const noexcept { return basis_->basis; }

  /// Residues modulo primes [first, first + count), as coefficients.
  void residues(const DeviceIntegerRows& rows, std::size_t first, std::size_t count, Value* to) const;
  /// `first` becomes the product's coefficients modulo all primes; the residues of b are made for `together` primes at
  /// a time, for fewer after a shortage of memory.
  void multiply(Value* first, std::size_t length_a, const DeviceIntegerRows& b, std::size_t together) const;
  /// `first` becomes the product's coefficients; the residues of b lie there already, and are used up.
  void multiply(Value* first, std::size_t length_a, Value* second, std::size_t length_b) const;
  void square(Value* first, std::size_t length_a) const;
  /// Residues of b modulo all primes become values, by which any number of operands can be multiplied.
  void prepare(Value* residues, std::size_t length_b) const;
  void multiply_prepared(Value* first, std::size_t length_a, const Value* values) const;

 private:
  DeviceNttOf<Field> ntt() const { return {job_.backend(), tables_->primes, transform_}; }
  void multiply(std::size_t begin, std::size_t count, Value* first, std::size_t length_a, Value* second,
                std::size_t length_b) const;

  DeviceJob& job_;
  std::size_t primes_;
  std::size_t length_;
  TransformPlan transform_;
  std::shared_ptr<const BasisTables<Field>> basis_;
  std::shared_ptr<const TransformTablesOnDevice<Field>> tables_;
};

using IntegerProduct = IntegerProductOf<F50>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
