// Thresholds of the algorithms over Z/pZ that are built on products: series, division, half-gcd, subproduct trees.
#pragma once

#include <cstdint>
#include <string_view>

namespace polyfork {
inline namespace v1 {

/// Lengths, measured with 50- and 63-bit moduli on AVX2. Lengths with (*) count half when p has transforms of its own.
/// Lengths of gcds count 5/3 and 5/2 times where Euclid's steps run in vectors: moduli below 2^50, with AVX-512-IFMA.
/// Where columns run in vectors (below 2^50 with AVX2, too), product_length counts three times for products and ranges
/// of them, tree_length twice, inverse_length and division_length three times, or as they are with such transforms.
/// multipoint_length is that of 51 to 62 bits: it counts 5/8 times for 63 bits, 5/2 times below 2^50 with AVX2.
struct WordTuning {
  static constexpr std::string_view section = "poly.zp";
  std::int64_t product_length = 72;      ///< products inside algorithms: schoolbook up to this length (*)
  std::int64_t inverse_length = 256;     ///< power series: term by term up to this many (*)
  std::int64_t division_length = 256;    ///< division: columns when quotient or divisor is at most this long (*)
  std::int64_t half_gcd_length = 192;    ///< half-gcd: Euclid's steps up to this length
  std::int64_t gcd_length = 640;         ///< gcd, resultant: Euclid when the shorter operand is at most this long
  std::int64_t matrix_length = 40;       ///< half-gcd: products of matrices share transforms above this length
  std::int64_t tree_length = 64;         ///< subproduct trees: nodes share transforms above this many points (*)
  std::int64_t horner_length = 16;       ///< subproduct trees: leaves of up to this many points
  std::int64_t multipoint_length = 768;  ///< evaluation: point by point for that few points or coefficients (*)
  template <class Visitor>
  void visit(Visitor&& v) {
    v("product_length", product_length);
    v("inverse_length", inverse_length);
    v("division_length", division_length);
    v("half_gcd_length", half_gcd_length);
    v("gcd_length", gcd_length);
    v("matrix_length", matrix_length);
    v("tree_length", tree_length);
    v("horner_length", horner_length);
    v("multipoint_length", multipoint_length);
  }
};

}  // namespace v1
}  // namespace polyfork
