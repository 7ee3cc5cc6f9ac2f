// Products in Z/pZ[x] on a device: words go up, words come down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <polyfork/core/bytes.hpp>

#include "gpu/device/device.hpp"
#include "gpu/integers/word_conversion.hpp"
#include "gpu/products/device_tables.hpp"
#include "gpu/products/integer_product.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// How a product modulo `modulus` runs; is_prime: it is known to be one, so that its own transforms may serve. Of both
/// fields the one that is predicted to be faster is taken. Pure.
/// device_bytes is `never` where devices do not reach: moduli of 2^63 and above, transforms beyond 2^28 words.
DeviceProductPlan plan_device_product_zp(std::size_t length_a, std::size_t length_b, bool square, std::uint64_t modulus,
                                         bool is_prime, const DeviceView& device, int threads) noexcept;

/// A product of words that lie on a device.
template <class Field>
class WordProductOf {
 public:
  using Value = typename Field::Value;

  /// plan: for operands whose product has `length` words, of this field.
  WordProductOf(DeviceJob& job, const DeviceProductPlan& plan, std::uint64_t modulus, std::size_t length);

  /// Residues of canonical words, as coefficients.
  DeviceArray<Value> residues(const std::uint64_t* words, std::size_t count) const;
  /// The product's words from residues of both operands, which are used up; `second` null: the square of the first.
  void multiply(Value* first, std::size_t length_a, Value* second, std::size_t length_b, std::uint64_t* words) const;
  /// Words become prepared_words() values, by which any number of operands can be multiplied.
  std::size_t prepared_words() const noexcept { return primes_ * transform_.words(); }
  void prepare(const std::uint64_t* words, std::size_t count, Value* values) const;
  /// `length`: words of this product.
  void multiply_prepared(Value* first, std::size_t length_a, const Value* values, std::size_t length,
                         std::uint64_t* words) const;

 private:
  DeviceNttOf<Field> ntt() const { return {job_.backend(), tables_->primes, transform_}; }
  DeviceJob& job_;
  std::size_t primes_;
  std::size_t length_;
  WordConversionOf<Field> conversion_;
  TransformPlan transform_;
  std::shared_ptr<const TransformTablesOnDevice<Field>> tables_;
};

using WordProduct = WordProductOf<F50>;

/// out = a b, of a.size() + b.size() - 1 words; the same span twice is squared. Precondition: the plan was made for
/// these operands, words are below the modulus. Throws DeviceFailure, Cancelled.
void multiply_on_device_zp(DeviceJob& job, const DeviceProductPlan& plan, std::uint64_t modulus,
                           std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                           std::span<std::uint64_t> out);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
