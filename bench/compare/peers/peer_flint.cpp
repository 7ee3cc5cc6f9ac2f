// FLINT. Real root isolation needs version 3.6; older ones are compared in arithmetic and reading only.
#include "compare/peers/peer_flint.hpp"

#include <flint/fmpq.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <flint/nmod_poly.h>

#include <vector>

#include "compare/peers/flint_transform.h"

#if defined(__FLINT_RELEASE) && __FLINT_RELEASE >= 30600
#define POLYFORK_FLINT_ISOLATES 1
#else
#define POLYFORK_FLINT_ISOLATES 0
#endif

namespace polyfork_bench {
namespace {

using Poly = FlintPoly;

std::uint64_t fingerprint_of(const Poly& poly) {
  Fingerprint hash;
  for (slong i = 0; i < fmpz_poly_length(poly.p); ++i) flint_add(hash, poly.p->coeffs + i);
  return hash.value();
}

class Binary : public Workload {
 public:
  explicit Binary(const Problem& problem) : operation_(problem.operation) {
    a_.set(problem.a);
    b_.set(problem.b);
  }
  void run() override {
    if (operation_ == Operation::z_mul)
      fmpz_poly_mul(c_.p, a_.p, b_.p);
    else if (operation_ == Operation::z_add)
      fmpz_poly_add(c_.p, a_.p, b_.p);
    else
      fmpz_poly_gcd(c_.p, a_.p, b_.p);
  }
  std::uint64_t fingerprint() override { return fingerprint_of(c_); }

 private:
  Operation operation_;
  Poly a_, b_, c_;
};

class Evaluation : public Workload {
 public:
  explicit Evaluation(const Problem& problem) {
    a_.set(problem.a);
    Poly point;
    point.set(problem.b);
    fmpz_init(x_);
    fmpz_init(value_);
    fmpz_poly_get_coeff_fmpz(x_, point.p, 0);
  }
  ~Evaluation() override {
    fmpz_clear(x_);
    fmpz_clear(value_);
  }
  void run() override { fmpz_poly_evaluate_fmpz(value_, a_.p, x_); }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    flint_add(hash, value_);
    return hash.value();
  }

 private:
  Poly a_;
  fmpz_t x_, value_;
};

/// At many points.
class Values : public Workload {
 public:
  explicit Values(const Problem& problem) : count_(static_cast<slong>(problem.b.size())) {
    a_.set(problem.a);
    points_.set(problem.b);
    values_ = _fmpz_vec_init(count_);
  }
  ~Values() override { _fmpz_vec_clear(values_, count_); }
  void run() override { fmpz_poly_evaluate_fmpz_vec(values_, a_.p, points_.p->coeffs, count_); }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    for (slong i = 0; i < count_; ++i) flint_add(hash, values_ + i);
    return hash.value();
  }

 private:
  slong count_;
  Poly a_, points_;
  fmpz* values_;
};

/// One after the other: there is no function for many.
class ValuesAtFractions : public Workload {
 public:
  explicit ValuesAtFractions(const Problem& problem) : count_(static_cast<slong>(problem.b.size() / 2)) {
    a_.set(problem.a);
    Poly parts;
    parts.set(problem.b);
    points_ = _fmpq_vec_init(count_);
    values_ = _fmpq_vec_init(count_);
    for (slong i = 0; i < count_; ++i)
      fmpq_set_fmpz_frac(points_ + i, parts.p->coeffs + 2 * i, parts.p->coeffs + 2 * i + 1);
  }
  ~ValuesAtFractions() override {
    _fmpq_vec_clear(points_, count_);
    _fmpq_vec_clear(values_, count_);
  }
  void run() override {
    for (slong i = 0; i < count_; ++i) fmpz_poly_evaluate_fmpq(values_ + i, a_.p, points_ + i);
  }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    for (slong i = 0; i < count_; ++i) {
      flint_add(hash, fmpq_numref(values_ + i));
      flint_add(hash, fmpq_denref(values_ + i));
    }
    return hash.value();
  }

 private:
  slong count_;
  Poly a_;
  fmpq* points_;
  fmpq* values_;
};

