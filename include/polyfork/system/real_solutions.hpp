// All real solutions of a zero-dimensional system over Q, in boxes.
//
// The answer is canonical: a function of the set of real solutions and of the options alone. A coordinate that is a
// rational number p/q with |p| and q below 2^64 is exact. The others are standard dyadic cells (c 2^-k, (c+1) 2^-k) of
// one level k, the least at which no cell touches zero, boxes are disjoint and cells are as narrow as asked for; a
// number that is the end of a cell of that level is exact, too. Solutions are sorted by their boxes, first coordinate
// first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork {
inline namespace v1 {

/// How real solutions are found from equations.
enum class SolutionMethod {
  automatic,
  chains,         ///< triangular systems: above every real solution of the first ones the real roots of the next
  representation  ///< univariate representations: the real roots of one polynomial and their coordinates
};
/// "auto", "chains", "rur".
POLYFORK_EXPORT std::string_view solution_method_name(SolutionMethod method) noexcept;
/// Throws DomainError for an unknown name.
POLYFORK_EXPORT SolutionMethod solution_method_from_name(std::string_view name);

/// Thrown for systems with infinitely many complex solutions.
class POLYFORK_EXPORT PositiveDimension : public DomainError {
 public:
  /// proved: by a Groebner basis; else two primes have told the dimension.
  PositiveDimension(int dimension, bool proved, const Variables& variables);
  ~PositiveDimension() override;
  int dimension() const noexcept { return dimension_; }
  bool proved() const noexcept { return proved_; }

 private:
  int dimension_;
  bool proved_;
};

/// A closed interval for a coordinate; an end that is missing does not bound it.
struct CoordinateBounds {
  std::optional<Rational> lower = std::nullopt;
  std::optional<Rational> upper = std::nullopt;
};

struct SolutionOptions {
  /// Largest width of a cell, > 0.
  std::optional<Rational> width = std::nullopt;
  /// Rational coordinates p/q with |p| and q below 2^exact_bits are exact; 1 to 2^20.
  std::size_t exact_bits = 64;
  SolutionMethod method = SolutionMethod::automatic;
  /// Prove what can be proved, whatever it takes; otherwise only where that is quick.
  bool certify = false;
  /// Of all solutions only those whose coordinates keep these bounds, one for each of the first variables. The boxes
  /// are those of the answer without bounds.
  std::vector<CoordinateBounds> bounds = {};
};

namespace detail {
struct SolutionPoint;
}

/// solution_values.hpp has decimals, narrower boxes and algebraic numbers of a solution.
struct RealSolution {
  std::vector<RootInterval> coordinates;  ///< in the sequence of the variables; multiplicities are 1
  /// The solution's multiplicity, the dimension of its local ring modulo the equations, where something has told it:
  /// that of every solution, unless there may be more than 600 complex ones.
  /// Proved for solutions by chains, otherwise told by a prime.
  std::optional<std::size_t> multiplicity = std::nullopt;
  /// What tells more of the coordinates, shared by copies and charged to the context that found them; null in a
  /// solution that a program has made itself. No part of the value.
  std::shared_ptr<detail::SolutionPoint> point = nullptr;

  friend bool operator==(const RealSolution& a, const RealSolution& b) {
    return a.coordinates == b.coordinates && a.multiplicity == b.multiplicity;
  }
};

/// A part of a system's solutions and how it was solved; no part of the answer.
struct SolvedPart {
  SolutionMethod method = SolutionMethod::representation;
  std::size_t real_solutions = 0;  ///< within bounds or not
  /// Complex solutions with multiplicities; empty where nothing has told.
  std::optional<std::size_t> degree;
  std::optional<std::size_t> complex_solutions;  ///< different ones
  std::vector<std::int64_t> form;                ///< of the representation
  std::size_t primes = 0;                        ///< of the representation
  bool resultants = false;                       ///< whether the representation came from resultants
  /// Whether the equations of the part are a Groebner basis in some order: powers of all variables are their leading
  /// monomials. Then the degree is proved.
  bool known_basis = false;
};

struct SystemSolutions {
  Variables variables;
  int dimension = 0;  ///< of the solutions over the complex numbers; -1: there are none
  std::vector<RealSolution> solutions;
  /// Each box was proved to hold a real solution, and no two boxes have a common point: by exact identities, by the
  /// isolation of chains, or by Krawczyk's operator. That a box holds only one is proved where `complete` is, too. With
  /// `certify` always, otherwise nearly always.
  bool boxes_proved = false;
  /// It was proved that there are no other real solutions, within the bounds. Otherwise the answer is right unless all
  /// primes that were used are among the few that do not behave as most do.
  bool complete = false;
  std::vector<SolvedPart> parts;

  /// The number of complex solutions with multiplicities; empty where a part does not know its own, unless all of them
  /// are real and have multiplicities.
  POLYFORK_EXPORT std::optional<std::size_t> degree() const;
  POLYFORK_EXPORT std::optional<std::size_t> complex_solutions() const;
};

/// The equations are f = 0. Polynomials in different variables are taken to those of all, as `unite` of
/// convert_variables.hpp does: names in the sequence in which the equations bring them. Throws PositiveDimension where
/// there are infinitely many complex solutions (two primes tell that, or with `certify` a basis that is proved, as the
/// message says); DomainError for options outside of their ranges, for more bounds than variables, for polynomials
/// without variables; Cancelled and MemoryLimit as the context says.
POLYFORK_EXPORT SystemSolutions real_solutions(const std::vector<MultiPolyQ>& equations,
                                               const SolutionOptions& options = {},
                                               const ExecutionContext& ctx = ExecutionContext::default_context());

/// An expression in the variables of a system and the name of its value, which is none of theirs.
struct NamedValue {
  std::string name;
  MultiPolyQ expression;
};

/// The real solutions and, as coordinates after those of the variables, the values of the expressions there: the answer
/// for the system with an equation name = expression for each. Boxes are so narrow that the values, too, do not touch
/// zero unless they are zero: their signs, and the order of coordinates through their differences, are decided.
/// Completeness and proofs are those of that system. `bounds` may go on to the values. Throws as real_solutions does,
/// and DomainError for names that are taken and expressions in other variables.
POLYFORK_EXPORT SystemSolutions solutions_with_values(
    const std::vector<MultiPolyQ>& equations, const std::vector<NamedValue>& values,
    const SolutionOptions& options = {}, const ExecutionContext& ctx = ExecutionContext::default_context());

/// How a part of a system would be solved.
struct PlannedPart {
  SolutionMethod method = SolutionMethod::representation;
  /// The variables that linear equations give in terms of others.
  std::vector<std::string> substituted;
  bool taken_apart = false;  ///< the equations are not triangular: chains are made from a representation
  /// By chains of triangular equations: the variables in the sequence in which they are found. Else those that
  /// equations remain for.
  std::vector<std::string> variables;
  std::size_t equations = 0;  ///< that remain
  /// The product of their degrees: by chains the number of complex solutions with multiplicities where no leading
  /// coefficient vanishes, else, for as many equations as variables, a bound of them.
  double degrees = 1;
  bool without_real_points = false;  ///< an equation in one variable has no real solution
  bool resultants = false;           ///< the representation would come from resultants, not from a Groebner basis
  /// The equations are a Groebner basis in some order: powers of all variables are their leading monomials. Then this
  /// is the number of complex solutions with multiplicities.
  std::optional<std::size_t> known_degree = std::nullopt;
};

/// The parts that real_solutions would make of the equations, before anything expensive is done. Throws as it does.
POLYFORK_EXPORT std::vector<PlannedPart> plan_real_solutions(
    const std::vector<MultiPolyQ>& equations, const SolutionOptions& options = {},
    const ExecutionContext& ctx = ExecutionContext::default_context());

/// How many real solutions there are.
struct SolutionCount {
  std::size_t real_solutions = 0;
  bool complete = false;  ///< the number was proved, as SystemSolutions::complete says
};

/// The number of real solutions within the bounds of the options; their boxes are not looked for where there are no
/// bounds. Throws as real_solutions does.
POLYFORK_EXPORT SolutionCount count_real_solutions(const std::vector<MultiPolyQ>& equations,
                                                   const SolutionOptions& options = {},
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
