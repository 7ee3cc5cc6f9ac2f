// What polynomials in several variables take with their texts, before these are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork_app {

/// Bytes, at most: of numbers, and of their digits.
struct FormSize {
  std::size_t numbers = 0;
  std::size_t text = 0;

  void add(const polyfork::Integer& c);
  void add(const polyfork::Rational& c);
  void add(std::uint64_t residue);
  void add(const polyfork::PolyZ& f, std::size_t name);
  template <class K>
  void add(const polyfork::SparseMultiPoly<K>& f) {
    for (std::size_t i = 0; i < f.term_count(); ++i) {
      add(f.coefficient(i));
      add_monomial(f.exponents(i), f.variables().names());
    }
  }

  /// While the text is put together, or the document that it becomes part of is written.
  std::size_t bytes(bool json) const noexcept { return numbers + text * (json ? 3 : 2); }

 private:
  void add_monomial(const std::vector<std::uint64_t>& exponents, const std::vector<std::string>& names);
};

}  // namespace polyfork_app
