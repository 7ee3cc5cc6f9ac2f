// From the field that a plan names to the type that kernels are made of.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <polyfork/core/device.hpp>

#include "gpu/kernels/field_f31.hpp"
#include "gpu/kernels/field_f50.hpp"
#include "gpu/transforms/residue_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class Field>
inline constexpr ResidueField field_of = std::is_same_v<Field, F31> ? ResidueField::f31 : ResidueField::f50;

template <class Field>
const FieldRates& rates_of(const DeviceRates& rates) noexcept {
  return field_of<Field> == ResidueField::f31 ? rates.f31 : rates.f50;
}

/// body(Field()) for the field's type.
template <class Body>
decltype(auto) with_field(ResidueField field, const Body& body) {
  return field == ResidueField::f31 ? body(F31()) : body(F50());
}

/// Primes of one field.
struct FieldPrimes {
  ResidueField field = ResidueField::f50;
  std::vector<std::uint64_t> primes;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
