// What programs with sparse polynomials over Z and Q in several variables use most, compiled once.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>

namespace polyfork {
inline namespace v1 {

template SparseMultiPoly<Integers> pow(const SparseMultiPoly<Integers>&, std::uint64_t, const ExecutionContext&);
template SparseMultiPoly<Integers> substitute(const SparseMultiPoly<Integers>&,
                                              const std::vector<std::pair<std::string, SparseMultiPoly<Integers>>>&,
                                              const ExecutionContext&);
template SparseDivision<Integers> div_rem(const SparseMultiPoly<Integers>&,
                                          const std::vector<SparseMultiPoly<Integers>>&, const ExecutionContext&);
template SparseMultiDivision<Integers> div_rem(const SparseMultiPoly<Integers>&, const SparseMultiPoly<Integers>&,
                                               const ExecutionContext&);
template std::optional<SparseMultiPoly<Integers>> try_exact_div(const SparseMultiPoly<Integers>&,
                                                                const SparseMultiPoly<Integers>&,
                                                                const ExecutionContext&);
template SparseMultiPoly<Integers> exact_div(const SparseMultiPoly<Integers>&, const SparseMultiPoly<Integers>&,
                                             const ExecutionContext&);

template SparseMultiPoly<Rationals> pow(const SparseMultiPoly<Rationals>&, std::uint64_t, const ExecutionContext&);
template SparseMultiPoly<Rationals> substitute(const SparseMultiPoly<Rationals>&,
                                               const std::vector<std::pair<std::string, SparseMultiPoly<Rationals>>>&,
                                               const ExecutionContext&);
template SparseDivision<Rationals> div_rem(const SparseMultiPoly<Rationals>&,
                                           const std::vector<SparseMultiPoly<Rationals>>&, const ExecutionContext&);
template SparseMultiDivision<Rationals> div_rem(const SparseMultiPoly<Rationals>&, const SparseMultiPoly<Rationals>&,
                                                const ExecutionContext&);
template std::optional<SparseMultiPoly<Rationals>> try_exact_div(const SparseMultiPoly<Rationals>&,
                                                                 const SparseMultiPoly<Rationals>&,
                                                                 const ExecutionContext&);
template SparseMultiPoly<Rationals> exact_div(const SparseMultiPoly<Rationals>&, const SparseMultiPoly<Rationals>&,
                                              const ExecutionContext&);

}  // namespace v1
}  // namespace polyfork
