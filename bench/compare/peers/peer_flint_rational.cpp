// FLINT's polynomials over Q, which have a common denominator as Polyfork's.
#include "compare/peers/peer_flint.hpp"

#include <flint/fmpq.h>
#include <flint/fmpq_poly.h>

namespace polyfork_bench {
namespace {

struct RationalPoly {
  fmpq_poly_t p;
  RationalPoly() { fmpq_poly_init(p); }
  ~RationalPoly() { fmpq_poly_clear(p); }
  RationalPoly(const RationalPoly&) = delete;
  RationalPoly& operator=(const RationalPoly&) = delete;

  void set(const IntegerList& numerators, const fmpz_t denominator) {
    FlintPoly f;
    f.set(numerators);
    fmpq_poly_set_fmpz_poly(p, f.p);
    fmpq_poly_scalar_div_fmpz(p, p, denominator);
  }
  void add_to(Fingerprint& hash) const {
    for (slong i = 0; i < fmpq_poly_length(p); ++i) flint_add(hash, p->coeffs + i);
    flint_add(hash, p->den);
  }
};

class RationalArithmetic : public Workload {
 public:
  explicit RationalArithmetic(const Problem& problem) : operation_(problem.operation) {
    FlintPoly denominators;
    denominators.set(problem.denominators);
    a_.set(problem.a, denominators.p->coeffs);
    b_.set(problem.b, denominators.p->coeffs + 1);
    fmpq_init(number_);
    fmpq_init(value_);
    fmpq_poly_get_coeff_fmpq(number_, b_.p, 0);
    fmpq_poly_set(equal_.p, a_.p);
    fmpq_poly_set_coeff_ui(shifted_.p, 1, 1);
    fmpq_poly_set_coeff_fmpq(shifted_.p, 0, number_);
  }
  ~RationalArithmetic() override {
    fmpq_clear(number_);
    fmpq_clear(value_);
  }
  void run() override {
    switch (operation_) {
      case Operation::q_add:
        return fmpq_poly_add(c_.p, a_.p, b_.p);
      case Operation::q_sub:
        return fmpq_poly_sub(c_.p, a_.p, b_.p);
      case Operation::q_mul:
        return fmpq_poly_mul(c_.p, a_.p, b_.p);
      case Operation::q_scale:
        return fmpq_poly_scalar_mul_fmpq(c_.p, a_.p, number_);
      case Operation::q_divrem:
        return fmpq_poly_divrem(c_.p, d_.p, a_.p, b_.p);
      case Operation::q_neg:
        return fmpq_poly_neg(c_.p, a_.p);
      case Operation::q_derivative:
        return fmpq_poly_derivative(c_.p, a_.p);
      case Operation::q_times_power:
        return fmpq_poly_shift_left(c_.p, a_.p, 3);
      case Operation::q_shift_into:
        return fmpq_poly_compose(c_.p, a_.p, shifted_.p);  // there is no shift
      case Operation::q_square_free:
        word_ = static_cast<std::uint64_t>(fmpq_poly_is_squarefree(a_.p));
        return;
      case Operation::q_equal:
        word_ = static_cast<std::uint64_t>(fmpq_poly_equal(a_.p, equal_.p));
        return;
      case Operation::q_copy: {
        fmpq_poly_t copy;
        fmpq_poly_init(copy);
        fmpq_poly_set(copy, a_.p);
        fmpq_poly_swap(copy, c_.p);
        fmpq_poly_clear(copy);
        return;
      }
      case Operation::q_gcd:
        return fmpq_poly_gcd(c_.p, a_.p, b_.p);
      default:
        return fmpq_poly_evaluate_fmpq(value_, a_.p, number_);
    }
  }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    if (operation_ == Operation::q_eval) {
      flint_add(hash, fmpq_numref(value_));
      flint_add(hash, fmpq_denref(value_));
      return hash.value();
    }
    if (operation_ == Operation::q_square_free || operation_ == Operation::q_equal) {
      hash.word(word_);
      return hash.value();
    }
    c_.add_to(hash);
    if (operation_ == Operation::q_divrem) d_.add_to(hash);
    return hash.value();
  }

 private:
  Operation operation_;
  RationalPoly a_, b_, c_, d_;
  RationalPoly equal_, shifted_;  // a polynomial equal to a_, and x + number_
  std::uint64_t word_ = 0;
  fmpq_t number_, value_;
};

}  // namespace

std::unique_ptr<Workload> flint_rational(const Problem& problem) {
  return std::make_unique<RationalArithmetic>(problem);
}

}  // namespace polyfork_bench
