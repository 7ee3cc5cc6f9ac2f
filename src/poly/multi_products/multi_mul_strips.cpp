// Products of sparse polynomials over Z by strips: the scattered product (multi_scatter.hpp) with short dense products
// in place of single ones.
//
// In a polynomial that fills much of its box, terms that differ in the last field alone stand next to one another in
// the box. Such strips are multiplied as dense polynomials in that field, sums in registers, and the strips themselves
// are scattered by what is left of their keys. That saves the ends of rows, the keys of terms and most writes to cells:
// a product costs 0.3 ns with 52-bit multiply-adds, in place of 1.3. Ranges end between strips, so a cell is
// one range's.
#include "poly/multi_products/multi_mul_strips.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>

#include "poly/multi_products/multi_cells.hpp"
#include "poly/multi_products/strip_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The strips of an operand, descending.
struct StripList {
  std::vector<Strip> strips;
  std::vector<std::uint64_t> prefixes;  // the keys without their last digits
  std::size_t words = 2 * strip_gap;    // with the gaps around strips

  StripList(const std::vector<std::uint64_t>& keys, std::uint64_t radix) {
    for (std::size_t i = 0; i < keys.size();) {
      const std::uint64_t high = keys[i];
      const std::uint64_t prefix = high / radix;
      std::uint64_t low = high;
      for (++i; i < keys.size() && low - keys[i] <= widest_strip_hole + 1 && high - keys[i] < longest_strip &&
                keys[i] >= prefix * radix;
           ++i)
        low = keys[i];
      const auto length = static_cast<std::uint32_t>(high - low + 1);
      strips.push_back({low, length, static_cast<std::uint32_t>(words - strip_gap)});
      prefixes.push_back(prefix);
      words += length + strip_gap;
    }
  }
  /// The coefficients times `sign`, zeros in holes and gaps.
  std::vector<std::int64_t> spread(const std::vector<std::uint64_t>& keys, const std::vector<std::int64_t>& values,
                                   std::int64_t sign) const {
    std::vector<std::int64_t> result(words, 0);
    std::size_t i = 0;
    for (const Strip& strip : strips)
      for (; i < keys.size() && keys[i] >= strip.place; ++i)
        result[strip.offset + static_cast<std::size_t>(keys[i] - strip.place)] = sign * values[i];
    return result;
  }
};

struct StripOperands {
  const StripKernels* kernels;
  std::uint64_t radix;
  const StripList* f;
  const StripList* g;
  std::vector<std::int64_t> f_words;
  std::vector<std::int64_t> g_words;
  std::vector<std::int64_t> g_negated;  // empty when nothing is negative
  bool narrow = false;                  // cells have one word
};

struct StripCells {
  using Operands = StripOperands;
  using Piece = IntegerPiece;
};

template <class Cells>
class StripScatter {
 public:
  StripScatter(const ScatterKeys& keys, const StripOperands& operands) : keys_(keys), o_(operands) {}

  std::size_t run(std::size_t r, RowPointers& rows, IntegerPiece& piece) {
    const std::uint64_t low = keys_.low(r) * o_.radix;
    const auto length = static_cast<std::size_t>(keys_.high(r) * o_.radix - low);
    return o_.narrow ? run_narrow(low, length, r, rows, piece) : run_wide(low, length, r, rows, piece);
  }
  std::size_t bytes() const noexcept { return cells_.capacity() * sizeof(std::uint64_t); }

 private:
  /// multiply(f, place of f's products, row) for the rows of range r; the number of products.
  template <class Multiply>
  std::size_t sweep(std::uint64_t low, std::size_t r, RowPointers& rows, const Multiply& multiply) const {
    std::size_t products = 0;
    rows.sweep(keys_.low(r), [&](std::size_t i, std::uint32_t begin, std::uint32_t end) {
      const Strip& f = o_.f->strips[i];
      const Strip* const g = o_.g->strips.data();
      const StripRow row{g + begin, g + end, o_.g_words.data(), o_.g_negated.empty() ? nullptr : o_.g_negated.data()};
      multiply(f, static_cast<std::ptrdiff_t>(f.place) - static_cast<std::ptrdiff_t>(low), row);
      products += f.length * (g[end - 1].offset - g[begin].offset + g[end - 1].length - (end - 1 - begin) * strip_gap);
    });
    return products;
  }
  std::size_t run_wide(std::uint64_t low, std::size_t length, std::size_t r, RowPointers& rows, IntegerPiece& piece) {
    cells_.assign(2 * (length + strip_gap), 0);
    std::uint64_t* const lows = cells_.data();
    std::uint64_t* const highs = lows + length + strip_gap;
    const std::size_t products = sweep(low, r, rows, [&](const Strip& f, std::ptrdiff_t offset, const StripRow& row) {
      o_.kernels->multiply_add(o_.f_words.data() + f.offset, f.length, row, lows, highs, offset);
    });
    for (std::size_t k = length; k-- != 0;) {
      if ((lows[k] | highs[k]) == 0) continue;
      mp_limb_t limbs[2];
      append_integer(piece, limbs, sum(lows[k], highs[k]).to_limbs(limbs));
      piece.words.push_back(low + k);
    }
    return products;
  }
  std::size_t run_narrow(std::uint64_t low, std::size_t length, std::size_t r, RowPointers& rows, IntegerPiece& piece) {
    cells_.assign(length + strip_gap, 0);
    std::uint64_t* const sums = cells_.data();
    const std::size_t products = sweep(low, r, rows, [&](const Strip& f, std::ptrdiff_t offset, const StripRow& row) {
      o_.kernels->narrow.multiply_add(o_.f_words.data() + f.offset, f.length, row, sums, offset);
    });
    for (std::size_t k = length; k-- != 0;) {
      if (sums[k] == 0) continue;
      const bool minus = o_.kernels->narrow.is_signed && static_cast<std::int64_t>(sums[k]) < 0;
      const mp_limb_t magnitude = minus ? 0 - sums[k] : sums[k];
      append_integer(piece, &magnitude, minus ? -1 : 1);
      piece.words.push_back(low + k);
    }
    return products;
  }

