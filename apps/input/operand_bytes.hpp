// What a polynomial takes while a command keeps it: operations charge a result only until they return it.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>
#include <polyfork/ring/residue_vector.hpp>

namespace polyfork_app {

template <class V>
std::size_t bytes_of_coefficients(const V& coefficients) {
  return coefficients.bytes();
}
inline std::size_t bytes_of_coefficients(const polyfork::ResidueVector& coefficients) {
  return coefficients.size() * sizeof(std::uint64_t);
}

template <class R>
std::size_t bytes_of(const polyfork::DensePoly<R>& f) {
  return bytes_of_coefficients(f.coefficients());
}
template <class R>
std::size_t bytes_of(const polyfork::SparsePoly<R>& f) {
  return f.term_count() * sizeof(std::uint64_t) + bytes_of_coefficients(f.packed_terms().coefficients);
}
template <class R>
std::size_t bytes_of(const polyfork::SparseMultiPoly<R>& f) {
  return f.monomials().bytes() + bytes_of_coefficients(f.coefficients());
}

}  // namespace polyfork_app
