// Powers y^floor(p^k / q) modulo h(y) by doubling k.
//
// With p^i = q e_i + r_i, 0 < r_i < q: p^(i + j) = q (p^j e_i + r_i e_j) + r_i r_j, so that y^(e_(i + j)) is the j-th
// conjugate of y^(e_i) times y^(r_i e_j + floor(r_i r_j / q)). Conjugates are compositions with y^(p^j). The exponent
// has k log2(p) binary digits; only log2(p) squares are taken.
#include "poly/factor/inflation_steps.hpp"

#include <bit>
#include <optional>
#include <utility>

#include <polyfork/ring/integer.hpp>

#include "poly/factor/factor_zp_generic.hpp"
#include "poly/factor/factor_zp_words.hpp"
#include "poly/factor/word_composition.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// F[y]/(h) on words, h of degree at least 2.
class WordRoots {
 public:
  using Element = ResidueVector;

  WordRoots(const FactorAlgebra& w, const PolyZp& h) : h_(h), q_(w, h.coefficients()) {}

  std::uint64_t characteristic_quotient(std::uint64_t q) const noexcept { return modulus().value() / q; }
  std::uint64_t characteristic_rest(std::uint64_t q) const noexcept { return modulus().value() % q; }
  Element one() const {
    Element a(q_.degree());
    a[0] = q_.one();
    return a;
  }
  Element root() const {
    Element a(q_.degree());
    a[1] = q_.one();
    return a;
  }
  Element frobenius() const { return root_power(modulus().value()); }
  Element root_power(std::uint64_t e) const {
    Element a(q_.degree());
    q_.power_of_linear(0, e, a);
    return a;
  }
  Element power(const Element& a, std::uint64_t e) const {
    Element result(q_.degree());
    q_.power(a, e, result);
    return result;
  }
  Element times(const Element& a, const Element& b) const {
    Element result(q_.degree());
    q_.multiply(a, b, result);
    return result;
  }
  class Conjugation {
   public:
    Conjugation(const WordRoots& m, const Element& of_root, std::size_t uses) : map_(m.q_, of_root, uses) {}
    Element operator()(const Element& a) const {
      Element result(a.size());
      map_.apply(a, result);
      return result;
    }

   private:
    CompositionMap map_;
  };
  PolyZp polynomial(Element a) const {
    q_.to_residues(a, a);
    return PolyZp::make(normalised_words(a), h_);
  }

 private:
  const WordModulus& modulus() const noexcept { return q_.algebra().modulus; }

  const PolyZp& h_;
  WordQuotient q_;
};

/// The same for primes of any length.
class FieldRoots {
 public:
  using Element = FieldQuotient::Element;
  using Poly = FieldQuotient::Poly;

  FieldRoots(const Poly& h, const ExecutionContext& ctx) : q_(h, ctx), p_(h.ring().characteristic()) {}

  Integer characteristic_quotient(std::uint64_t q) const { return floor_div_rem(p_, Integer(q)).first; }
  std::uint64_t characteristic_rest(std::uint64_t q) const noexcept { return p_.view().mod(q); }
  Element one() const { return q_.constant(1); }
  Element root() const { return q_.element(q_.linear(0)); }
  Element frobenius() const { return root_power(p_); }
  Element root_power(const Integer& e) const { return q_.power_of_linear(0, e); }
  Element power(const Element& a, std::uint64_t e) const { return q_.power(a, Integer(e)); }
  Element times(const Element& a, const Element& b) const { return q_.times(a, b); }
  class Conjugation {
   public:
    Conjugation(const FieldRoots& m, const Element& of_root, std::size_t uses) : map_(m.q_, of_root, uses) {}
    Element operator()(const Element& a) const { return map_(a); }

   private:
    FieldComposition map_;
  };
  Poly polynomial(const Element& a) const { return q_.polynomial(a); }

 private:
  FieldQuotient q_;
  Integer p_;
};

/// Precondition: the degree of h is at least 2.
template <class Roots>
typename Roots::Element power_by_doubling(const Roots& m, std::uint64_t q, std::size_t k) {
  using Element = typename Roots::Element;
  using Map = typename Roots::Conjugation;
  struct Step {         // of p^i
    Element conjugate;  // y^(p^i)
    Element power;      // y^floor(p^i / q)
    std::uint64_t rest;
  };
  const auto quotient = m.characteristic_quotient(q);
  const std::uint64_t rest = m.characteristic_rest(q);
  Element power = quotient == 0 ? m.one() : m.root_power(quotient);
  if (k == 1) return power;
  const Step first{m.frobenius(), std::move(power), rest};
  const auto sum = [&](const Step& a, const Step& b, const Map& of_b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide(a.rest) * b.rest;
    Step c{of_b(a.conjugate), m.times(of_b(a.power), m.power(b.power, a.rest)),
           static_cast<std::uint64_t>(product % q)};
    if (product >= q) c.power = m.times(c.power, m.power(m.root(), static_cast<std::uint64_t>(product / q)));
    return c;
  };
  const Map once(m, first.conjugate, 2 * static_cast<std::size_t>(std::popcount(k)));
  Step step = first;
  for (auto i = static_cast<std::size_t>(std::bit_width(k) - 1), top = i; i-- != 0;) {
    std::optional<Map> own;  // of p^i, where that is not p
    step = sum(step, step, i + 1 == top ? once : own.emplace(m, step.conjugate, 2));
    if ((k >> i & 1) != 0) step = sum(step, first, once);
  }
  return std::move(step.power);
}

}  // namespace

PolyZp InflationSteps<PrimeField>::power_of_root(const PolyZp& h, std::uint64_t q, std::size_t k) const {
  if (h.degree() == 1) {
    const WordModulus& m = algebra_.modulus;
    return PolyZp::make({m.pow(m.neg(h.coefficient(0)), m.value() / q)}, h);
  }
  const WordRoots roots(algebra_, h);
  return roots.polynomial(power_by_doubling(roots, q, k));
}

std::vector<PolyZp> InflationSteps<PrimeField>::equal_degrees(const PolyZp& product, std::size_t degree,
                                                              const PolyZp& frobenius) const {
  std::vector<ResidueVector> found;
  equal_degree_words(algebra_, {product.coefficients(), degree, frobenius.coefficients(), {}}, found);
  std::vector<PolyZp> factors;
  factors.reserve(found.size());
  for (ResidueVector& f : found) factors.push_back(PolyZp::make(std::move(f), product));
  return factors;
}

DensePoly<BigPrimeField> InflationSteps<BigPrimeField>::power_of_root(const DensePoly<BigPrimeField>& h,
                                                                      std::uint64_t q, std::size_t k) const {
  const FieldRoots roots(h, ctx_);
  if (h.degree() > 1) return roots.polynomial(power_by_doubling(roots, q, k));
  const Integer e = roots.characteristic_quotient(q);
  return roots.polynomial(e.is_zero() ? roots.one() : roots.root_power(e));
}

std::vector<DensePoly<BigPrimeField>> InflationSteps<BigPrimeField>::equal_degrees(
    const DensePoly<BigPrimeField>& product, std::size_t degree, const DensePoly<BigPrimeField>& frobenius) const {
  std::vector<DensePoly<BigPrimeField>> factors;
  FieldFactorizer(field_, ctx_).equal_degrees({product, degree, frobenius}, factors);
  return factors;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
