// Sparse polynomials over Z/pZ: the factors of F, inflated.
//
// F(x^s), s = p^v t, is F(x^t)^(p^v). Let h be irreducible of degree d, a a root of it and N = p^d. Then h(x^t) is
// irreducible exactly when a is no q-th power in the field of N elements for every prime q that divides t and, where 4
// divides t, N = 1 mod 4. Where q divides N - 1, a is a q-th power if a^((N - 1) / q) = 1, which is a^((N - 1) / (p -
// 1)) = (-1)^d h(0) to the power (p - 1) / q if q divides p - 1; where q does not divide N - 1, every element is one.
// Then h(x^q) is factored; for N = 3 mod 4, h(x^2) is gone on with, whose roots are squares in their field. Each step
// that splits takes a prime of t out of at least one order, so that few are needed but for small factors. Source: Lidl,
// Niederreiter, Finite Fields, theorem 3.75.
#include <concepts>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>

#include "core/limits.hpp"
#include "poly/factor/field_powers.hpp"
#include "poly/factor/power_roots.hpp"
#include "poly/sparse_factor/sparse_factors.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

template <Field R>
class InflatedModP {
 public:
  using P = DensePoly<R>;
  using E = typename R::element;

  InflatedModP(const R& field, SparseFactors<R>& out, const ExecutionContext& ctx)
      : field_(field), p_(field.characteristic()), out_(out), ctx_(ctx) {}

  /// The factors of h(x^t) for a monic irreducible h with h(0) not zero; t is prime to p.
  void run(const P& h, std::uint64_t t, std::uint64_t multiplicity) {
    ctx_.poll();
    for (const std::uint64_t q : prime_factors(t)) {
      if (!root_is_power(h, q)) continue;
      for (const auto& g : factor(inflated(h, q), ctx_).factors) run(g.polynomial, t / q, multiplicity);
      return;
    }
    if (roots_of_square_are_squares(h, t)) return run(inflated(h, 2), t / 2, multiplicity);
    out_.push_inflated(h.coefficients(), t, multiplicity);
  }

  /// Whether h(x^t) is irreducible: no factor is computed. Preconditions: as for run().
  bool stays_irreducible(const P& h, std::uint64_t t) const {
    const std::vector<std::uint64_t> primes = prime_factors(t);
    return !roots_of_square_are_squares(h, t) &&
           std::none_of(primes.begin(), primes.end(), [&](std::uint64_t q) { return root_is_power(h, q); });
  }

 private:
  P inflated(const P& h, std::uint64_t q) const {
    sup::require_dense(saturating_mul(h.length(), q), ctx_);
    std::vector<E> c(h.length() * q - (q - 1), field_.zero());
    for (std::size_t i = 0; i < h.length(); ++i) c[i * q] = h.coefficient(i);
    return P::from_elements(field_, std::move(c)).with_variable(h.variable());
  }

  E power(E base, const Integer& e) const {
    E result = field_.one();
    for (std::size_t i = e.bit_length(); i-- != 0;) {
      result = field_.mul(result, result);
      if (mpz_tstbit(e.view().mpz(), i) != 0) result = field_.mul(result, base);
    }
    return result;
  }

  /// Whether 4 divides t and not N - 1: roots of h(x^2) are then squares in their field.
  bool roots_of_square_are_squares(const P& h, std::uint64_t t) const {
    return t % 4 == 0 && p_.view().mod(4) == 3 && h.degree() % 2 == 1;
  }

  /// Whether p^d = 1 modulo the prime q.
  static bool power_is_one(std::uint64_t p, std::uint64_t d, std::uint64_t q) {
    if (q == 2) return p == 1;
    return p != 0 && PrimeField::trusted(q).word_modulus().pow(p, d) == 1;
  }

  bool root_is_power(const P& h, std::uint64_t q) const {
    const auto d = static_cast<std::uint64_t>(h.degree());
    const std::uint64_t p = p_.view().mod(q);
    if (p == 1 % q) {
      const E norm = d % 2 == 0 ? h.coefficient(0) : field_.neg(h.coefficient(0));
      return field_.is_one(power(norm, exact_div(sub(p_, Integer(1)), Integer(q))));
    }
    if (!power_is_one(p, d, q)) return true;
    return detail::root_is_power(h, q, ctx_);
  }

  R field_;
  Integer p_;
  SparseFactors<R>& out_;
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
    InflatedModP<R> inflated(f.ring(), factors, ctx);
    for (const auto& [h, multiplicity] : factor(dense.poly(), ctx).factors)
      inflated.run(h, step.t, sup::multiply_exponents(multiplicity, step.power));
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
  if (split_step(shape.step, f.ring().characteristic()).power != 1) return false;
  const sup::DenseForm<R> dense(f, 0, shape.step, ctx);
  if (!is_irreducible(dense.poly(), ctx)) return false;
  if (shape.step == 1) return true;
  SparseFactors<R> none(f, ctx);
  return InflatedModP<R>(f.ring(), none, ctx).stays_irreducible(make_monic(dense.poly(), ctx), shape.step);
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
    PowerRoots<R> inflated(f.ring(), step.t, ctx);
    std::vector<MemoryReservation> charges;
    for (const auto& [value, multiplicity] : roots(dense.poly(), ctx)) {
      std::vector<typename R::element> values = inflated.of(value);
      if (values.empty()) continue;
      charges.emplace_back(ctx.memory(),
                           saturating_add(saturating_mul(values.size(), sizeof(found[0])), inflated.bytes()));
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
