// The half-gcd: the first half of Euclid's quotients from the leading halves of the operands.
//
// The quotients of (a, b) down to half the degree depend on the leading coefficients only. With m = deg(a) / 2:
// half-gcd of the upper halves, its matrix applied to the lower ones, one division, half-gcd of the middle, applied
// again; H(n) = 2 H(n/2) + 14 transforms of length n (12 without the matrix), where separate products would take 27.
// Euclid's steps at the base multiply by lc(b)^2 instead of inverting (gcd_word.cpp), rows of the matrix as well, so
// the determinant is a unit that nobody needs. O(M(n) log n); memory about 8 n words; span O(n).
// The recursion's bounds: S reduces the pair cut at k = 2m - deg(a) until deg < deg(a) - m, which is m before the cut.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, chapter 11; Thull, Yap: A unified approach to HGCD
// algorithms for polynomials and integers, 1990.
#include "poly/residues/half_gcd.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "poly/residues/division_newton.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/gcd_word.hpp"
#include "poly/residues/word_matrix.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// u = c u + (q1 x + q0) v with the multipliers of the rows.
void combine_linear(const LinearRows& rows, ResidueVector& u, const ResidueVector& v) {
  if (u.size() < v.size() + 1) u.resize(v.size() + 1);
  // Longer rows than that come only from the identity, whose first row is 1: then v is empty.
  rows.apply(u.data(), 0, u.size(), v);
  normalise_words(u);
}

/// a = a mod b; returns the quotient.
ResidueVector divide(const WordAlgebra& w, ResidueVector& a, const ResidueVector& b) {
  ResidueVector quotient(a.size() - b.size() + 1);
  div_rem_words(w, a, b, quotient);
  a.resize(b.size() - 1);
  normalise_words(a);
  return quotient;
}

/// u -= q v.
void subtract_product(const WordAlgebra& w, ResidueVector& u, ConstWords q, ConstWords v) {
  if (v.empty() || q.empty()) return;
  const std::size_t length = q.size() + v.size() - 1;
  ScratchWords product(w.ctx, length);
  mul_range(w, q, v, 0, product.all());
  if (u.size() < length) u.resize(length);
  sub_words(w, u, product.all());
  normalise_words(u);
}

/// (a, b) -> (b, a mod b), and the matrix with them.
void division_step(const WordAlgebra& w, ResidueVector& a, ResidueVector& b, WordMatrix* m, std::size_t offset,
                   ResultantSteps* steps) {
  if (steps != nullptr) steps->step(a.size() + offset, b.size() + offset, b.back(), 1);
  const ResidueVector quotient = divide(w, a, b);
  a.swap(b);
  if (m == nullptr) return;
  for (int j = 0; j < 2; ++j) subtract_product(w, (*m)[0][j], quotient, (*m)[1][j]);
  std::swap((*m)[0], (*m)[1]);
}

/// (a, b) -> (b, lc(b)^2 a mod b) for a one longer than b, b.size() >= 2.
void linear_step(const WordModulus& m, LinearRows& rows, ResidueVector& a, ResidueVector& b, WordMatrix* matrix,
                 std::size_t offset, ResultantSteps* steps) {
  const std::size_t n = b.size();
  const std::uint64_t lead = b[n - 1];
  const std::uint64_t square = m.mul(lead, lead);
  const std::uint64_t q1 = m.neg(m.mul(lead, a[n]));
  const std::uint64_t q0 = m.sub(m.mul(a[n], b[n - 2]), m.mul(lead, a[n - 1]));
  if (steps != nullptr) steps->step(a.size() + offset, n + offset, lead, square);
  rows.set(square, q1, q0);
  a.resize(n - 1);  // the rest vanishes
  rows.apply(a.data(), 0, n - 1, b);
  normalise_words(a);
  a.swap(b);
  if (matrix == nullptr) return;
  for (int j = 0; j < 2; ++j) combine_linear(rows, (*matrix)[0][j], (*matrix)[1][j]);
  std::swap((*matrix)[0], (*matrix)[1]);
}

