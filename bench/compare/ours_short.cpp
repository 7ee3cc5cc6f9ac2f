// Polyfork's everyday operations on short polynomials, into results that are kept.
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/many_values.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/extended_gcd_q.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "ours.hpp"

namespace polyfork_bench {

using namespace polyfork;

namespace {

struct Printed {
  Fingerprint hash;

  void add_value(const Integer& x) { add(hash, x); }
  void add_value(std::uint64_t x) { hash.word(x); }
  void add_value(const Rational& x) {
    add_value(x.numerator());
    add_value(x.denominator());
  }
  void add_value(const PolyZ& f) {
    for (std::size_t i = 0; i < f.length(); ++i) add(hash, f.coefficients()[i]);
  }
  void add_value(const PolyZp& f) {
    for (const std::uint64_t residue : f.coefficients()) hash.word(residue);
  }
  void add_value(const PolyQ& f) {
    for (std::size_t i = 0; i < f.length(); ++i) add(hash, f.coefficients().numerators()[i]);
    add(hash, f.coefficients().denominator());
  }
  template <class R>
  void add_value(const Division<R>& found) {
    add_value(found.quotient);
    add_value(found.remainder);
  }
  void add_value(const ExtendedGcdQ& found) {
    add_value(found.g);
    add_value(found.s);
    add_value(found.t);
  }
};

/// function(result, a, b) again and again. The operands stand in the task, so that a call reads them where they are.
template <class Result, class Poly, class F>
class ShortTask : public Workload {
 public:
  ShortTask(Result result, Poly a, Poly b, F function)
      : result_(std::move(result)), a_(std::move(a)), b_(std::move(b)), function_(std::move(function)) {}
  void run() override { function_(result_, a_, b_); }
  std::uint64_t fingerprint() override {
    Printed printed;
    printed.add_value(result_);
    return printed.hash.value();
  }

