// Leading coefficients and derivatives modulo a prime.
//
// Where the leading coefficients of the levels before are units modulo p, the residue classes modulo these levels are a
// free module over the integers localized at p, and an element of it that is a unit modulo p is one. So one prime
// modulo which all of them are is a proof, and so it is for the derivative of a level by its variable.
#include "system/chains/chain_initials.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/ring/prime_field.hpp>

#include "system/chains/chain_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t prime = 2147480197;  // below 2^31, of no special form

MultiPolyZp level_modulo(const TriangularLevel& level, const std::vector<std::size_t>& place, const PrimeField& field,
                         const Variables& variables, const ExecutionContext& ctx) {
  MultiPolyZp::Collector collector(field, variables);
  const auto& f = level.equation;
  std::vector<std::uint64_t> exponents(variables.size());
  for (std::size_t i = 0; i < f.exponents.size(); ++i) {
    for (std::size_t v = 0; v < f.exponents[i].size(); ++v)
      if (f.exponents[i][v] != 0) exponents[place[v]] = f.exponents[i][v];
    collector.push_back(exponents, f.coefficients[i].view().mod(field.modulus()));
    std::fill(exponents.begin(), exponents.end(), 0);
  }
  return std::move(collector).finish(ctx);
}

/// The levels modulo the prime, made monic one after the other; the last one's variable is the greatest.
class ChainImage {
 public:
  ChainImage(const TriangularSystem& system, const ExecutionContext& ctx)
      : system_(system),
        ctx_(ctx),
        place_(system.variables, 0),
        variables_(names_of(system)),
        arithmetic_(field_, variables_, ctx) {
    const std::size_t n = system.levels.size();
    for (std::size_t level = 0; level < n; ++level) place_[system.levels[level].variable] = n - 1 - level;
  }

  /// Adds the next level. False where its leading coefficient is not invertible modulo the levels before.
  bool add_level() {
    const std::size_t level = chain_.size();
    const MultiPolyZp f =
        arithmetic_.reduced(level_modulo(system_.levels[level], place_, field_, variables_, ctx_), chain_);
    const MultiPolyZp initial = coefficient_in(f, arithmetic_.name(level), system_.levels[level].degree, ctx_);
    const auto parts = arithmetic_.regularized(initial, chain_);
    if (parts.size() != 1 || parts[0].zero) return false;
    if (!initial.is_constant()) longest_inverse_ = std::max(longest_inverse_, parts[0].inverse.term_count());
    chain_.push_back(arithmetic_.reduced(mul(f, parts[0].inverse, ctx_), chain_));
    return true;
  }

  /// Whether the derivative of the last level by its variable is invertible modulo all of them.
  bool has_invertible_separant() const {
    const auto slope = derivative(chain_.back(), arithmetic_.name(chain_.size() - 1), 1, ctx_);
    const auto parts = arithmetic_.regularized(slope, chain_);
    return parts.size() == 1 && !parts[0].zero;
  }

  /// Terms of the longest inverse of a leading coefficient that is not constant.
  std::size_t longest_inverse() const noexcept { return longest_inverse_; }

 private:
  static std::vector<std::string> names_of(const TriangularSystem& system) {
    std::vector<std::string> names;
    for (std::size_t level = system.levels.size(); level-- > 0;) names.push_back("v" + std::to_string(level));
    return names;
  }

  const TriangularSystem& system_;
  const ExecutionContext& ctx_;
  std::vector<std::size_t> place_;
  PrimeField field_{prime};
  Variables variables_;
  ChainArithmetic<PrimeField> arithmetic_;
  std::vector<MultiPolyZp> chain_;
  std::size_t longest_inverse_ = 0;
};

}  // namespace

bool has_invertible_initials(const TriangularSystem& system, const ExecutionContext& ctx) {
  ChainImage image(system, ctx);
  for (std::size_t level = 0; level < system.levels.size(); ++level)
    if (!image.add_level()) return false;
  return true;
}

std::optional<std::size_t> inverse_terms_of_square_free_chain(const TriangularSystem& system,
                                                              const ExecutionContext& ctx) {
  ChainImage image(system, ctx);
  for (std::size_t level = 0; level < system.levels.size(); ++level)
    if (!image.add_level() || !image.has_invertible_separant()) return std::nullopt;
  return image.longest_inverse();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
