// Sparse polynomials over Z/pZ: the factors of F, inflated (poly/factor/inflated_mod_p.hpp), and its roots.
#include <concepts>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>

#include "core/limits.hpp"
#include "poly/factor/inflated_mod_p.hpp"
#include "poly/sparse_factor/sparse_factors.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

template <Field R>
class ElementRoots {
 public:
  using P = DensePoly<R>;
  using E = typename R::element;

  ElementRoots(const R& field, const ExecutionContext& ctx) : field_(field), p_(field.characteristic()), ctx_(ctx) {}

  std::size_t element_bytes() const {
    const std::size_t limbs = p_.view().limbs().size();
    return sizeof(E) + (std::same_as<E, Integer> && limbs > 1 ? (limbs + 2) * sizeof(mp_limb_t) : 0);
  }

  /// The x with x^t = y, y not zero, t prime to p.
  std::vector<E> operator()(const E& y, std::uint64_t t) const {
    // With g = gcd(t, p - 1), x^t = y says that y is in the group of order (p - 1) / g, and x^g = y^(1 / (t / g)).
    const Integer order = sub(p_, Integer(1));
    const Integer g = gcd(order, Integer(t));
    const Integer group = exact_div(order, g);
    if (!field_.is_one(power(y, group))) return {};
    Integer inverse(1);
    const Integer cofactor = exact_div(Integer(t), g);
    if (!group.is_one()) inverse.with_mpz([&](mpz_ptr z) { mpz_invert(z, cofactor.view().mpz(), group.view().mpz()); });
    std::vector<E> found{power(y, inverse)};
    auto rest = static_cast<std::uint64_t>(g.to_int64());
    // There are g solutions; the last list of them is made from one that is at most as long.
    const std::size_t bytes = saturating_mul(rest, 2 * element_bytes());
    require_list(bytes, 1, ctx_);
    const MemoryReservation reservation(ctx_.memory(), bytes);
    for (const std::uint64_t q : prime_factors(rest)) {
      for (; rest % q == 0; rest /= q) {
        std::vector<E> next;
        for (const E& z : found) {
          const P linear = P::from_elements(field_, {field_.neg(z), field_.one()});
          for (auto& x : roots(inflated_mod_p(linear, q, ctx_), ctx_)) next.push_back(std::move(x.value));
        }
        found = std::move(next);
      }
    }
    return found;
  }

 private:
  E power(E base, const Integer& e) const {
    E result = field_.one();
    for (std::size_t i = e.bit_length(); i-- != 0;) {
      result = field_.mul(result, result);
      if (mpz_tstbit(e.view().mpz(), i) != 0) result = field_.mul(result, base);
    }
    return result;
  }

  R field_;
  Integer p_;
  const ExecutionContext& ctx_;
};

template <Field R>
std::vector<SparseFactor<R>> sparse_factors_mod_p(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  SparseFactors<R> factors(f, ctx);
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  factors.push_variable(shape.low);
  if (shape.terms > 1) {
    const StepModP step = split_step(shape.step, f.ring().characteristic());
    const sup::DenseForm<R> dense(f, shape.low, shape.step, ctx);
    const InflatedModP<R> inflated(f.ring(), ctx);
    for (const auto& [h, multiplicity] : factor(dense.poly(), ctx).factors)
      inflated.run(h, step.t,
                   [&, m = sup::multiply_exponents(multiplicity, step.power)](const DensePoly<R>& g, std::uint64_t s) {
                     factors.push_inflated(g.coefficients(), s, m);
                   });
  }
  return std::move(factors).sorted(ascending);
}

template <Field R>
SparseFactorization<R> sparse_factorization(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  require_not_zero(f);
  if (f.is_constant()) return {f.leading_coefficient(), {}};
  return {f.leading_coefficient(), sparse_factors_mod_p(f, ctx)};
}

template <Field R>
bool is_irreducible_sparse(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  if (const int known = irreducible_by_variable(f); known >= 0) return known != 0;
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  const StepModP step = split_step(shape.step, f.ring().characteristic());
  if (step.power != 1) return false;
  const sup::DenseForm<R> dense(f, 0, shape.step, ctx);
  return is_irreducible(dense.poly(), ctx) &&
         InflatedModP<R>(f.ring(), ctx).stays_irreducible(make_monic(dense.poly(), ctx), step.t);
}

template <Field R>
std::vector<PolynomialRoot<R>> roots_mod_p(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every element is a root of the zero polynomial");
  std::vector<PolynomialRoot<R>> found;
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  if (shape.low != 0) found.push_back({f.ring().zero(), shape.low});
  if (shape.terms > 1) {
    const StepModP step = split_step(shape.step, f.ring().characteristic());
    const sup::DenseForm<R> dense(f, shape.low, shape.step, ctx);
    const ElementRoots<R> roots_of_element(f.ring(), ctx);
    std::vector<MemoryReservation> charges;
    for (const auto& [value, multiplicity] : roots(dense.poly(), ctx)) {
      std::vector<typename R::element> values = roots_of_element(value, step.t);
      charges.emplace_back(ctx.memory(),
                           saturating_mul(values.size(), sizeof(found[0]) + roots_of_element.element_bytes()));
      found.reserve(found.size() + values.size());
      for (auto& x : values) found.push_back({std::move(x), sup::multiply_exponents(multiplicity, step.power)});
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  return found;
}

}  // namespace

SparseFactorization<PrimeField> factor(const SparsePoly<PrimeField>& f, const ExecutionContext& ctx) {
  return sparse_factorization(f, ctx);
}
SparseFactorization<BigPrimeField> factor(const SparsePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return sparse_factorization(f, ctx);
}
bool is_irreducible(const SparsePoly<PrimeField>& f, const ExecutionContext& ctx) {
  return is_irreducible_sparse(f, ctx);
}
bool is_irreducible(const SparsePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return is_irreducible_sparse(f, ctx);
}
std::vector<PolynomialRoot<PrimeField>> roots(const SparsePoly<PrimeField>& f, const ExecutionContext& ctx) {
  return roots_mod_p(f, ctx);
}
std::vector<PolynomialRoot<BigPrimeField>> roots(const SparsePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return roots_mod_p(f, ctx);
}

}  // namespace v1
}  // namespace polyfork
