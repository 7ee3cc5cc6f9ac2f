// Factors over Q, recognized in the square-free decomposition modulo a prime: the products of the points of one
// multiplicity are lifted to powers of the prime until one tells their coefficients. Exact division of f shows that
// they are factors over Z. Where that fails, the irreducible factors of f are looked for among them.
#include "system/modular/multiplicity_classes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/factor_z/hensel_tree.hpp"
#include "poly/rational_roots/rational_candidates.hpp"
#include "system/proofs/exact_multiple.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The prime has more.
constexpr std::size_t prime_bits = 30;
/// A residue has a fraction by chance shorter than the modulus by so many bits once in 2^30.
constexpr std::size_t chance_bits = 30;

/// The primitive polynomial over Z that is a multiple of a monic one modulo m, if its coefficients are short beside m.
std::optional<PolyZ> primitive_multiple(const ResidueRing& ring, const Residues& monic, const ExecutionContext& ctx) {
  const Integer& m = ring.modulus();
  const auto is_short = [&](const Integer& a) { return a.bit_length() + chance_bits < m.bit_length(); };
  const auto times = [&](const Integer& a, std::size_t i) {
    Integer r = floor_div_rem(a * ring.symmetric(monic, i), m).second;
    if (r + r > m) r -= m;
    return r;
  };
  Integer denominator(1);
  for (std::size_t i = 0; i < monic.length; ++i) {
    ctx.poll();
    const Integer scaled = times(denominator, i);
    if (is_short(scaled)) continue;
    const auto fraction = small_fraction(floor_div_rem(scaled, m).second, m, ctx);
    if (!fraction) return std::nullopt;
    denominator *= fraction->denominator();
    if (!is_short(denominator)) return std::nullopt;
  }
  std::vector<Integer> coefficients;
  for (std::size_t i = 0; i < monic.length; ++i) {
    coefficients.push_back(times(denominator, i));
    if (!is_short(coefficients.back())) return std::nullopt;
  }
  return primitive_part(PolyZ::from_elements({}, coefficients), ctx);
}

/// The factors over Z of which these are the images, monic, modulo their prime; empty where they are none. All but the
/// longest are lifted, that is what is left. Precondition: at least two images, which are coprime.
std::optional<std::vector<PolyZ>> lifted_factors(const PolyZ& f, const std::vector<PolyZp>& images,
                                                 const ExecutionContext& ctx) {
  const PrimeField& field = images[0].ring();
  PolyZp product = reduce(PolyZ::constant(f.leading_coefficient()), field, ctx);
  if (product.is_zero()) return std::nullopt;
  for (const PolyZp& g : images) product = mul(product, g, ctx);
  if (product != reduce(f, field, ctx)) return std::nullopt;
  const auto longest =
      static_cast<std::size_t>(std::max_element(images.begin(), images.end(),
                                                [](const auto& a, const auto& b) { return a.length() < b.length(); }) -
                               images.begin());
  // More than twice the bits of every factor's coefficients (Mignotte).
  const std::size_t most = 2 * (f.coefficients().max_bits() + f.length() + chance_bits) / prime_bits + 1;
  HenselTree tree(f.coefficients(), images, ctx);
  for (std::size_t exponent = 2; exponent < 2 * most; exponent *= 2) {
    tree.lift(std::min(exponent, most));
    std::vector<PolyZ> factors(images.size());
    PolyZ rest = f;
    bool found = true;
    for (std::size_t i = 0; i < images.size() && found; ++i) {
      if (i == longest) continue;
      auto factor = primitive_multiple(tree.ring(), tree.factor(i), ctx);
      found = factor && is_multiple_of(rest, *factor, ctx);
      if (!found) break;
      rest = exact_div(rest, *factor, ctx);
      factors[i] = std::move(*factor);
    }
    if (!found) continue;
    factors[longest] = std::move(rest);
    return factors;
  }
  return std::nullopt;
}

}  // namespace

std::vector<MultiplicityClass> multiplicity_classes(const PolyZ& f, const PolyZp& characteristic,
                                                    const ExecutionContext& ctx) {
  const auto parts = square_free_decomposition(characteristic, ctx).factors;
  if (parts.size() == 1) return {{static_cast<std::size_t>(parts[0].multiplicity), f}};
  std::vector<MultiplicityClass> classes;
  classes.reserve(parts.size());
  std::vector<PolyZp> images;
  images.reserve(parts.size());
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
