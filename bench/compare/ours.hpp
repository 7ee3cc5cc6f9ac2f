// What Polyfork's own workloads share.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "problem.hpp"

namespace polyfork_bench {

polyfork::IntegerVector to_vector(const IntegerList& list);

/// In the variables x0, x1, ...
polyfork::MultiPolyZ to_sparse(const SparseInput& input, std::size_t variables);

inline void add(Fingerprint& hash, polyfork::IntegerView value) {
  hash.add(reinterpret_cast<const std::uint64_t*>(value.limbs().data()), value.signed_size());
}

/// Runs a function and keeps what it returns; another one makes the fingerprint of that.
template <class F, class Print>
class Task : public Workload {
 public:
  Task(F function, Print print) : function_(std::move(function)), print_(std::move(print)) {}
  /// The last result makes room first, as those of peers do, which write the next in its place.
  void run() override {
    result_.reset();
    result_.emplace(function_());
  }
  std::uint64_t fingerprint() override { return print_(*result_); }

 private:
  F function_;
  Print print_;
  std::optional<std::invoke_result_t<F>> result_;
};

template <class F, class Print>
std::unique_ptr<Workload> make_task(F function, Print print) {
  return std::make_unique<Task<F, Print>>(std::move(function), std::move(print));
}

/// The everyday operations on short polynomials over Z, Q and Z/pZ that are not in ours.cpp; nothing for others.
std::unique_ptr<Workload> make_short_task(const Problem& problem, const polyfork::ExecutionContext& ctx);
/// sparse_...; nothing for other problems.
std::unique_ptr<Workload> make_sparse_task(const Problem& problem, const polyfork::ExecutionContext& ctx);
/// sparse_... over Q.
std::unique_ptr<Workload> make_rational_multi_task(const Problem& problem, const polyfork::ExecutionContext& ctx);
/// zp_factor, z_factor, multi_factor; nothing for other problems.
std::unique_ptr<Workload> make_factor_task(const Problem& problem, const polyfork::ExecutionContext& ctx);
/// algebraic_...; nothing for other problems.
std::unique_ptr<Workload> make_algebraic_task(const Problem& problem, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_bench
