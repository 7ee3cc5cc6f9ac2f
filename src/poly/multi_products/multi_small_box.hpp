// The box of the exponents of a sum of products, of no more than some ten thousand places, and the terms that are read
// from it.
//
// A monomial's place is its number in mixed radix, as a MonomialKeys' (multi_keys.hpp): places of factors add up to
// those of products, and are read from the top by counting, which writes monomials without divisions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>

#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/multi_products/multi_sums.hpp"
#include "poly/rows/product_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The monomials of two factors, neither empty, in one layout of one word that holds their products.
struct MonomialFactors {
  const PackedMonomials* f;
  const PackedMonomials* g;
};

class SmallBox {
 public:
  /// False, if it has more than `most` places. Precondition: one layout for all; there are factors.
  bool make(std::span<const MonomialFactors> factors, std::uint64_t most) noexcept {
    const MonomialLayout& layout = factors[0].f->layout();
    mask_ = layout.largest();
    for (std::size_t k = 0; k < layout.fields; ++k) {
      const unsigned shift = layout.shift(k);
      Range sums;
      for (const auto& [f, g] : factors) {
        const Range of_f = range(*f, shift);
        const Range of_g = range(*g, shift);
        sums.least = std::min(sums.least, of_f.least + of_g.least);
        sums.largest = std::max(sums.largest, of_f.largest + of_g.largest);
      }
      const std::uint64_t radix = sums.largest - sums.least + 1;
      base_ += sums.least << shift;
      if (radix == 1) continue;
      if (radix > most / places_) return false;
      places_ *= radix;
      fields_[varying_++] = {shift, radix};
    }
    base_place_ = place(base_);
    return true;
  }
  /// All monomials whose fields are at most `largest`, one for each field and none beyond the layout's.
  bool make(const MonomialLayout& layout, std::span<const std::uint64_t> largest, std::uint64_t most) noexcept {
    mask_ = layout.largest();
    for (std::size_t k = 0; k < layout.fields; ++k) {
      if (largest[k] == 0) continue;
      if (largest[k] >= most / places_) return false;
      places_ *= largest[k] + 1;
      fields_[varying_++] = {layout.shift(k), largest[k] + 1};
    }
    return true;
  }
  std::size_t places() const noexcept { return static_cast<std::size_t>(places_); }
  /// The places of the products of row i begin at rows[i], those within a row are steps[j] behind it.
  void keys(const MonomialFactors& factors, std::uint32_t* rows, std::uint32_t* steps) const noexcept {
    const PackedMonomials& f = *factors.f;
    const PackedMonomials& g = *factors.g;
    // Digits may exceed the radix, and numbers wrap; differences and sums do not: places descend as monomials do.
    const std::uint32_t last = place(g.data()[g.size() - 1]);
    for (std::size_t i = 0; i < f.size(); ++i) rows[i] = place(f.data()[i]) + last - base_place_;
    for (std::size_t j = 0; j < g.size(); ++j) steps[j] = place(g.data()[j]) - last;
  }
  /// Rows of cells, along the last field that varies.
  std::size_t rows() const noexcept { return places() / row_length(); }
  std::size_t row_length() const noexcept {
    return varying_ == 0 ? 1 : static_cast<std::size_t>(fields_[varying_ - 1].radix);
  }
  /// take(monomial, cell) for the cells that are not zero, from the top, until it returns false; filled: which rows
  /// have any, or null. Cells may change below the one that is taken.
  template <class Cell, class Take>
  void for_each_descending(const Cell* cells, const std::uint32_t* filled, const Take& take) const {
    const Field last = varying_ == 0 ? Field{0, 1} : fields_[varying_ - 1];
    const std::size_t outer = varying_ == 0 ? 0 : varying_ - 1;
    std::array<std::uint64_t, 64> digits;
    std::uint64_t word = base_;
    for (std::size_t k = 0; k < outer; ++k) {
      digits[k] = fields_[k].radix - 1;
      word += digits[k] << fields_[k].shift;
    }
    for (std::size_t row = rows(); row-- != 0;) {
      const Cell* const values = cells + row * row_length();
      for (std::size_t d = filled != nullptr && filled[row] == 0 ? 0 : row_length(); d-- != 0;)
        if (!is_zero(values[d]) && !take(word + (static_cast<std::uint64_t>(d) << last.shift), values[d])) return;
      std::size_t k = outer;
      for (; k != 0 && digits[k - 1] == 0; --k) {
        digits[k - 1] = fields_[k - 1].radix - 1;
        word += digits[k - 1] << fields_[k - 1].shift;
      }
      if (k == 0) break;
      --digits[k - 1];
      word -= std::uint64_t{1} << fields_[k - 1].shift;
    }
  }

  template <class Cell>
  static bool is_zero(const Cell& cell) noexcept {
    if constexpr (requires { cell.is_zero(); })
      return cell.is_zero();
    else
      return cell == 0;
  }
  /// The place of a monomial, where the least fields are zero; modulo 2^32.
  std::uint32_t place(std::uint64_t monomial) const noexcept {
    std::uint64_t key = 0;
    for (std::size_t k = 0; k < varying_; ++k) key = key * fields_[k].radix + ((monomial >> fields_[k].shift) & mask_);
    return static_cast<std::uint32_t>(key);
  }