/// One step of Euclid's: nearly all quotients are linear, and their steps need no inverse and run in vectors.
void euclid_step(const WordAlgebra& w, ResidueVector& a, ResidueVector& b, WordMatrix* m, std::size_t offset,
                 ResultantSteps* steps) {
  if (a.size() != b.size() + 1 || b.size() < 2) return division_step(w, a, b, m, offset, steps);
  LinearRows rows(w.modulus);
  linear_step(w.modulus, rows, a, b, m, offset, steps);
}

/// a += x^k high.
void add_shifted(const WordAlgebra& w, ResidueVector& a, std::size_t k, ConstWords high) {
  if (high.empty()) return;
  if (a.size() < k + high.size()) a.resize(k + high.size());
  add_words(w, Words(a).subspan(k), high);
  normalise_words(a);
}

ResidueVector upper(const ResidueVector& a, std::size_t k) {
  return a.size() <= k ? ResidueVector{} : ResidueVector(a.begin() + static_cast<std::ptrdiff_t>(k), a.end());
}
ConstWords lower(const ResidueVector& a, std::size_t k) { return ConstWords(a).first(std::min(k, a.size())); }

/// Bytes that the recursion holds at a time, transforms apart.
std::size_t recursion_bytes(const ResidueVector& a, const ResidueVector& b) {
  return 8 * (a.size() + b.size()) * sizeof(std::uint64_t);
}

}  // namespace

void ResultantSteps::settle(std::size_t length_r) {
  if (length_u_ % 2 == 0 && length_v_ % 2 == 0) numerator_ = m_.neg(numerator_);  // both degrees odd
  numerator_ = m_.mul(numerator_, m_.pow(lead_, length_u_ - length_r));
  denominator_ = m_.mul(denominator_, m_.pow(units_, length_v_ - length_r));
}

void ResultantSteps::step(std::size_t length_u, std::size_t length_v, std::uint64_t lead, std::uint64_t multiplier) {
  if (pending_) settle(length_v);
  pending_ = true;
  length_u_ = length_u;
  length_v_ = length_v;
  lead_ = lead;
  units_ = m_.mul(units_, multiplier);
}

std::uint64_t ResultantSteps::finish(std::size_t length_u, std::uint64_t c) {
  if (pending_) settle(1);
  return m_.mul(m_.mul(numerator_, m_.pow(c, length_u - 1)), m_.inverse(denominator_));
}

void euclid_words(const WordAlgebra& w, ResidueVector& a, ResidueVector& b, WordMatrix* m, std::size_t stop,
                  std::size_t offset, ResultantSteps* steps) {
  if (m != nullptr) *m = identity_matrix();
  std::size_t work = 0;
  LinearRows rows(w.modulus);
  while (b.size() > stop) {
    if (a.size() == b.size() + 1 && b.size() >= 2)
      linear_step(w.modulus, rows, a, b, m, offset, steps);
    else
      division_step(w, a, b, m, offset, steps);
    work += 4 * a.size();
    if (work < (std::size_t{1} << 16)) continue;
    w.ctx.poll();
    w.ctx.charge(std::exchange(work, 0));
  }
  w.ctx.charge(work);
}