/// fmpz_poly_taylor_shift, which chooses its algorithm, or the multimodular one, which it never chooses.
class Shift : public Workload {
 public:
  Shift(const Problem& problem, bool multimodular) : multimodular_(multimodular) {
    a_.set(problem.a);
    Poly by;
    by.set(problem.b);
    fmpz_init(c_);
    fmpz_poly_get_coeff_fmpz(c_, by.p, 0);
  }
  ~Shift() override { fmpz_clear(c_); }
  void run() override {
    if (multimodular_) {
      fmpz_poly_set(result_.p, a_.p);
      _fmpz_poly_taylor_shift_multi_mod(result_.p->coeffs, c_, fmpz_poly_length(a_.p));
    } else {
      fmpz_poly_taylor_shift(result_.p, a_.p, c_);
    }
  }
  std::uint64_t fingerprint() override { return fingerprint_of(result_); }

 private:
  bool multimodular_;
  Poly a_, result_;
  fmpz_t c_;
};

class Modular : public Workload {
 public:
  explicit Modular(const Problem& problem) : operation_(problem.operation), u_(problem.u), v_(problem.v) {
    for (nmod_poly_struct* p : {a_, b_, c_, d_}) nmod_poly_init(p, problem.modulus);
    set(a_, problem.u);
    set(b_, problem.v);
    values_.resize(v_.size());
  }
  ~Modular() override {
    for (nmod_poly_struct* p : {a_, b_, c_, d_}) nmod_poly_clear(p);
  }
  void run() override {
    const auto n = static_cast<slong>(u_.size());
    switch (operation_) {
      case Operation::zp_mul:
        return nmod_poly_mul(c_, a_, b_);
      case Operation::zp_divrem:
        return nmod_poly_divrem(c_, d_, a_, b_);
      case Operation::zp_gcd:
        return nmod_poly_gcd(c_, a_, b_);
      case Operation::zp_evaluate:
        return nmod_poly_evaluate_nmod_vec(words(values_), a_, words(v_), static_cast<slong>(v_.size()));
      case Operation::zp_interpolate:
        return static_cast<void>(nmod_poly_interpolate_nmod_vec(c_, words(u_), words(v_), n));
      default:
        return nmod_poly_inv_series(c_, a_, n);
    }
  }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    if (operation_ == Operation::zp_evaluate)
      for (const std::uint64_t value : values_) hash.word(value);
    for (const nmod_poly_struct* p : {c_, d_})
      for (slong i = 0; i < nmod_poly_length(p); ++i) hash.word(nmod_poly_get_coeff_ui(p, i));
    return hash.value();
  }

 private:
  static void set(nmod_poly_t p, const std::vector<std::uint64_t>& residues) {
    nmod_poly_fit_length(p, static_cast<slong>(residues.size()));
    for (std::size_t i = 0; i < residues.size(); ++i) nmod_poly_set_coeff_ui(p, static_cast<slong>(i), residues[i]);
  }
  static mp_ptr words(std::vector<std::uint64_t>& v) { return reinterpret_cast<mp_ptr>(v.data()); }

  Operation operation_;
  std::vector<std::uint64_t> u_, v_, values_;
  nmod_poly_t a_, b_, c_, d_;
};

/// fmpz_multi_mod_ui and fmpz_multi_CRT_ui, integer by integer, the tables made once; in FLINT's own order, in which
/// the residues of an integer stand together.
class Conversion : public Workload {
 public:
  explicit Conversion(const Problem& problem) : to_residues_(problem.operation == Operation::to_residues) {
    primes_.assign(problem.primes.begin(), problem.primes.end());
    fmpz_comb_init(comb_, primes_.data(), static_cast<slong>(primes_.size()));
    fmpz_comb_temp_init(temp_, comb_);
    const std::size_t count = to_residues_ ? problem.a.size() : problem.u.size() / primes_.size();
    values_.set(problem.a);
    fmpz_poly_fit_length(values_.p, static_cast<slong>(count));
    count_ = count;
    residues_.resize(count * primes_.size());
    for (std::size_t k = 0; k < problem.u.size(); ++k) residues_[k % count * primes_.size() + k / count] = problem.u[k];
  }
  ~Conversion() override {
    fmpz_comb_temp_clear(temp_);
    fmpz_comb_clear(comb_);
  }
  void run() override {
    for (std::size_t i = 0; i < count_; ++i) {
      ulong* row = residues_.data() + i * primes_.size();
      if (to_residues_)
        fmpz_multi_mod_ui(row, values_.p->coeffs + i, comb_, temp_);
      else
        fmpz_multi_CRT_ui(values_.p->coeffs + i, row, comb_, temp_, 1);
    }
  }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    if (to_residues_)
      for (std::size_t j = 0; j < primes_.size(); ++j)
        for (std::size_t i = 0; i < count_; ++i) hash.word(residues_[i * primes_.size() + j]);
    else
      for (std::size_t i = 0; i < count_; ++i) flint_add(hash, values_.p->coeffs + i);
    return hash.value();
  }

 private:
  bool to_residues_;
  std::size_t count_ = 0;
  std::vector<ulong> primes_, residues_;
  fmpz_comb_t comb_;
  fmpz_comb_temp_t temp_;
  Poly values_;
};