 private:
  Result result_;
  Poly a_, b_;
  F function_;
};

template <class Result, class Poly, class F>
std::unique_ptr<Workload> short_task(Result result, const Poly& a, const Poly& b, F function) {
  return std::make_unique<ShortTask<Result, Poly, F>>(std::move(result), a, b, std::move(function));
}

std::unique_ptr<Workload> over_integers(const Problem& problem, const ExecutionContext& ctx) {
  const PolyZ a{to_vector(problem.a)};
  const PolyZ b{to_vector(problem.b)};
  const PolyZ poly;
  const std::uint64_t word = 0;
  switch (problem.operation) {
    case Operation::z_sub:
      return short_task(poly, a, b, [=](PolyZ& out, const PolyZ& x, const PolyZ& y) { sub_into(out, x, y, ctx); });
    case Operation::z_neg:
      return short_task(poly, a, b, [=](PolyZ& out, const PolyZ& x, const PolyZ&) { neg_into(out, x, ctx); });
    case Operation::z_scale:
      return short_task(poly, a, b, [=, by = b.coefficient(0)](PolyZ& out, const PolyZ& x, const PolyZ&) {
        scale_into(out, x, by, ctx);
      });
    case Operation::z_derivative:
      return short_task(poly, a, b, [=](PolyZ& out, const PolyZ& x, const PolyZ&) { derivative_into(out, x, ctx); });
    case Operation::z_times_power:
      return short_task(poly, a, b, [=](PolyZ& out, const PolyZ& x, const PolyZ&) { shift_left_into(out, x, 3, ctx); });
    case Operation::z_shift_into:
      return short_task(poly, a, b, [=, by = b.coefficient(0)](PolyZ& out, const PolyZ& x, const PolyZ&) {
        taylor_shift_into(out, x, by, ctx);
      });
    case Operation::z_eval_fraction:
      return short_task(Rational(), a, b,
                        [=, at = Rational(b.coefficient(0), b.coefficient(1))](
                            Rational& out, const PolyZ& x, const PolyZ&) { evaluate_into(out, x, at, ctx); });
    case Operation::z_square_free:
      return short_task(
          word, a, b, [=](std::uint64_t& out, const PolyZ& x, const PolyZ&) { out = is_square_free(x, ctx) ? 1 : 0; });
    case Operation::z_equal:
      return short_task(word, a, a, [](std::uint64_t& out, const PolyZ& x, const PolyZ& y) { out = x == y ? 1 : 0; });
    case Operation::z_copy:
      return short_task(poly, a, b, [](PolyZ& out, const PolyZ& x, const PolyZ&) {
        PolyZ copy(x);
        std::swap(out, copy);
      });
    case Operation::z_exact_div:
      return short_task(poly, a, b,
                        [=](PolyZ& out, const PolyZ& x, const PolyZ& y) { exact_div_into(out, x, y, ctx); });
    case Operation::z_div_rem:
      return short_task(Division<Integers>(), a, b, [=](Division<Integers>& out, const PolyZ& x, const PolyZ& y) {
        div_rem_into(out.quotient, out.remainder, x, y, ctx);
      });
    case Operation::z_pseudo_div_rem:
      return short_task(Division<Integers>(), a, b, [=](Division<Integers>& out, const PolyZ& x, const PolyZ& y) {
        PseudoDivision<Integers> found = pseudo_div_rem(x, y, ctx);
        out.quotient = std::move(found.quotient);
        out.remainder = std::move(found.remainder);
      });
    case Operation::z_pow:
      return short_task(poly, a, b, [=, k = problem.length](PolyZ& out, const PolyZ& x, const PolyZ&) {
        pow_into(out, x, std::uint64_t{k}, ctx);
      });
    case Operation::z_resultant:
      return short_task(Integer(), a, b,
                        [=](Integer& out, const PolyZ& x, const PolyZ& y) { out = resultant(x, y, ctx); });
    case Operation::z_discriminant:
      return short_task(Integer(), a, b,
                        [=](Integer& out, const PolyZ& x, const PolyZ&) { out = discriminant(x, ctx); });
    default:
      return nullptr;
  }
}

std::unique_ptr<Workload> over_words(const Problem& problem, const ExecutionContext& ctx) {
  const PrimeField field(problem.modulus);
  const PolyZp a(field, ResidueVector(problem.u.begin(), problem.u.end()));
  const PolyZp b(field, ResidueVector(problem.v.begin(), problem.v.end()));
  const PolyZp poly(field);
  const std::uint64_t word = 0;
  switch (problem.operation) {
    case Operation::zp_sub:
      return short_task(poly, a, b, [=](PolyZp& out, const PolyZp& x, const PolyZp& y) { sub_into(out, x, y, ctx); });
    case Operation::zp_neg:
      return short_task(poly, a, b, [=](PolyZp& out, const PolyZp& x, const PolyZp&) { neg_into(out, x, ctx); });
    case Operation::zp_times_power:
      return short_task(poly, a, b,
                        [=](PolyZp& out, const PolyZp& x, const PolyZp&) { shift_left_into(out, x, 3, ctx); });
    case Operation::zp_shift_into:
      return short_task(poly, a, b, [=, by = problem.v[0]](PolyZp& out, const PolyZp& x, const PolyZp&) {
        taylor_shift_into(out, x, by, ctx);
      });
    case Operation::zp_square_free:
      return short_task(word, a, b, [=](std::uint64_t& out, const PolyZp& x, const PolyZp&) {
        out = is_square_free(x, ctx) ? 1 : 0;
      });
    case Operation::zp_equal:
      return short_task(word, a, a, [](std::uint64_t& out, const PolyZp& x, const PolyZp& y) { out = x == y ? 1 : 0; });
    case Operation::zp_copy:
      return short_task(poly, a, b, [](PolyZp& out, const PolyZp& x, const PolyZp&) {
        PolyZp copy(x);
        std::swap(out, copy);
      });
    case Operation::zp_add:
      return short_task(poly, a, b, [=](PolyZp& out, const PolyZp& x, const PolyZp& y) { add_into(out, x, y, ctx); });
    case Operation::zp_scale:
      return short_task(poly, a, b, [=, by = problem.v[0]](PolyZp& out, const PolyZp& x, const PolyZp&) {
        scale_into(out, x, by, ctx);
      });
    case Operation::zp_derivative:
      return short_task(poly, a, b, [=](PolyZp& out, const PolyZp& x, const PolyZp&) { derivative_into(out, x, ctx); });
    case Operation::zp_coprime_gcd:
    case Operation::zp_common_gcd:
      return short_task(poly, a, b, [=](PolyZp& out, const PolyZp& x, const PolyZp& y) { gcd_into(out, x, y, ctx); });
    case Operation::zp_divrem:
      return short_task(Division<PrimeField>{poly, poly}, a, b,
                        [=](Division<PrimeField>& out, const PolyZp& x, const PolyZp& y) {
                          div_rem_into(out.quotient, out.remainder, x, y, ctx);
                        });
    case Operation::zp_resultant:
      return short_task(std::uint64_t{0}, a, b,
                        [=](std::uint64_t& out, const PolyZp& x, const PolyZp& y) { out = resultant(x, y, ctx); });
    default:
      return nullptr;
  }
}

std::unique_ptr<Workload> over_rationals(const Problem& problem, const ExecutionContext& ctx) {
  const IntegerVector denominators = to_vector(problem.denominators);
  const PolyQ a{RationalVector(to_vector(problem.a), Integer(denominators[0]))};
  const PolyQ b{RationalVector(to_vector(problem.b), Integer(denominators[1]))};
  const PolyQ poly;
  const std::uint64_t word = 0;
  switch (problem.operation) {
    case Operation::q_xgcd:
      return short_task(ExtendedGcdQ(), a, b,
                        [=](ExtendedGcdQ& out, const PolyQ& x, const PolyQ& y) { out = extended_gcd(x, y, ctx); });
    case Operation::q_add:
      return short_task(poly, a, b, [=](PolyQ& out, const PolyQ& x, const PolyQ& y) { add_into(out, x, y, ctx); });
    case Operation::q_sub:
      return short_task(poly, a, b, [=](PolyQ& out, const PolyQ& x, const PolyQ& y) { sub_into(out, x, y, ctx); });
    case Operation::q_mul:
      return short_task(poly, a, b, [=](PolyQ& out, const PolyQ& x, const PolyQ& y) { mul_into(out, x, y, ctx); });
    case Operation::q_scale:
      return short_task(poly, a, b, [=, by = b.coefficient(0)](PolyQ& out, const PolyQ& x, const PolyQ&) {
        scale_into(out, x, by, ctx);
      });
    case Operation::q_divrem:
      return short_task(Division<Rationals>(), a, b, [=](Division<Rationals>& out, const PolyQ& x, const PolyQ& y) {
        div_rem_into(out.quotient, out.remainder, x, y, ctx);
      });
    case Operation::q_gcd:
      return short_task(poly, a, b, [=](PolyQ& out, const PolyQ& x, const PolyQ& y) { gcd_into(out, x, y, ctx); });
    case Operation::q_eval:
      return short_task(Rational(), a, b, [=, at = b.coefficient(0)](Rational& out, const PolyQ& x, const PolyQ&) {
        evaluate_into(out, x, at, ctx);
      });
    case Operation::q_neg:
      return short_task(poly, a, b, [=](PolyQ& out, const PolyQ& x, const PolyQ&) { neg_into(out, x, ctx); });
    case Operation::q_derivative:
      return short_task(poly, a, b, [=](PolyQ& out, const PolyQ& x, const PolyQ&) { derivative_into(out, x, ctx); });
    case Operation::q_times_power:
      return short_task(poly, a, b, [=](PolyQ& out, const PolyQ& x, const PolyQ&) { shift_left_into(out, x, 3, ctx); });
    case Operation::q_shift_into:
      return short_task(poly, a, b, [=, by = b.coefficient(0)](PolyQ& out, const PolyQ& x, const PolyQ&) {
        taylor_shift_into(out, x, by, ctx);
      });
    case Operation::q_square_free:
      return short_task(
          word, a, b, [=](std::uint64_t& out, const PolyQ& x, const PolyQ&) { out = is_square_free(x, ctx) ? 1 : 0; });
    case Operation::q_equal:
      return short_task(word, a, a, [](std::uint64_t& out, const PolyQ& x, const PolyQ& y) { out = x == y ? 1 : 0; });
    case Operation::q_copy:
      return short_task(poly, a, b, [](PolyQ& out, const PolyQ& x, const PolyQ&) {
        PolyQ copy(x);
        std::swap(out, copy);
      });
    default:
      return nullptr;
  }
}

}  // namespace

std::unique_ptr<Workload> make_short_task(const Problem& problem, const ExecutionContext& ctx) {
  if (!problem.polynomials.empty()) return nullptr;
  if (problem.modulus != 0) return over_words(problem, ctx);
  return problem.denominators.size() != 0 ? over_rationals(problem, ctx) : over_integers(problem, ctx);
}

}  // namespace polyfork_bench
