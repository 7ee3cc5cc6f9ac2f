// Algorithm F4.
#include "groebner/f4.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "groebner/echelon.hpp"
#include "groebner/f4_matrix.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Macaulay's bound for the degrees of pairs, of a regular sequence of as many of the longest polynomials as there are
/// variables: no more than an estimate for others.
double expected_degree(const std::vector<WordPolynomial>& inputs, const MonomialTable& monomials) {
  std::vector<std::uint32_t> degrees;
  degrees.reserve(inputs.size());
  for (const WordPolynomial& f : inputs) degrees.push_back(monomials.degree(f.monomials[0]));
  std::sort(degrees.begin(), degrees.end(), std::greater<>());
  degrees.resize(std::min(degrees.size(), monomials.variables()));
  double bound = 1;
  for (const std::uint32_t d : degrees) bound += d > 0 ? d - 1 : 0;
  return bound;
}

}  // namespace

F4::F4(MonomialTable& monomials, std::vector<WordPolynomial> inputs, const SmallPrime& p, const ExecutionContext& ctx)
    : monomials_(monomials),
      p_(p),
      ctx_(ctx),
      polynomials_(std::move(inputs)),
      pairs_(monomials),
      charge_(ctx.memory()) {
  trace_.inputs = polynomials_.size();
  run();
  interreduce();
}

F4::F4(KnownBasis, MonomialTable& monomials, std::vector<WordPolynomial> basis, const SmallPrime& p,
       const ExecutionContext& ctx)
    : monomials_(monomials),
      p_(p),
      ctx_(ctx),
      polynomials_(std::move(basis)),
      pairs_(monomials),
      reduced_(true),
      charge_(ctx.memory()) {
  for (std::size_t i = 0; i < polynomials_.size(); ++i) basis_.push_back(static_cast<std::uint32_t>(i));
}

void F4::make_room_for_reducers() {
  if (known_.size() < monomials_.size()) known_.resize(monomials_.size());
}

std::uint32_t F4::reducer(MonomialTable::Index monomial) {
  Known& known = known_[monomial];
  if (known.reducer != none) return known.reducer;
  if (reduced_) {
    for (; known.examined < basis_.size(); ++known.examined)
      if (monomials_.divides(polynomials_[basis_[known.examined]].monomials[0], monomial))
        return known.reducer = basis_[known.examined];
    return none;
  }
  const auto& leading = pairs_.leading();
  for (; known.examined < leading.size(); ++known.examined)
    if (!pairs_.redundant(known.examined) && monomials_.divides(leading[known.examined], monomial))
      return known.reducer = elements_[known.examined];
  return none;
}

