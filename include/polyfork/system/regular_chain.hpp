// Zero-dimensional, square-free regular chains over Q and Z/pZ: triangular systems of polynomials.
//
// In variables x_1 > ... > x_n a chain has one polynomial for each variable, T_k in x_k and smaller ones. It describes
// finitely many points over the algebraic closure, all of them simple. Here every T_k is monic in x_k and reduced
// modulo those of the smaller variables (a Lazard triangular set), so that a chain is the reduced lexicographic
// Groebner basis of its ideal, and equal ideals have equal chains. The residue classes modulo a chain form a product of
// fields: a polynomial is zero at all of the points, at some or at none of them, and operations that need to know split
// the chain (Della Dora, Dicrescenzo, Duval: About a new method for computing in algebraic number fields, EUROCAL
// 1985).
//
//   const Variables yx({"y", "x"});
//   const auto chain = parse_regular_chain("x^2 - 2, y^2 - x", yx);
//
//   chain.degree();  // 4
//
//   chain.normal_form(parse_poly<MultiPolyQ>("y^5", yx));  // 2*y
//
// All functions throw MemoryLimit and Cancelled as the context says, ModulusMismatch for polynomials over another field
// and DomainError for polynomials with variables that the chain has not; polynomials in fewer variables, in any
// sequence and order of monomials are taken to the chain's by name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/system/real_solutions.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {
template <Field K>
struct ChainMaker;
}

template <Field K>
class POLYFORK_EXPORT RegularChain {
 public:
  using Polynomial = SparseMultiPoly<K>;

  /// The chain of polynomials that are triangular: each variable is the greatest that occurs in one of them. The
  /// sequence of the variables is that of the first polynomial with the most of them, which must be all. They need not
  /// be monic. Throws DomainError where they are not triangular, where a leading coefficient is zero at one of the
  /// points of the smaller variables (the chain is not regular), and where a point is multiple (it is not square-free).
  explicit RegularChain(const std::vector<Polynomial>& polynomials,
                        const ExecutionContext& ctx = ExecutionContext::default_context());

  const K& field() const noexcept { return polynomials_.front().ring(); }
  /// Greatest first, with the order lex.
  const Variables& variables() const noexcept { return polynomials_.front().variables(); }
  /// The polynomial of the least variable first.
  const std::vector<Polynomial>& polynomials() const noexcept { return polynomials_; }
  /// The polynomial whose greatest variable has this name. Throws DomainError for an unknown name.
  const Polynomial& polynomial(std::string_view name) const;
  /// The number of points: the product of the degrees. Throws DomainError from 2^64 on.
  std::size_t degree() const;

