// Products of two by two matrices over Z/pZ[x].
//
// Every entry is transformed once and every result transformed back once: a matrix times a vector costs 8 transforms
// instead of the 12 of four products, two matrices 12 instead of the 21 of seven; a half-gcd step, which needs the same
// matrix for both, shares its transforms between them. Short entries: products one by one.
#include "poly/residues/word_matrix.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "fft/word_transform.hpp"
#include "poly/residues/division_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Entries = std::array<const ResidueVector*, 4>;  // by rows

Entries entries(const WordMatrix& m) { return {&m[0][0], &m[0][1], &m[1][0], &m[1][1]}; }
Entries transposed(const WordMatrix& m) { return {&m[0][0], &m[1][0], &m[0][1], &m[1][1]}; }

std::size_t longest(const Entries& e) { return std::max({e[0]->size(), e[1]->size(), e[2]->size(), e[3]->size()}); }

/// sum of two products.
ResidueVector sum_of_products(const WordAlgebra& w, ConstWords a, ConstWords b, ConstWords c, ConstWords d) {
  const auto length = [](ConstWords x, ConstWords y) { return x.empty() || y.empty() ? 0 : x.size() + y.size() - 1; };
  ResidueVector sum(std::max(length(a, b), length(c, d)));
  if (length(a, b) != 0) mul_range(w, a, b, 0, Words(sum).first(length(a, b)));
  if (length(c, d) == 0) {
    normalise_words(sum);
    return sum;
  }
  ScratchWords other(w.ctx, length(c, d));
  mul_range(w, c, d, 0, other.all());
  add_words(w, sum, other.all());
  normalise_words(sum);
  return sum;
}

void apply_entries(const WordAlgebra& w, const Entries& m, ConstWords a, ConstWords b, ResidueVector& x,
                   ResidueVector& y) {
  ResidueVector out_x = sum_of_products(w, *m[0], a, *m[1], b);
  y = sum_of_products(w, *m[2], a, *m[3], b);
  x = std::move(out_x);
}

/// (x, y) = the matrix times (a, b).
struct Column {
  ConstWords a;
  ConstWords b;
  ResidueVector* x;
  ResidueVector* y;
};

/// A matrix on the far side of the transforms.
class MatrixImages {
 public:
  /// For products of the entries by polynomials of up to `length` coefficients.
  MatrixImages(const WordAlgebra& w, const Entries& m, std::size_t length)
      : w_(w),
        length_(longest(m) + length - 1),
        forks_(w.threads > 1 && length_ >= fork_length),
        transform_(
            plan_word_transform({w.modulus.value(), true, longest(m), length, {0, length_}}, 2, w.threads, w.isa),
            w.ctx),
        scratch_(w.ctx, 4 * transform_.image_words()) {
    for (std::uint64_t*& image : images_) image = scratch_.take(transform_.image_words()).data();
    over(4, [&](std::size_t i) { transform_.forward(*m[i], images_[i], w_.ctx); });
  }

  void apply(std::span<const Column> columns) {
    over(columns.size(), [&](std::size_t i) { apply(columns[i]); });
  }

 private:
  static constexpr std::size_t fork_length = 2048;  // below, transforms take as long as forks

  template <class Body>
  void over(std::size_t count, const Body& body) {
    const auto some = [&](std::size_t begin, std::size_t end) {
      for (; begin < end; ++begin) body(begin);
    };
    if (forks_) return parallel_for(w_.ctx, count, 1, some);
    some(0, count);
  }

  void apply(const Column& column) {
    ScratchWords scratch(w_.ctx, 2 * transform_.image_words());
    std::uint64_t* const a = scratch.take(transform_.image_words()).data();
    std::uint64_t* const b = scratch.take(transform_.image_words()).data();
    over(2, [&](std::size_t i) {
      if (i == 0)
        transform_.forward(column.a, a, w_.ctx);
      else
        transform_.forward(column.b, b, w_.ctx);
    });
    over(2, [&](std::size_t i) { row(2 * i, a, b, i == 0 ? *column.x : *column.y); });
  }
  /// out = m[entry] a + m[entry + 1] b
  void row(std::size_t entry, const std::uint64_t* a, const std::uint64_t* b, ResidueVector& out) {
    ScratchWords scratch(w_.ctx, 2 * transform_.image_words());
    std::uint64_t* const sum = scratch.take(transform_.image_words()).data();
    std::uint64_t* const other = scratch.take(transform_.image_words()).data();
    transform_.multiply(sum, a, images_[entry], w_.ctx);
    transform_.multiply(other, b, images_[entry + 1], w_.ctx);
    transform_.accumulate(sum, other, w_.ctx);
    out.resize(length_);
    transform_.inverse(sum, {0, length_}, out, w_.ctx);
    normalise_words(out);
  }

  const WordAlgebra& w_;
  std::size_t length_;
  bool forks_;
  WordTransform transform_;
  ScratchWords scratch_;
  std::array<std::uint64_t*, 4> images_{};  // by rows
};

/// That of a product of matrices.
Column column(const WordMatrix& n, int j, WordMatrix& product) {
  return {n[0][j], n[1][j], &product[0][j], &product[1][j]};
}

bool long_enough(const WordAlgebra& w, const Entries& m, std::size_t length) {
  return longest(m) > w.matrix_length && length > w.matrix_length;
}

}  // namespace

void normalise_words(ResidueVector& a) { a.resize(word_length(a)); }

WordMatrix identity_matrix() {
  WordMatrix m;
  m[0][0] = m[1][1] = {1};
  return m;
}

void apply_matrix(const WordAlgebra& w, const WordMatrix& m, ConstWords a, ConstWords b, ResidueVector& x,
                  ResidueVector& y) {
  const std::size_t length = std::max(a.size(), b.size());
  if (!long_enough(w, entries(m), length)) return apply_entries(w, entries(m), a, b, x, y);
  MatrixImages(w, entries(m), length).apply(std::array{Column{a, b, &x, &y}});
}

WordMatrix apply_and_multiply(const WordAlgebra& w, const WordMatrix& m, ConstWords a, ConstWords b, ResidueVector& x,
                              ResidueVector& y, const WordMatrix& n) {
  WordMatrix product;
  const std::size_t length = std::max(a.size(), b.size());
  const std::size_t longest_n = longest(entries(n));
  const bool alike = length <= longest_n + longest_n / 4 && longest_n <= length + length / 4;
  if (alike && long_enough(w, entries(m), std::min(length, longest_n))) {
    MatrixImages(w, entries(m), std::max(length, longest_n))
        .apply(std::array{Column{a, b, &x, &y}, column(n, 0, product), column(n, 1, product)});
    return product;
  }
  apply_matrix(w, m, a, b, x, y);
  if (!long_enough(w, entries(m), longest_n)) {
    for (int j = 0; j < 2; ++j) apply_entries(w, entries(m), n[0][j], n[1][j], product[0][j], product[1][j]);
    return product;
  }
  MatrixImages(w, entries(m), longest_n).apply(std::array{column(n, 0, product), column(n, 1, product)});
  return product;
}

void apply_to_row(const WordAlgebra& w, ResidueVector& s, ResidueVector& t, const WordMatrix& m) {
  const ResidueVector old_s = std::exchange(s, {});
  const ResidueVector old_t = std::exchange(t, {});
  const std::size_t length = std::max(old_s.size(), old_t.size());
  if (!long_enough(w, transposed(m), length)) return apply_entries(w, transposed(m), old_s, old_t, s, t);
  MatrixImages(w, transposed(m), length).apply(std::array{Column{old_s, old_t, &s, &t}});
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