  PairWord sum(std::uint64_t low, std::uint64_t high) const noexcept {
    const unsigned bits = o_.kernels->low_bits;
    if (bits == 64) return {low, high};
    return {low | (high << bits), static_cast<std::uint64_t>(static_cast<std::int64_t>(high) >> (64 - bits))};
  }

  const ScatterKeys& keys_;
  const StripOperands& o_;
  std::vector<std::uint64_t> cells_;
};

bool any_negative(const std::vector<std::int64_t>& values) noexcept {
  return std::any_of(values.begin(), values.end(), [](std::int64_t value) { return value < 0; });
}

/// The fastest kernel for these sizes, or null.
const StripKernels* kernels_for(const MultiMulShape& shape, std::size_t sum_bits) {
  const StripKernels* const best = strip_table().select(active_isa());
  for (const StripKernels* k : {best, strip_table().scalar})
    if (std::max(shape.bits_a, shape.bits_b) <= k->operand_bits && sum_bits <= k->low_bits + std::size_t{63}) return k;
  return nullptr;
}

}  // namespace

std::optional<std::pair<PackedMonomials, IntegerVector>> multi_mul_strips(const MultiMulPlan& plan,
                                                                          const PreparedProduct& product,
                                                                          const WordOperands& operands,
                                                                          std::size_t sum_bits,
                                                                          const ExecutionContext& ctx) {
  const StripKernels* const kernels = kernels_for(plan.shape, sum_bits);
  const MonomialKeys keys = product.exact_keys();
  const std::uint64_t radix = keys.last_radix();
  if (kernels == nullptr) return std::nullopt;
  const bool negative = any_negative(operands.f) || any_negative(operands.g);
  const bool narrow = kernels->narrow.serves(plan.shape.bits_a, plan.shape.bits_b, sum_bits, negative);
  // Ranges of cells of one word are twice as long in the same memory.
  const std::uint64_t range_places = (narrow ? 2 : 1) * (keys.places() / plan.cut().ranges) + 1;
  if (radix > range_places) return std::nullopt;
  const MemoryReservation reservation(ctx.memory(), plan.workspace.value());
  const std::vector<std::uint64_t> kf = product.keys_f(keys);
  const std::vector<std::uint64_t> kg = product.keys_g(keys);
  const StripList f(kf, radix);
  const StripList g(kg, radix);
  const double pairs = static_cast<double>(f.strips.size()) * static_cast<double>(g.strips.size());
  constexpr std::size_t most_words = std::size_t{1} << 32;
  if (static_cast<double>(kf.size()) * static_cast<double>(kg.size()) < least_strip_products * pairs ||
      f.words >= most_words || g.words >= most_words)
    return std::nullopt;
  const MemoryReservation strip_bytes(
      ctx.memory(), (f.words + 2 * g.words + 3 * (f.strips.size() + g.strips.size())) * sizeof(std::uint64_t));
  StripOperands o{kernels, radix, &f, &g, f.spread(kf, operands.f, 1), g.spread(kg, operands.g, 1), {}, narrow};
  if (negative) o.g_negated = g.spread(kg, operands.g, -1);
  const auto bounds = balanced_bounds(f.prefixes, g.prefixes, static_cast<std::size_t>(range_places / radix));
  const ScatterKeys scatter{f.prefixes, g.prefixes, bounds};
  PieceArenas arenas(ctx.memory());
  auto pieces = scatter_pieces<StripScatter, StripCells>(scatter, o, plan.cut().block, arenas, ctx);
  IntegerVector coefficients = joined_integers(pieces, ctx);
  return std::pair(joined_monomials(product.layout(), &keys, pieces, ctx), std::move(coefficients));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
