// Polyfork as one of the libraries under comparison.
#include <functional>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/gcd.hpp>
#include <polyfork/poly/io.hpp>
#include <polyfork/poly/multipoint.hpp>
#include <polyfork/poly/power_series.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "problem.hpp"

namespace polyfork_bench {
namespace {

using namespace polyfork;

IntegerVector to_vector(const IntegerList& list) {
  IntegerVectorBuilder builder;
  builder.reserve(list.size(), list.limbs.size());
  list.for_each([&](std::size_t, const std::uint64_t* limbs, std::int32_t size) {
    builder.push_back(IntegerView(reinterpret_cast<const mp_limb_t*>(limbs), size));
  });
  return builder.finish();
}

void add(Fingerprint& hash, IntegerView value) {
  hash.add(reinterpret_cast<const std::uint64_t*>(value.limbs().data()), value.signed_size());
}

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

std::uint64_t fingerprint_of(const Division<PrimeField>& division) {
  Fingerprint hash;
  for (const PolyZp* f : {&division.quotient, &division.remainder})
    for (const std::uint64_t residue : f->coefficients()) hash.word(residue);
  return hash.value();
}

std::uint64_t fingerprint_of(const Integer& value) {
  Fingerprint hash;
  add(hash, value);
  return hash.value();
}

std::uint64_t fingerprint_of(const IsolationResult& result) { return result.roots.size(); }

/// Runs a function and keeps what it returns.
template <class F>
class Task : public Workload {
 public:
  explicit Task(F function) : function_(std::move(function)) {}
  void run() override { result_.emplace(function_()); }
  std::uint64_t fingerprint() override { return fingerprint_of(*result_); }

 private:
  F function_;
  std::optional<std::invoke_result_t<F>> result_;
};

template <class F>
std::unique_ptr<Workload> task(F function) {
  return std::make_unique<Task<F>>(std::move(function));
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
    case Operation::zp_divrem:
      return task([=, a = std::move(a), b = std::move(b)] { return div_rem(a, b, ctx); });
    case Operation::zp_gcd:
      return task([=, a = std::move(a), b = std::move(b)] { return gcd(a, b, ctx); });
    case Operation::zp_evaluate:
      return task([=, a = std::move(a), points = problem.v] { return evaluate_many(a, points, ctx); });
    case Operation::zp_interpolate:
      return task([=, points = problem.u, values = problem.v] { return interpolate(field, points, values, ctx); });
    case Operation::zp_inverse:
      return task([=, a = std::move(a), n = problem.u.size()] { return inverse_series(a, n, ctx); });
    default:
      return nullptr;
  }
}

}  // namespace

std::unique_ptr<Workload> make_polyfork(const Peer&, const Problem& problem, int threads) {
  const ExecutionContext ctx = ExecutionContext().with_threads(threads);
  if (problem.modulus != 0) return modular(problem, ctx);
  if (problem.operation == Operation::parse)
    return task(
        [=, text = problem.text, format = format_of(problem.format)] { return parse_poly_z(text, format, ctx); });
  PolyZ a{to_vector(problem.a)};
  PolyZ b{to_vector(problem.b)};
  switch (problem.operation) {
    case Operation::roots:
      return task([=, a = std::move(a)] { return isolate_real_roots(a, {}, ctx); });
    case Operation::z_mul:
      return task([=, a = std::move(a), b = std::move(b)] { return mul(a, b, ctx); });
    case Operation::z_add:
      return task([=, a = std::move(a), b = std::move(b)] { return add(a, b, ctx); });
    case Operation::z_gcd:
      return task([=, a = std::move(a), b = std::move(b)] { return gcd(a, b, ctx); });
    case Operation::z_eval:
      return task([=, a = std::move(a), x = b.coefficient(0)] { return evaluate(a, x, ctx); });
    default:
      return nullptr;
  }
}

}  // namespace polyfork_bench
