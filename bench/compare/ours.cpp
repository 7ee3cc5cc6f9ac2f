// Polyfork as one of the libraries under comparison.
#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/fft/ntt_plan.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/dense/many_values.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/residues/multipoint.hpp>
#include <polyfork/poly/residues/power_series.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "ours.hpp"

namespace polyfork_bench {

using namespace polyfork;

IntegerVector to_vector(const IntegerList& list) {
  IntegerVectorBuilder builder;
  builder.reserve(list.size(), list.limbs.size());
  list.for_each([&](std::size_t, const std::uint64_t* limbs, std::int32_t size) {
    builder.push_back(IntegerView(reinterpret_cast<const mp_limb_t*>(limbs), size));
  });
  return builder.finish();
}

namespace {

std::uint64_t fingerprint_of(const PolyZ& f) {
  Fingerprint hash;
  for (std::size_t i = 0; i < f.length(); ++i) add(hash, f.coefficients()[i]);
  return hash.value();
}

std::uint64_t fingerprint_of(const PolyZp& f) {
  Fingerprint hash;
  for (const std::uint64_t residue : f.coefficients()) hash.word(residue);
  return hash.value();
}

std::uint64_t fingerprint_of(const ResidueVector& values) {
  Fingerprint hash;
  for (const std::uint64_t residue : values) hash.word(residue);
  return hash.value();
}

std::uint64_t fingerprint_of(const Integer& value) {
  Fingerprint hash;
  add(hash, value);
  return hash.value();
}

std::uint64_t fingerprint_of(const std::vector<Integer>& values) {
  Fingerprint hash;
  for (const Integer& value : values) add(hash, value);
  return hash.value();
}

std::uint64_t fingerprint_of(const std::vector<Rational>& values) {
  Fingerprint hash;
  for (const Rational& value : values) {
    add(hash, value.numerator());
    add(hash, value.denominator());
  }
  return hash.value();
}

std::vector<Integer> integers(const IntegerList& list) {
  const IntegerVector v = to_vector(list);
  return {v.begin(), v.end()};
}

std::uint64_t fingerprint_of(const IsolationResult& result) { return result.roots.size(); }

/// A product of residues into a vector that is kept, as the peers keep theirs.
class ModularProduct : public Workload {
 public:
  ModularProduct(const Problem& problem, const ExecutionContext& ctx)
      : field_(problem.modulus),
        a_(problem.u.begin(), problem.u.end()),
        b_(problem.v.begin(), problem.v.end()),
        ctx_(ctx) {}
  void run() override { mul_into(product_, field_, a_, b_, ctx_); }
  std::uint64_t fingerprint() override { return fingerprint_of(PolyZp(field_, product_)); }

 private:
  PrimeField field_;
  ResidueVector a_, b_, product_;
  ExecutionContext ctx_;
};

class ToResidues : public Workload {
 public:
  ToResidues(const Problem& problem, const ExecutionContext& ctx)
      : basis_(problem.primes, ctx), values_(to_vector(problem.a)), ctx_(ctx) {
    for (std::size_t j = 0; j < basis_.size(); ++j) residues_.emplace_back(values_.size());
    spans_.assign(residues_.begin(), residues_.end());
  }
  void run() override { basis_.to_residues(values_, spans_, ctx_); }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    for (const ResidueVector& row : residues_)
      for (const std::uint64_t residue : row) hash.word(residue);
    return hash.value();
  }

 private:
  CrtBasis basis_;
  IntegerVector values_;
  std::vector<ResidueVector> residues_;
  std::vector<std::span<std::uint64_t>> spans_;
  ExecutionContext ctx_;
};

class FromResidues : public Workload {
 public:
  FromResidues(const Problem& problem, const ExecutionContext& ctx)
      : basis_(problem.primes, ctx), residues_(problem.u), ctx_(ctx) {
    const std::size_t n = residues_.size() / basis_.size();
    for (std::size_t j = 0; j < basis_.size(); ++j) spans_.emplace_back(residues_.data() + j * n, n);
  }
  void run() override { values_ = basis_.from_residues(spans_, ctx_); }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    for (std::size_t i = 0; i < values_.size(); ++i) add(hash, values_[i]);
    return hash.value();
  }