/// sd_fft_trunc and sd_ifft_trunc of a fresh copy of its input, as doubles that are not reduced at the end.
class Transform : public Workload {
 public:
  explicit Transform(const Problem& problem)
      : inverse_(problem.operation == Operation::inverse_transform),
        length_(problem.length),
        transform_(flint_transform_new(problem.modulus, transform_input(problem).data(), length_, inverse_)) {}
  bool supported() const { return transform_ != nullptr; }
  void run() override { flint_transform_run(transform_.get()); }
  std::uint64_t fingerprint() override {
    std::vector<std::uint64_t> words(length_);
    flint_transform_words(transform_.get(), words.data());
    if (!inverse_) return fingerprint_of_values(words.data(), length_);
    Fingerprint hash;
    for (const std::uint64_t word : words) hash.word(word);
    return hash.value();
  }

 private:
  struct Delete {
    void operator()(flint_transform* t) const { flint_transform_delete(t); }
  };
  bool inverse_;
  std::size_t length_;
  std::unique_ptr<flint_transform, Delete> transform_;
};

/// fmpz_poly_set_str.
class Reading : public Workload {
 public:
  explicit Reading(const Problem& problem) : text_(problem.text) {
    while (!text_.empty() && text_.back() == '\n') text_.pop_back();
  }
  void run() override { fmpz_poly_set_str(poly_.p, text_.c_str()); }
  std::uint64_t fingerprint() override { return fingerprint_of(poly_); }

 private:
  std::string text_;
  Poly poly_;
};

#if POLYFORK_FLINT_ISOLATES
class Isolation : public Workload {
 public:
  explicit Isolation(const Problem& problem) {
    f_.set(problem.a);
    length_ = fmpz_poly_length(f_.p);
    exact_ = _fmpq_vec_init(length_);
    cells_ = _fmpz_vec_init(length_);
    exponents_.resize(static_cast<std::size_t>(length_));
  }
  ~Isolation() override {
    _fmpq_vec_clear(exact_, length_);
    _fmpz_vec_clear(cells_, length_);
  }
  void run() override {
    points_ = intervals_ = 0;
    fmpz_poly_isolate_real_roots(exact_, &points_, cells_, exponents_.data(), &intervals_, f_.p);
  }
  std::uint64_t fingerprint() override { return static_cast<std::uint64_t>(points_ + intervals_); }

 private:
  Poly f_;
  slong length_ = 0, points_ = 0, intervals_ = 0;
  fmpq* exact_ = nullptr;
  fmpz* cells_ = nullptr;
  std::vector<slong> exponents_;
};
#endif

