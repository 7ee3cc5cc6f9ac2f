// Polynomials with a power in the ideal vanish at all solutions, and they leave few residue classes.
//
// Let G be a Groebner basis of the ideal of the equations, proved, and h_1, ..., h_k any polynomials of which powers
// reduce to zero by G. Then every solution of the equations is a zero of the h_i. There are at most as many zeros as
// residue classes modulo the h_i, and no more of these than monomials that no leading monomial of an h_i divides. So
// nothing has to be known of the h_i but their powers: the reduced basis of the polynomials that vanish at the known
// points leaves as many monomials as there are points, and where these are all, powers of its elements are in the ideal
// (Hilbert's Nullstellensatz), mostly low ones.
#include "system/solve/radical_proof.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/system/rational_basis.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "system/bases/points_basis.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_points = 600;

/// Whether a power of h is in the ideal with this basis, whose residue classes have this dimension.
bool is_nilpotent(const MultiPolyQ& h, const std::vector<MultiPolyQ>& basis, std::size_t classes,
                  const ExecutionContext& ctx) {
  MultiPolyQ power = normal_form(h, basis, ctx);
  for (std::size_t exponent = 1; !power.is_zero(); exponent *= 2) {
    // The power with the number of classes is zero for all that are nilpotent.
    if (exponent >= classes) return false;
    ctx.poll();
    power = normal_form(mul(power, power, ctx), basis, ctx);
  }
  return true;
}

}  // namespace

bool has_no_other_points(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                         const ExecutionContext& ctx) {
  const auto points = static_cast<std::size_t>(r.polynomial.degree());
  if (points > most_points) return false;
  const PhasedProgress progress(ctx);
  const auto basis =
      rational_groebner_basis(equations, {MonomialOrder::graded_reverse_lex, true}, progress.phase(0.7)).polynomials;
  const IdealShape shape = ideal_shape(basis, r.variables.size(), ctx);
  if (shape.dimension != 0) return false;
  if (shape.degree == points) return true;
  const auto vanishing = basis_of_points(r, most_points, progress.phase(0.1));
  if (vanishing.empty()) return false;
  const IdealShape left = ideal_shape(vanishing, r.variables.size(), ctx);
  if (left.dimension != 0 || left.degree != points) return false;
  const auto powers = progress.phase(0.2);
  return retry_on_one_thread(powers, [&](const ExecutionContext& with) {
    std::vector<char> nilpotent(vanishing.size(), 0);
    parallel_for(with, vanishing.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        nilpotent[i] = is_nilpotent(vanishing[i], basis, *shape.degree, with) ? 1 : 0;
    });
    return std::find(nilpotent.begin(), nilpotent.end(), 0) == nilpotent.end();
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
