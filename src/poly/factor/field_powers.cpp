// A root a of h, irreducible of degree d over Z/pZ, is a q-th power if a^((p^d - 1)/q) = 1. With P = p^o, o the order
// of p modulo q, the exponent is (P - 1)/q times 1 + P + P^2 + ... + P^(d/o - 1): the latter power is the norm to the
// field of P elements, which takes O(log d) compositions with powers x^(P^k) by doubling k (von zur Gathen, Shoup,
// Comput. Complexity 2, 1992).
#include "poly/factor/field_powers.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include <polyfork/ring/integer.hpp>

#include "poly/factor/factor_zp_quotient.hpp"
#include "poly/factor/word_composition.hpp"
#include "poly/factor/word_quotient.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Z/pZ[x]/(h) for a prime of one word.
class WordField {
 public:
  using Element = ResidueVector;
  WordField(const PolyZp& h, const ExecutionContext& ctx)
      : algebra_(h.ring(), ctx), quotient_(algebra_, {h.coefficients().data(), h.length()}) {}

  const ExecutionContext& ctx() const noexcept { return algebra_.ctx; }
  Element root() const {
    Element x(quotient_.degree());
    x[1] = quotient_.one();
    return x;
  }
  Element frobenius() const {
    Element x(quotient_.degree());
    quotient_.power_of_linear(0, algebra_.modulus.value(), x);
    return x;
  }
  Element times(const Element& a, const Element& b) const {
    Element product(quotient_.degree());
    quotient_.multiply(a, b, product);
    return product;
  }
  bool is_one(const Element& a) const {
    return a[0] == quotient_.one() && std::all_of(a.begin() + 1, a.end(), [](std::uint64_t c) { return c == 0; });
  }

  class Map {
   public:
    Map(const WordField& field, const Element& y, std::size_t uses) : map_(field.quotient_, y, uses) {}
    Element operator()(const Element& g) const {
      Element result(g.size());
      map_.apply(g, result);
      return result;
    }

   private:
    CompositionMap map_;
  };

 private:
  FactorAlgebra algebra_;
  WordQuotient quotient_;
};

/// The same for longer primes.
class LongField {
 public:
  using Element = FieldQuotient::Element;
  LongField(const DensePoly<BigPrimeField>& h, const ExecutionContext& ctx)
      : p_(h.ring().modulus()), quotient_(h, ctx) {}

  const ExecutionContext& ctx() const noexcept { return quotient_.ctx(); }
  Element root() const { return quotient_.element(quotient_.linear(Integer(0))); }
  Element frobenius() const { return quotient_.power_of_linear(Integer(0), p_); }
  Element times(const Element& a, const Element& b) const { return quotient_.times(a, b); }
  bool is_one(const Element& a) const { return quotient_.polynomial(a).is_one(); }

  class Map {
   public:
    Map(const LongField& field, const Element& y, std::size_t uses) : map_(field.quotient_, y, uses) {}
    Element operator()(const Element& g) const { return map_(g); }

   private:
    FieldComposition map_;
  };

 private:
  Integer p_;
  FieldQuotient quotient_;
};

/// For y = x^P.
template <class Field>
struct Conjugates {
  typename Field::Element last;  ///< x^(P^k)
  typename Field::Element norm;  ///< the product of x^(P^i) for i < k
};
template <class Field>
Conjugates<Field> conjugates(const Field& field, const typename Field::Element& y, std::size_t k) {
  using Map = typename Field::Map;
  Conjugates<Field> found{y, field.root()};
  const Map once(field, y, 2 * static_cast<std::size_t>(std::popcount(k)));
  for (auto i = static_cast<std::size_t>(std::bit_width(k) - 1); i-- != 0;) {
    field.ctx().poll();
    const Map doubled(field, found.last, 2);
    found.norm = field.times(doubled(found.norm), found.norm);
    found.last = doubled(found.last);
    if ((k >> i & 1) == 0) continue;
    found.norm = field.times(once(found.norm), field.root());
    found.last = once(found.last);
  }
  return found;
}

template <class Field>
bool power_is_one(const Field& field, const typename Field::Element& a, const Integer& e) {
  typename Field::Element result = a;
  for (std::size_t i = e.bit_length() - 1; i-- != 0;) {
    field.ctx().poll();
    result = field.times(result, result);
    if (mpz_tstbit(e.view().mpz(), i) != 0) result = field.times(result, a);
  }
  return field.is_one(result);
}

template <class Field>
bool is_power(const Field& field, const Integer& p, std::size_t d, std::uint64_t q) {
  const std::uint64_t residue = p.view().mod(q);
  const WordModulus modulo_q = PrimeField::trusted(q).word_modulus();
  std::size_t order = 1;
  for (std::uint64_t power = residue; power != 1; power = modulo_q.mul(power, residue)) ++order;
  const typename Field::Element x_to_P = conjugates(field, field.frobenius(), order).last;
  const typename Field::Element norm = order == d ? field.root() : conjugates(field, x_to_P, d / order).norm;
  return power_is_one(field, norm, exact_div(sub(pow(p, order), Integer(1)), Integer(q)));
}

}  // namespace

bool root_is_power(const PolyZp& h, std::uint64_t q, const ExecutionContext& ctx) {
  return is_power(WordField(h, ctx), Integer(h.ring().modulus()), static_cast<std::size_t>(h.degree()), q);
}

bool root_is_power(const DensePoly<BigPrimeField>& h, std::uint64_t q, const ExecutionContext& ctx) {
  return is_power(LongField(h, ctx), h.ring().modulus(), static_cast<std::size_t>(h.degree()), q);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