std::unique_ptr<Workload> make(const Peer&, const Problem& problem, int threads) {
  flint_set_num_threads(threads);
  switch (problem.operation) {
    case Operation::z_mul:
    case Operation::z_add:
    case Operation::z_gcd:
      return std::make_unique<Binary>(problem);
    case Operation::z_eval:
      return std::make_unique<Evaluation>(problem);
    case Operation::z_eval_many:
      return std::make_unique<Values>(problem);
    case Operation::z_eval_many_fractions:
      return std::make_unique<ValuesAtFractions>(problem);
    case Operation::q_add:
    case Operation::q_sub:
    case Operation::q_mul:
    case Operation::q_scale:
    case Operation::q_divrem:
    case Operation::q_gcd:
    case Operation::q_eval:
    case Operation::q_neg:
    case Operation::q_derivative:
    case Operation::q_times_power:
    case Operation::q_shift_into:
    case Operation::q_square_free:
    case Operation::q_equal:
    case Operation::q_copy:
      return flint_rational(problem);
    case Operation::z_sub:
    case Operation::z_neg:
    case Operation::z_scale:
    case Operation::z_derivative:
    case Operation::z_times_power:
    case Operation::z_shift_into:
    case Operation::z_eval_fraction:
    case Operation::z_square_free:
    case Operation::z_equal:
    case Operation::z_copy:
    case Operation::z_exact_div:
    case Operation::z_div_rem:
    case Operation::z_pseudo_div_rem:
    case Operation::z_pow:
    case Operation::z_resultant:
    case Operation::z_discriminant:
    case Operation::q_xgcd:
    case Operation::zp_add:
    case Operation::zp_sub:
    case Operation::zp_neg:
    case Operation::zp_times_power:
    case Operation::zp_shift_into:
    case Operation::zp_square_free:
    case Operation::zp_equal:
    case Operation::zp_copy:
    case Operation::zp_common_gcd:
    case Operation::zp_scale:
    case Operation::zp_derivative:
    case Operation::zp_coprime_gcd:
    case Operation::zp_resultant:
      return flint_short(problem);
    case Operation::z_shift:
      return std::make_unique<Shift>(problem, false);
    case Operation::zp_mul:
    case Operation::zp_divrem:
    case Operation::zp_gcd:
    case Operation::zp_evaluate:
    case Operation::zp_interpolate:
    case Operation::zp_inverse:
      return std::make_unique<Modular>(problem);
    case Operation::zp_factor:
    case Operation::z_factor:
      return flint_factor(problem);
    case Operation::multi_factor:
      return flint_multi_factor(problem);
    case Operation::to_residues:
    case Operation::from_residues:
      return std::make_unique<Conversion>(problem);
    case Operation::transform:
    case Operation::inverse_transform: {
      auto workload = std::make_unique<Transform>(problem);
      return workload->supported() ? std::move(workload) : nullptr;
    }
    case Operation::sparse_mul:
    case Operation::sparse_add:
    case Operation::sparse_sub:
    case Operation::sparse_neg:
    case Operation::sparse_scale:
    case Operation::sparse_copy:
    case Operation::sparse_equal:
    case Operation::sparse_derivative:
    case Operation::sparse_eval_one:
    case Operation::sparse_dot:
    case Operation::sparse_pow:
    case Operation::sparse_eval:
    case Operation::sparse_exact_div:
    case Operation::sparse_div_rem:
    case Operation::sparse_gcd:
    case Operation::sparse_resultant:
    case Operation::sparse_discriminant:
      return problem.denominators.size() != 0 ? flint_rational_multi(problem) : flint_sparse(problem);
    case Operation::algebraic_roots:
    case Operation::algebraic_digits:
    case Operation::algebraic_order:
    case Operation::algebraic_returns:
    case Operation::algebraic_sum:
    case Operation::algebraic_difference:
    case Operation::algebraic_product:
      return flint_algebraic(problem);
    case Operation::parse:
      return problem.format == TextFormat::flint ? std::make_unique<Reading>(problem) : nullptr;
    case Operation::roots:
#if POLYFORK_FLINT_ISOLATES
      return std::make_unique<Isolation>(problem);
#else
      return nullptr;
#endif
    case Operation::roots_width:
      return nullptr;
  }
  return nullptr;
}

std::unique_ptr<Workload> make_multimodular(const Peer&, const Problem& problem, int threads) {
  if (problem.operation != Operation::z_shift) return nullptr;
  flint_set_num_threads(threads);
  return std::make_unique<Shift>(problem, true);
}

}  // namespace

Peer flint_multimodular_peer() { return {"flint_multi_mod", flint_version, make_multimodular, ""}; }
Peer flint_peer() { return {"flint", flint_version, make, ""}; }

}  // namespace polyfork_bench