  /// The polynomial with f - result in the ideal whose degree in every variable is below the chain's. Since the chain
  /// is monic that is the pseudo-remainder of f by it, too.
  Polynomial normal_form(const Polynomial& f, const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// Whether f is zero at all points, that is in the ideal.
  bool contains(const Polynomial& f, const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The polynomial with inverse(f) f = 1 modulo the chain. Throws DomainError where f is zero at a point.
  Polynomial inverse(const Polynomial& f, const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The product of the values of f at all points: res(T_1, ... res(T_n, f)).
  typename K::element iterated_resultant(const Polynomial& f,
                                         const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  /// A chain of some of the points, at all of which f is zero or not.
  struct Piece;
  /// Chains that have no point in common and all points together, on each of which f is zero or invertible.
  std::vector<Piece> regularize(const Polynomial& f,
                                const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// Chains of the points at which f is zero.
  std::vector<RegularChain> intersect(const Polynomial& f,
                                      const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  /// The subresultants S_0, ..., S_(d-1) of f and g as polynomials in the variable of this name, modulo the chain,
  /// where d is the lower of their degrees in it after reduction by the polynomials of smaller variables. S_0 is the
  /// resultant; S_j is the determinant of the rows x^(n-j-1) f, ..., f, x^(m-j-1) g, ..., g with coefficients of
  /// x^(m+n-j-1), ..., x^(j+1) and the polynomials themselves as columns, for degrees m and n: a polynomial of degree
  /// at most j, which at every point is what it is for the values there. Determinants without divisions (Berkowitz, IPL
  /// 1984), since residue classes have zero divisors: O((m+n)^4) products for each j. Throws DomainError where greater
  /// variables occur and for d = 0.
  std::vector<Polynomial> subresultants(const Polynomial& f, const Polynomial& g, std::string_view name,
                                        const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  /// The resultant S_0 of f and g in the variable of this name, modulo the chain: the resultant of the values at every
  /// point. Polynomials that do not contain the variable after the reduction have degree 0 there; with zero the
  /// resultant is zero. O((m+n)^4) products. Throws DomainError where greater variables occur.
  Polynomial resultant(const Polynomial& f, const Polynomial& g, std::string_view name,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  /// The union: the points of all chains together, each once, as chains that depend on the set of points alone: the
  /// equiprojectable decomposition (Dahan, Moreno Maza, Schost, Wu, Xie, Lifting techniques for triangular
  /// decompositions, ISSAC 2005). Points are separated by how many others of their part have the same values of the
  /// smaller variables, for the greatest variable first. The chains are in the same variables, over the same field;
  /// ordered by degree, then by their text.
  static std::vector<RegularChain> equiprojectable_decomposition(
      const std::vector<RegularChain>& chains, const ExecutionContext& ctx = ExecutionContext::default_context());

  /// "x^2 - 2, y^2 - x": parse_regular_chain reads it back in the same variables.
  std::string to_string() const;
  friend bool operator==(const RegularChain& a, const RegularChain& b) { return a.polynomials_ == b.polynomials_; }

 private:
  friend struct detail::ChainMaker<K>;
  struct Trusted {};
  RegularChain(Trusted, std::vector<Polynomial> polynomials) : polynomials_(std::move(polynomials)) {}
  Polynomial embedded(const Polynomial& f, const ExecutionContext& ctx) const;
  /// The polynomials of smaller variables.
  std::vector<Polynomial> below(std::string_view name) const;

  std::vector<Polynomial> polynomials_;
};

template <Field K>
struct RegularChain<K>::Piece {
  RegularChain chain;
  bool zero;           ///< f is zero at the points of the chain; else it is at none of them
  Polynomial inverse;  ///< of f modulo the chain, where it is not zero
};

extern template class RegularChain<Rationals>;
extern template class RegularChain<PrimeField>;

/// The chain of polynomials in infix notation, separated by commas. Throws ParseError, and DomainError as the
/// constructor.
POLYFORK_EXPORT RegularChain<Rationals> parse_regular_chain(
    std::string_view text, const Variables& variables,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT RegularChain<PrimeField> parse_regular_chain(
    std::string_view text, const Variables& variables, const PrimeField& field,
    const ExecutionContext& ctx = ExecutionContext::default_context());

/// The real points of a chain, in boxes as of a system; complete and proved. The method is not asked for.
POLYFORK_EXPORT SystemSolutions real_solutions(const RegularChain<Rationals>& chain,
                                               const SolutionOptions& options = {},
                                               const ExecutionContext& ctx = ExecutionContext::default_context());

/// How solutions are divided among chains.
enum class ChainShape {
  regular,         ///< chains as the equations suggest them: triangular equations are kept together
  conjugate,       ///< chains of conjugate points: their ideals are the maximal ideals that the equations lie in
  equiprojectable  ///< as few chains as RegularChain::equiprojectable_decomposition makes of them
};

struct ChainOptions {
  ChainShape shape = ChainShape::conjugate;
  /// Prove what can be proved: that the chains describe solutions and, without multiple ones, all of them; that there
  /// are infinitely many, or none.
  bool certify = false;
  /// Another order of the variables than that of the equations may be taken where they are triangular in it, before or
  /// after linear equations have been solved: the chains' variables() tell which. It is the same for all chains.
  bool any_order = false;
};

struct ChainDecomposition {
  int dimension = 0;                            ///< of the solutions over the complex numbers: 0, or -1: there are none
  std::vector<RegularChain<Rationals>> chains;  ///< no two have a point in common; by degree, then by their text
  /// It was proved that every point of a chain is a solution, that no chain has multiple points and no two have one in
  /// common: where all chains come from triangular equations, by computations over Q and with a prime that shows
  /// leading coefficients and derivatives to be invertible; with `certify` by normal forms of the equations modulo as
  /// many primes as a bound for their coefficients asks for.
  bool points_proved = false;
  /// It was proved that they are all solutions, too: for triangular equations; with `certify` where a representation or
  /// a Groebner basis is proved that tells how many solutions there are; or that there are none. Otherwise the chains
  /// are right unless all primes that were used are among the few that do not behave as most do.
  bool proved = false;
};

/// The solutions of a system with finitely many of them as chains; multiplicities are dropped. Linear equations are
/// solved and equations in one variable factored first. What is triangular then, or was before, becomes a chain at
/// once, of a shape other than `conjugate`; where a leading coefficient is zero or a root is multiple at some points
/// only, it is taken apart (Della Dora, Dicrescenzo, Duval 1985). The rest goes by way of univariate_representation,
/// with its errors. Throws PositiveDimension (two primes tell that, or with `certify` a basis that
/// is proved, as the message says).
POLYFORK_EXPORT ChainDecomposition
chain_decomposition(const std::vector<MultiPolyQ>& equations, const ChainOptions& options = {},
                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// The chains of chain_decomposition.
POLYFORK_EXPORT std::vector<RegularChain<Rationals>> triangular_decomposition(
    const std::vector<MultiPolyQ>& equations, const ChainOptions& options,
    const ExecutionContext& ctx = ExecutionContext::default_context());
/// The decomposition into chains of conjugate points (ChainShape::conjugate), nothing certified.
POLYFORK_EXPORT std::vector<RegularChain<Rationals>> triangular_decomposition(
    const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