void half_gcd_words(const WordAlgebra& w, ResidueVector& a, ResidueVector& b, WordMatrix* m, std::size_t offset,
                    ResultantSteps* steps) {
  const std::size_t stop = a.size() / 2;
  if (b.size() <= stop || a.size() <= w.half_gcd_length) return euclid_words(w, a, b, m, stop, offset, steps);
  if (w.threads > 1 && a.size() < w.forked_length) return half_gcd_words(w.on_one_thread(), a, b, m, offset, steps);
  w.ctx.poll();
  WordMatrix first;
  {
    ResidueVector high_a = upper(a, stop);
    ResidueVector high_b = upper(b, stop);
    half_gcd_words(w, high_a, high_b, &first, offset + stop, steps);
    ResidueVector x;
    ResidueVector y;
    apply_matrix(w, first, lower(a, stop), lower(b, stop), x, y);
    a = std::move(x);
    b = std::move(y);
    add_shifted(w, a, stop, high_a);
    add_shifted(w, b, stop, high_b);
  }
  WordMatrix* const wanted = m == nullptr ? nullptr : &first;
  if (b.size() > stop) euclid_step(w, a, b, wanted, offset, steps);
  if (b.size() <= stop) {
    if (m != nullptr) *m = std::move(first);
    return;
  }
  const std::size_t k = 2 * stop + 1 - a.size();
  ResidueVector high_a = upper(a, k);
  ResidueVector high_b = upper(b, k);
  WordMatrix second;
  half_gcd_words(w, high_a, high_b, &second, offset + k, steps);
  ResidueVector x;
  ResidueVector y;
  if (m != nullptr)
    *m = apply_and_multiply(w, second, lower(a, k), lower(b, k), x, y, first);
  else
    apply_matrix(w, second, lower(a, k), lower(b, k), x, y);
  a = std::move(x);
  b = std::move(y);
  add_shifted(w, a, k, high_a);
  add_shifted(w, b, k, high_b);
}

ResidueVector gcd_words(const WordAlgebra& w, ResidueVector a, ResidueVector b) {
  if (a.size() < b.size()) a.swap(b);
  if (w.threads > 1 && a.size() < w.forked_length) return gcd_words(w.on_one_thread(), std::move(a), std::move(b));
  const MemoryReservation reservation(w.ctx.memory(), recursion_bytes(a, b));
  while (b.size() > w.gcd_length) {
    if (b.size() > a.size() / 2 && a.size() != b.size()) half_gcd_words(w, a, b, nullptr, 0, nullptr);
    if (!b.empty()) euclid_step(w, a, b, nullptr, 0, nullptr);
  }
  const Words g = word_gcd(a, b, w.modulus, w.ctx);
  return ResidueVector(g.begin(), g.end());
}

WordBezout extended_gcd_words(const WordAlgebra& w, ResidueVector a, ResidueVector b) {
  const bool swapped = a.size() < b.size();
  if (swapped) a.swap(b);
  const MemoryReservation reservation(w.ctx.memory(), 2 * recursion_bytes(a, b));
  std::vector<WordMatrix> matrices;
  while (!b.empty()) {
    WordMatrix& m = matrices.emplace_back(identity_matrix());
    if (b.size() <= w.gcd_length) {
      euclid_words(w, a, b, &m, 0, 0, nullptr);
      break;
    }
    if (b.size() > a.size() / 2 && a.size() != b.size()) half_gcd_words(w, a, b, &m, 0, nullptr);
    if (!b.empty()) euclid_step(w, a, b, &m, 0, nullptr);
  }
  WordBezout result;
  result.g = std::move(a);
  if (!result.g.empty()) result.s = {1};
  for (std::size_t i = matrices.size(); i-- != 0;) apply_to_row(w, result.s, result.t, matrices[i]);
  if (swapped) result.s.swap(result.t);
  return result;
}

std::uint64_t resultant_words(const WordAlgebra& w, ResidueVector a, ResidueVector b) {
  if (a.empty() || b.empty()) return 0;
  const bool odd = a.size() % 2 == 0 && b.size() % 2 == 0;  // both degrees
  const bool swapped = a.size() < b.size();
  if (swapped) a.swap(b);
  const MemoryReservation reservation(w.ctx.memory(), recursion_bytes(a, b));
  ResultantSteps steps(w.modulus);
  while (b.size() > w.gcd_length) {
    if (b.size() > a.size() / 2 && a.size() != b.size()) half_gcd_words(w, a, b, nullptr, 0, &steps);
    if (b.size() > 1) euclid_step(w, a, b, nullptr, 0, &steps);
  }
  euclid_words(w, a, b, nullptr, 1, 0, &steps);
  if (b.empty()) return 0;
  const std::uint64_t result = steps.finish(a.size(), b.front());
  return swapped && odd ? w.modulus.neg(result) : result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
