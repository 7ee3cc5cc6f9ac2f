// Polyfork's polynomials in several variables over Q as a library under comparison.
#include <string>
#include <vector>

#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>

#include "ours.hpp"

namespace polyfork_bench {

using namespace polyfork;

namespace {

void add(Fingerprint& hash, const Rational& value) {
  add(hash, value.numerator().view());
  add(hash, value.denominator().view());
}

void add(Fingerprint& hash, const MultiPolyQ& f) {
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    for (const std::uint64_t e : f.exponents(i)) hash.word(e);
    add(hash, f.coefficient(i));
  }
}

class RationalMulti : public Workload {
 public:
  RationalMulti(const Problem& problem, const ExecutionContext& ctx)
      : operation_(problem.operation), exponent_(problem.length), ctx_(ctx) {
    const IntegerVector below = to_vector(problem.denominators);
    for (std::size_t i = 0; i < problem.polynomials.size(); ++i) {
      const MultiPolyZ f = to_sparse(problem.polynomials[i], problem.variables);
      if (i == 0) variables_ = f.variables();
      operands_.push_back(
          MultiPolyQ::make({}, variables_, {f.monomials(), RationalVector(f.coefficients(), Integer(below[i]))}));
    }
    last_ = variables_.name(variables_.size() - 1);
    const IntegerVector tops = to_vector(problem.a);
    const IntegerVector bottoms = to_vector(problem.b);
    for (std::size_t i = 0; i < tops.size(); ++i) numbers_.emplace_back(Integer(tops[i]), Integer(bottoms[i]));
  }
  void run() override {
    const MultiPolyQ& a = operands_[0];
    const MultiPolyQ& b = operands_[1];
    switch (operation_) {
      case Operation::sparse_add:
        return add_into(result_, a, b, ctx_);
      case Operation::sparse_sub:
        return sub_into(result_, a, b, ctx_);
      case Operation::sparse_neg:
        return neg_into(result_, a, ctx_);
      case Operation::sparse_scale:
        return scale_into(result_, a, numbers_[0], ctx_);
      case Operation::sparse_copy:
        result_ = a;
        return;
      case Operation::sparse_equal:
        equal_ = a == b;
        return;
      case Operation::sparse_mul:
        return mul_into(result_, a, b, ctx_);
      case Operation::sparse_pow:
        return pow_into(result_, a, exponent_, ctx_);
      case Operation::sparse_exact_div:
        return exact_div_into(result_, a, b, ctx_);
      case Operation::sparse_div_rem:
        return div_rem_into(result_, remainder_, a, b, ctx_);
      case Operation::sparse_derivative:
        return derivative_into(result_, a, last_, ctx_);
      case Operation::sparse_eval:
        return evaluate_into(value_, a, numbers_, ctx_);
      default:
        evaluate_at_into(result_, a, last_, numbers_[0], ctx_);
    }
  }
  std::uint64_t fingerprint() override {
    if (operation_ == Operation::sparse_equal) return equal_ ? 1 : 0;
    Fingerprint hash;
    if (operation_ == Operation::sparse_eval) {
      add(hash, value_);
      return hash.value();
    }
    add(hash, result_);
    if (operation_ == Operation::sparse_div_rem) add(hash, remainder_);
    return hash.value();
  }

 private:
  Operation operation_;
  std::size_t exponent_;
  ExecutionContext ctx_;
  Variables variables_;
  std::string last_;
  std::vector<MultiPolyQ> operands_;
  std::vector<Rational> numbers_;
  MultiPolyQ result_, remainder_;
  Rational value_;
  bool equal_ = false;
};

}  // namespace

std::unique_ptr<Workload> make_rational_multi_task(const Problem& problem, const ExecutionContext& ctx) {
  return std::make_unique<RationalMulti>(problem, ctx);
}

}  // namespace polyfork_bench