void F4::run() {
  const double expected = expected_degree(polynomials_, monomials_);
  const auto add_results = [&](std::size_t first) {
    for (std::size_t i = first; i < polynomials_.size(); ++i) {
      ctx_.poll();
      elements_.push_back(static_cast<std::uint32_t>(i));
      pairs_.add(polynomials_[i].monomials[0]);
    }
    // Ascending: a constant is the first.
    return first < polynomials_.size() && polynomials_[first].monomials[0] == monomials_.one();
  };

  {
    Matrix matrix(*this);
    std::vector<std::uint32_t> order(polynomials_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return monomials_.less(polynomials_[a].monomials[0], polynomials_[b].monomials[0]);
    });
    std::vector<Matrix::Wanted> rows;
    rows.reserve(order.size());
    for (const std::uint32_t i : order) rows.push_back({{i, monomials_.one()}});
    matrix.add(rows);
    const std::size_t first = polynomials_.size();
    eliminate(matrix, RowEnd::eliminated);
    if (add_results(first)) return;
  }
  while (!pairs_.empty()) {
    std::vector<CriticalPair> chosen = pairs_.take_lowest();
    if (ctx_.has_progress()) {
      // The matrices of the last degrees take most of the time.
      const std::uint32_t degree = monomials_.degree(chosen[0].lcm);
      const double part = degree / (expected + 1);
      ctx_.progress("basis modulo a prime, degree " + std::to_string(degree), part * part);
    }
    std::sort(chosen.begin(), chosen.end(), [&](const CriticalPair& a, const CriticalPair& b) {
      if (a.lcm != b.lcm) return monomials_.less(a.lcm, b.lcm);
      return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    Matrix matrix(*this);
    std::vector<Matrix::Wanted> wanted;
    for (std::size_t begin = 0; begin < chosen.size();) {
      ctx_.poll();
      // The multiples whose leading monomial is this lcm: one is the pivot, the others are rows.
      std::size_t end = begin;
      std::vector<std::uint32_t> elements;
      for (; end < chosen.size() && chosen[end].lcm == chosen[begin].lcm; ++end) {
        elements.push_back(chosen[end].first);
        elements.push_back(chosen[end].second);
      }
      std::sort(elements.begin(), elements.end());
      elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
      for (std::size_t i = 0; i < elements.size(); ++i) {
        const std::uint32_t polynomial = elements_[elements[i]];
        const Multiple multiple{polynomial,
                                monomials_.quotient(chosen[begin].lcm, polynomials_[polynomial].monomials[0])};
        wanted.push_back({multiple, i == 0});
      }
      begin = end;
    }
    matrix.add(wanted);
    matrix.complete();
    const std::size_t first = polynomials_.size();
    eliminate(matrix, RowEnd::eliminated);
    if (polynomials_.size() == first) trace_.rounds.pop_back();
    if (add_results(first)) return;
  }
}

void F4::interreduce() {
  std::vector<std::uint32_t> minimal;
  for (const std::uint32_t element : pairs_.minimal()) minimal.push_back(elements_[element]);
  std::sort(minimal.begin(), minimal.end(), [&](std::uint32_t a, std::uint32_t b) {
    return monomials_.less(polynomials_[a].monomials[0], polynomials_[b].monomials[0]);
  });
  Matrix matrix(*this);
  for (const std::uint32_t i : minimal) matrix.close(polynomials_[i].monomials[0]);
  std::vector<Matrix::Wanted> rows;
  rows.reserve(minimal.size());
  for (const std::uint32_t i : minimal) rows.push_back({{i, monomials_.one()}});
  matrix.add(rows);
  // The tail of a minimal element has no leading monomial of another minimal one as a pivot yet: those are rows.
  matrix.complete();
  const std::size_t first = polynomials_.size();
  eliminate(matrix, RowEnd::eliminated);
  for (std::size_t i = first; i < polynomials_.size(); ++i) basis_.push_back(static_cast<std::uint32_t>(i));
  // Nothing else is read from here on.
  for (std::size_t i = 0; i < first; ++i) polynomials_[i] = {};
  reduced_ = true;
  known_.clear();
}

F4Trace F4::take_trace(std::vector<bool> wanted) {
  keep_only(trace_, std::move(wanted));
  return std::move(trace_);
}

std::size_t F4::reduce(std::span<const MonomialTable::Index> monomials) {
  Matrix matrix(*this);
  make_room_for_reducers();
  std::vector<Matrix::Wanted> rows;
  for (const MonomialTable::Index m : monomials) {
    const std::uint32_t by = reducer(m);
    rows.push_back({{by, monomials_.quotient(m, polynomials_[by].monomials[0])}});
  }
  matrix.add(rows);
  matrix.complete();
  const std::size_t first = polynomials_.size();
  eliminate(matrix, RowEnd::kept);
  return first;
}

WordPolynomial F4::normal_form(const WordPolynomial& f) {
  if (f.monomials.empty()) return f;
  polynomials_.push_back(f);
  Matrix matrix(*this);
  const Matrix::Wanted wanted{{static_cast<std::uint32_t>(polynomials_.size() - 1), monomials_.one()}};
  matrix.add({&wanted, 1});
  matrix.complete();
  matrix.number_columns();
  Echelon echelon(matrix.width(), p_);
  for (const auto& row : matrix.pivots()) echelon.add_pivot(matrix.view(row));
  const TraceRound::Row row = matrix.rows()[0];
  WordPolynomial result;
  if (echelon.reduce(matrix.view(row), RowEnd::reduced)) {
    SparseRow rest = std::move(echelon.finish(RowEnd::reduced, ctx_)[0]);
    for (const std::uint32_t c : rest.columns) result.monomials.push_back(matrix.monomial(c));
    result.coefficients = std::move(rest.coefficients);
  }
  polynomials_.pop_back();
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