 private:
  struct Range {
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t largest = 0;
  };
  struct Field {
    unsigned shift;
    std::uint64_t radix;
  };
  Range range(const PackedMonomials& m, unsigned shift) const noexcept {
    Range r;
    for (std::size_t i = 0; i < m.size(); ++i) {
      const std::uint64_t value = (m.data()[i] >> shift) & mask_;
      r.least = std::min(r.least, value);
      r.largest = std::max(r.largest, value);
    }
    return r;
  }
  std::array<Field, 64> fields_;  // those that vary; a word has no more
  std::size_t varying_ = 0;
  std::uint64_t mask_ = 0;
  std::uint64_t base_ = 0;  // the least fields
  std::uint64_t places_ = 1;
  std::uint32_t base_place_ = 0;
};

// --- what the places hold, and the terms that are read from them -----------------------------------------------------

inline constexpr unsigned most_small_bits = 60;     // of a coefficient
inline constexpr std::size_t wide_cell_bits = 126;  // of a sum of products in two words

/// The cells of the box, with the number of those in a row that are not zero.
template <class Cell>
struct FilledBox {
  std::span<Cell> cells;
  std::span<std::uint32_t> filled;
  std::size_t count = 0;
};

/// The terms of the box, which have sums of more than a word.
inline std::span<RowTerm> terms_of_box(const SmallBox& box, const FilledBox<PairWord>& sums, Workspace::Frame& frame) {
  const std::span<RowTerm> terms = frame.allocate<RowTerm>(sums.count);
  RowTerm* term = terms.data();
  box.for_each_descending(sums.cells.data(), sums.filled.data(), [&](std::uint64_t word, const PairWord& cell) {
    *term++ = {word, cell.low, cell.high};
    return true;
  });
  return terms;
}

// --- over Z ----------------------------------------------------------------------------------------------------------

template <class Terms>
std::size_t coefficient_bits(const Integers&, const Terms& f) noexcept {
  const std::size_t bits = one_limb_bits(f.coefficients);
  return bits <= most_small_bits ? bits : wide_cell_bits;
}
template <class Terms>
const std::int64_t* coefficient_words(const Terms& f, Workspace::Frame& frame) {
  return scratch_words(f.coefficients, frame).data();
}
inline void write_terms(const Integers&, SparseTerms<Integers>& out, const MonomialLayout& layout,
                        std::span<RowTerm> terms) {
  terms_of_rows(out, layout, terms);
}
inline void write_box(const Integers&, SparseTerms<Integers>& out, const MonomialLayout& layout, const SmallBox& box,
                      const FilledBox<std::int64_t>& sums) {
  std::uint64_t* words = remake_terms(out, layout, sums.count, 1);
  if (sums.count == 0) return;
  mp_limb_t* limbs = out.coefficients.row(0);
  std::int32_t* sizes = unwritten_sizes(out.coefficients);
  box.for_each_descending(sums.cells.data(), sums.filled.data(), [&](std::uint64_t word, std::int64_t value) {
    *words++ = word;
    store_word(limbs++, sizes++, value);
    return true;
  });
}

// --- modulo p --------------------------------------------------------------------------------------------------------

inline std::size_t coefficient_bits(const PrimeField& field, const SparseTerms<PrimeField>&) noexcept {
  return static_cast<std::size_t>(std::bit_width(field.modulus() - 1));
}
inline const std::int64_t* coefficient_words(const SparseTerms<PrimeField>& f, Workspace::Frame&) noexcept {
  return reinterpret_cast<const std::int64_t*>(f.coefficients.data());
}
/// Makes `out` a list of so many terms, all to be written; where the monomials go. After an exception it is zero.
inline std::uint64_t* remake_residues(SparseTerms<PrimeField>& out, const MonomialLayout& layout, std::size_t terms) {
  try {
    out.coefficients.resize(terms);
    return out.monomials.remake(layout, terms);
  } catch (...) {
    out = {PackedMonomials(layout), {}};
    throw;
  }
}
/// Keeps the first terms, those that are not zero.
inline void keep_terms(SparseTerms<PrimeField>& out, std::size_t size) {
  out.monomials.truncate(size);
  out.coefficients.resize(size);
}
inline void write_terms(const PrimeField& field, SparseTerms<PrimeField>& out, const MonomialLayout& layout,
                        std::span<RowTerm> terms) {
  const WordModulus modulus = field.word_modulus();
  std::uint64_t* const words = remake_residues(out, layout, terms.size());
  std::size_t n = 0;
  for (const RowTerm& term : terms) {
    const std::uint64_t residue = modulus.reduce(modulus.reduce(term.high), term.low);
    words[n] = term.key;
    out.coefficients[n] = residue;
    n += static_cast<std::size_t>(residue != 0);
  }
  keep_terms(out, n);
}
inline void write_box(const PrimeField& field, SparseTerms<PrimeField>& out, const MonomialLayout& layout,
                      const SmallBox& box, const FilledBox<std::int64_t>& sums) {
  const WordModulus modulus = field.word_modulus();
  std::uint64_t* const words = remake_residues(out, layout, sums.count);
  std::size_t n = 0;
  box.for_each_descending(sums.cells.data(), sums.filled.data(), [&](std::uint64_t word, std::int64_t value) {
    const std::uint64_t residue = modulus.reduce(static_cast<std::uint64_t>(value));
    words[n] = word;
    out.coefficients[n] = residue;
    n += static_cast<std::size_t>(residue != 0);
    return true;
  });
  keep_terms(out, n);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