 private:
  CrtBasis basis_;
  std::vector<std::uint64_t> residues_;
  std::vector<std::span<const std::uint64_t>> spans_;
  IntegerVector values_;
  ExecutionContext ctx_;
};

/// A transform of a fresh copy of its input, from canonical words to canonical words.
class Transform : public Workload {
 public:
  Transform(const Problem& problem, const ExecutionContext& ctx)
      : inverse_(problem.operation == Operation::inverse_transform),
        ctx_(ctx),
        plan_(problem.modulus, problem.length, NttKind::cyclic, ctx) {
    const std::vector<std::uint64_t> words = transform_input(problem);
    input_.assign(words.begin(), words.end());
    if (inverse_) plan_.forward(input_, ctx_);
    data_.resize(input_.size());
  }
  void run() override {
    std::copy(input_.begin(), input_.end(), data_.begin());
    if (inverse_) {
      plan_.inverse(data_, ctx_);
    } else {
      plan_.forward(data_, ctx_);
    }
  }
  std::uint64_t fingerprint() override {
    if (!inverse_) return fingerprint_of_values(data_.data(), data_.size());
    Fingerprint hash;
    for (const std::uint64_t word : data_) hash.word(word);
    return hash.value();
  }

 private:
  bool inverse_;
  ExecutionContext ctx_;
  NttPlan plan_;
  ResidueVector input_, data_;
};

template <class F>
std::unique_ptr<Workload> task(F function) {
  return make_task(std::move(function), [](const auto& result) { return fingerprint_of(result); });
}

/// Runs a function into a result that is kept, as the peers keep theirs.
template <class Result, class F>
class IntoTask : public Workload {
 public:
  explicit IntoTask(F function) : function_(std::move(function)) {}
  void run() override { function_(result_); }
  std::uint64_t fingerprint() override { return fingerprint_of(result_); }

 private:
  F function_;
  Result result_;
};

template <class Result, class F>
std::unique_ptr<Workload> into(F function) {
  return std::make_unique<IntoTask<Result, F>>(std::move(function));
}

PolyFormat format_of(TextFormat format) {
  switch (format) {
    case TextFormat::coeffs:
      return PolyFormat::coeffs;
    case TextFormat::infix:
      return PolyFormat::infix;
    case TextFormat::flint:
      break;
  }
  return PolyFormat::flint;
}

std::unique_ptr<Workload> modular(const Problem& problem, const ExecutionContext& ctx) {
  const PrimeField field(problem.modulus);
  PolyZp a(field, ResidueVector(problem.u.begin(), problem.u.end()));
  PolyZp b(field, ResidueVector(problem.v.begin(), problem.v.end()));
  switch (problem.operation) {
    case Operation::zp_mul:
      return task([=, a = std::move(a), b = std::move(b)] { return mul(a, b, ctx); });
    case Operation::zp_gcd:
      return task([=, a = std::move(a), b = std::move(b)] { return gcd(a, b, ctx); });
    case Operation::zp_evaluate:
      return into<ResidueVector>(
          [=, a = std::move(a), points = problem.v](ResidueVector& out) { evaluate_many_into(out, a, points, ctx); });
    case Operation::zp_interpolate:
      return task([=, points = problem.u, values = problem.v] { return interpolate(field, points, values, ctx); });
    case Operation::zp_inverse:
      return task([=, a = std::move(a), n = problem.u.size()] { return inverse_series(a, n, ctx); });
    default:
      return nullptr;
  }
}

