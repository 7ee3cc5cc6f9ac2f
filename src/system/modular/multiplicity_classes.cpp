// Factors over Q, recognized in the square-free decomposition modulo a prime: the products of the points of one
// multiplicity are lifted to a power of the prime that tells their coefficients. That their product is f shows that
// they are factors over Z. Where that fails, the irreducible factors of f are looked for among them.
#include "system/modular/multiplicity_classes.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/factor/hensel_tree.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The prime has more.
constexpr std::size_t prime_bits = 30;

/// The factors over Z of which these are the images, monic, modulo their prime; empty where they are none.
/// Precondition: at least two images, which are coprime.
std::optional<std::vector<PolyZ>> lifted_factors(const PolyZ& f, const std::vector<PolyZp>& images,
                                                 const ExecutionContext& ctx) {
  const PrimeField& field = images[0].ring();
  PolyZp product = reduce(PolyZ::constant(f.leading_coefficient()), field, ctx);
  if (product.is_zero()) return std::nullopt;
  for (const PolyZp& g : images) product = mul(product, g, ctx);
  if (product != reduce(f, field, ctx)) return std::nullopt;
  // Mignotte's bound for the leading coefficient of f times a monic factor of degree below n, and a sign.
  const std::size_t n = f.length();
  const std::size_t bits = f.leading_coefficient().bit_length() + f.coefficients().max_bits() + n +
                           static_cast<std::size_t>(std::bit_width(n)) + 2;
  HenselTree tree(f.coefficients(), images, ctx);
  tree.lift(bits / prime_bits + 1);
  std::vector<PolyZ> factors;
  PolyZ all = PolyZ::constant(Integer(1));
  for (std::size_t i = 0; i < images.size(); ++i) {
    Residues g = tree.factor(i);
    tree.ring().scale(g, floor_div_rem(f.leading_coefficient(), tree.ring().modulus()).second);
    factors.push_back(primitive_part(PolyZ(tree.ring().symmetric(g, ctx)), ctx));
    all = mul(all, factors.back(), ctx);
  }
  if (all != f) return std::nullopt;
  return factors;
}

}  // namespace

std::vector<MultiplicityClass> multiplicity_classes(const PolyZ& f, const PolyZp& characteristic,
                                                    const ExecutionContext& ctx) {
  const auto parts = square_free_decomposition(characteristic, ctx).factors;
  if (parts.size() == 1) return {{static_cast<std::size_t>(parts[0].multiplicity), f}};
  std::vector<MultiplicityClass> classes;
  classes.reserve(parts.size());
  std::vector<PolyZp> images;
  for (const auto& part : parts) images.push_back(make_monic(part.factor, ctx));
  if (auto lifted = lifted_factors(f, images, ctx)) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      classes.push_back({static_cast<std::size_t>(parts[i].multiplicity), std::move((*lifted)[i])});
    return classes;
  }
  for (const auto& part : parts)
    classes.push_back({static_cast<std::size_t>(part.multiplicity), PolyZ::constant(Integer(1))});
  for (const auto& factor : factor(f, ctx).factors) {
    const PolyZp image = reduce(factor.polynomial, characteristic.ring(), ctx);
    const auto owner = std::find_if(parts.begin(), parts.end(),
                                    [&](const auto& part) { return rem(part.factor, image, ctx).is_zero(); });
    if (owner == parts.end()) return {};
    PolyZ& product = classes[static_cast<std::size_t>(owner - parts.begin())].polynomial;
    product = mul(product, factor.polynomial, ctx);
  }
  return classes;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