std::unique_ptr<Workload> make_ours(const Problem& problem, const ExecutionContext& ctx) {
  if (problem.operation == Operation::zp_mul) return std::make_unique<ModularProduct>(problem, ctx);
  if (problem.operation == Operation::to_residues) return std::make_unique<ToResidues>(problem, ctx);
  if (problem.operation == Operation::from_residues) return std::make_unique<FromResidues>(problem, ctx);
  if (problem.operation == Operation::transform || problem.operation == Operation::inverse_transform)
    return std::make_unique<Transform>(problem, ctx);
  if (auto everyday = make_short_task(problem, ctx)) return everyday;
  if (auto factors = make_factor_task(problem, ctx)) return factors;
  if (!problem.polynomials.empty() && problem.denominators.size() != 0) return make_rational_multi_task(problem, ctx);
  if (!problem.polynomials.empty()) return make_sparse_task(problem, ctx);
  if (auto algebraic = make_algebraic_task(problem, ctx)) return algebraic;
  if (problem.modulus != 0) return modular(problem, ctx);
  if (problem.operation == Operation::parse)
    return task(
        [=, text = problem.text, format = format_of(problem.format)] { return parse_poly_z(text, format, ctx); });
  PolyZ a{to_vector(problem.a)};
  PolyZ b{to_vector(problem.b)};
  switch (problem.operation) {
    case Operation::roots:
      return task([=, a = std::move(a)] { return isolate_real_roots(a, {}, ctx); });
    case Operation::roots_width:
      return task([=, a = std::move(a)] { return isolate_real_roots(a, {.width = Rational(1, 20)}, ctx); });
    case Operation::z_mul:
      return into<PolyZ>([=, a = std::move(a), b = std::move(b)](PolyZ& out) { mul_into(out, a, b, ctx); });
    case Operation::z_add:
      return into<PolyZ>([=, a = std::move(a), b = std::move(b)](PolyZ& out) { add_into(out, a, b, ctx); });
    case Operation::z_gcd:
      return into<PolyZ>([=, a = std::move(a), b = std::move(b)](PolyZ& out) { gcd_into(out, a, b, ctx); });
    case Operation::z_eval:
      return into<Integer>(
          [=, a = std::move(a), x = b.coefficient(0)](Integer& out) { evaluate_into(out, a, x, ctx); });
    case Operation::z_eval_many:
      return into<std::vector<Integer>>([=, a = std::move(a), points = integers(problem.b)](std::vector<Integer>& out) {
        evaluate_many_into(out, a, points, ctx);
      });
    case Operation::z_eval_many_fractions: {
      const std::vector<Integer> parts = integers(problem.b);
      std::vector<Rational> points;
      points.reserve(parts.size() / 2);
      for (std::size_t i = 0; i + 1 < parts.size(); i += 2) points.emplace_back(parts[i], parts[i + 1]);
      return into<std::vector<Rational>>(
          [=, a = std::move(a)](std::vector<Rational>& out) { evaluate_many_into(out, a, points, ctx); });
    }
    case Operation::z_shift:
      return task([=, a = std::move(a), c = b.coefficient(0)] { return taylor_shift(a, c, ctx); });
    default:
      return nullptr;
  }
}

}  // namespace

std::unique_ptr<Workload> make_polyfork(const Peer&, const Problem& problem, int threads) {
  return make_ours(problem, ExecutionContext().with_threads(threads));
}

std::unique_ptr<Workload> make_on_processor(const Peer&, const Problem& problem, int threads) {
  return make_ours(problem, ExecutionContext().with_threads(threads).with_device_policy(DevicePolicy::off));
}

std::unique_ptr<Workload> make_on_device(const Peer&, const Problem& problem, int threads) {
  if (devices().empty()) return nullptr;
  return make_ours(problem, ExecutionContext().with_threads(threads).with_device_policy(DevicePolicy::on));
}

std::unique_ptr<Workload> make_without_shortcuts(const Peer&, const Problem& problem, int threads) {
  if (problem.operation != Operation::roots) return nullptr;
  return task([a = PolyZ{to_vector(problem.a)}, ctx = ExecutionContext().with_threads(threads)] {
    return isolate_real_roots(a, {.shortcuts = false}, ctx);
  });
}

}  // namespace polyfork_bench
