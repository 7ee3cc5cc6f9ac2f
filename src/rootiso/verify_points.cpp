// Down from an annulus by halves, to models of some tens of rows, each for the points in its cell.
//
// A point of [2^j, 2^(j+1)) is 2^j (1 + u 2^-62), u an integer of 62 bits: the leading l bits of u are the index of its cell of
// level l, and the others say where in that cell it lies,
//
//   t = (2 (u mod 2^(62-l)) - 2^(62-l)) / 2^(62-l),  in units of 2^-62  2^(l+1) (u mod 2^(62-l)) - 2^62, exactly.
//
// Horner's scheme y <- q_i + floor(y t) has one rounding in a step (for t < 0: -floor(y |t|)), below one unit, and an error
// before the step does not grow, since |t| <= 1: in the end it is less than `rows` units. With the model's own error, sum |e_i| +
// |h| <= noise, the sign of f is that of y once |y| > noise + rows. |y| <= sum |q_i| + rows has room in bits(q) + log2(rows) + 1.
//
// Each level halves the rows and their bits, so that the shift to the annulus and the first two halves are most of the work.
#include "rootiso/verify_points.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

namespace polyfork::inline v1 {
namespace detail {

namespace {

__extension__ using Int128 = __int128;
__extension__ using Word128 = unsigned __int128;

constexpr unsigned fraction_bits = 62;
constexpr std::int64_t one = std::int64_t{1} << fraction_bits;
constexpr unsigned deepest = 60;     // of a cell in its annulus
constexpr unsigned most_levels = 2;  // at once: the shift's width grows with them
constexpr std::size_t forked_rows = 96;
constexpr std::size_t rows_of_a_point = 8;  // a model is halved when it has a point for so many of its rows
constexpr std::size_t points_per_task = 64;
constexpr std::uint64_t most_noise = std::uint64_t{1} << 62;

/// |t| < 1 as a fraction of 64 bits, and its sign.
struct Factor {
  std::uint64_t size;
  bool negative;
};

Int128 times(std::int64_t y, std::uint64_t t) { return static_cast<Int128>(y) * static_cast<Int128>(t); }

/// The rows of a model with room for its values.
class Evaluation {
 public:
  Evaluation(const Piece& piece, const ExecutionContext& ctx) : ctx_(ctx) {
    const std::uint64_t noise = bound_add(piece.noise(), piece.rows());
    if (noise >= most_noise) return;
    noise_ = noise;
    std::size_t bits = 0;
    for (std::size_t i = 0; i < piece.rows(); ++i) bits = std::max(bits, row_bits(piece.q.row(i), piece.q.limbs()));
    bits += static_cast<std::size_t>(std::bit_width(piece.rows())) + 1;
    q_ = FixedRows(piece.rows(), bits / 64 + 1, ctx);
    for (std::size_t i = 0; i < piece.rows(); ++i) {
      const std::size_t common = std::min(q_.limbs(), piece.q.limbs());
      std::copy_n(piece.q.row(i), common, q_.row(i));
      std::fill_n(q_.row(i) + common, q_.limbs() - common, piece.q.is_negative(i) ? ~mp_limb_t{0} : 0);
    }
  }

  /// Whether the noise leaves anything to be told.
  bool tells() const noexcept { return q_.rows() != 0; }

  /// Limbs that `sign` works in.
  std::size_t space() const noexcept { return 2 * q_.limbs() + 1; }

  /// The certain sign at t = numerator 2^-62.
  int sign(std::int64_t numerator, mp_limb_t* space) const {
    if (numerator == one || numerator == -one) {
      at_an_end(numerator < 0, space);
    } else {
      const std::uint64_t size = numerator < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(numerator)
                                               : static_cast<std::uint64_t>(numerator);
      const Factor t{size << (64 - fraction_bits), numerator < 0};
      if (q_.limbs() == 1)
        in_a_word(t, space);
      else if (q_.limbs() == 2)
        in_two_words(t, space);
      else
        in_limbs(t, space);
    }
    return certain(space);
  }

 private:
  int certain(const mp_limb_t* y) const {
    const bool negative = (y[q_.limbs() - 1] >> 63) != 0;
    const std::uint64_t magnitude = negative ? ~y[0] : y[0];  // of a negative one short by a unit
    if (row_bits(y, q_.limbs()) < 63 && magnitude <= noise_) return 0;
    return negative ? -1 : 1;
  }

  void at_an_end(bool lower, mp_limb_t* y) const {
    const auto n = static_cast<mp_size_t>(q_.limbs());
    mpn_zero(y, n);
    for (std::size_t i = q_.rows(); i-- > 0;)
      if (lower)
        mpn_sub_n(y, q_.row(i), y, n);
      else
        mpn_add_n(y, q_.row(i), y, n);
  }

  void in_a_word(const Factor& t, mp_limb_t* out) const {
    std::int64_t y = 0;
    for (std::size_t i = q_.rows(); i-- > 0;) {
      const auto product = static_cast<std::int64_t>(times(y, t.size) >> 64);
      y = static_cast<std::int64_t>(*q_.row(i)) + (t.negative ? -product : product);
    }
    *out = static_cast<mp_limb_t>(y);
  }

  void in_two_words(const Factor& t, mp_limb_t* out) const {
    Int128 y = 0;
    for (std::size_t i = q_.rows(); i-- > 0;) {
      const auto low = static_cast<std::uint64_t>(y);
      const Int128 product = times(static_cast<std::int64_t>(y >> 64), t.size) +
                             static_cast<Int128>(static_cast<Word128>(low) * t.size >> 64);
      const mp_limb_t* q = q_.row(i);
      y = static_cast<Int128>((static_cast<Word128>(q[1]) << 64) | q[0]) + (t.negative ? -product : product);
    }
    out[0] = static_cast<mp_limb_t>(y);
    out[1] = static_cast<mp_limb_t>(y >> 64);
  }

  void in_limbs(const Factor& t, mp_limb_t* y) const {
    const std::size_t limbs = q_.limbs();
    const auto n = static_cast<mp_size_t>(limbs);
    mp_limb_t* const product = y + limbs;
    mpn_zero(y, n);
    for (std::size_t i = q_.rows(); i-- > 0;) {
      const bool below = (y[limbs - 1] >> 63) != 0;
      product[limbs] = mpn_mul_1(product, y, n, t.size) - (below ? t.size : 0);
      if (t.negative)
        mpn_sub_n(y, q_.row(i), product + 1, n);
      else
        mpn_add_n(y, q_.row(i), product + 1, n);
      if (i % poll_rows == 0) ctx_.poll();
    }
  }

  static constexpr std::size_t poll_rows = 512;

  const ExecutionContext& ctx_;
  FixedRows q_;
  std::uint64_t noise_ = 0;
};

/// u, and the place of the point in the caller's list.
struct Member {
  std::uint64_t u;
  std::size_t place;
};

/// The points of one annulus.
class Descent {
 public:
  Descent(const std::vector<Member>& members, std::vector<int>& signs, const PiecePoints& how,
          const ExecutionContext& ctx)
      : members_(members), signs_(signs), how_(how), ctx_(ctx) {}

  /// On the model of a cell of this level, the members from `begin` to `end`, which lie in it.
  void run(const Piece& piece, unsigned level, std::size_t begin, std::size_t end) {
    ctx_.poll();
    if (is_drowned(piece)) return;
    if (piece.rows() <= how_.short_rows || level == deepest || (end - begin) * rows_of_a_point < piece.rows())
      return evaluate(piece, level, begin, end);
    const unsigned common = common_levels(level, begin, end);
    if (common != 0) return part(piece, level, common, begin, end);
    const std::uint64_t bit = std::uint64_t{1} << (fraction_bits - 1 - level);
    const auto middle = std::partition_point(members_.begin() + static_cast<std::ptrdiff_t>(begin),
                                             members_.begin() + static_cast<std::ptrdiff_t>(end),
                                             [bit](const Member& m) { return (m.u & bit) == 0; });
    const auto split = static_cast<std::size_t>(middle - members_.begin());
    if (const auto parts = both_parts(piece, how_.guard, ctx_)) {
      fork_join(
          ctx_, [&] { run((*parts)[0], level + 1, begin, split); }, [&] { run((*parts)[1], level + 1, split, end); });
    } else if (piece.rows() < forked_rows) {
      part(piece, level, 1, begin, split);
      part(piece, level, 1, split, end);
    } else {
      fork_join(
          ctx_, [&] { part(piece, level, 1, begin, split); }, [&] { part(piece, level, 1, split, end); });
    }
  }

  /// Levels below this one, at most `most_levels`, of which all these members have the same cell.
  unsigned common_levels(unsigned level, std::size_t begin, std::size_t end) const {
    const std::uint64_t differ = members_[begin].u ^ members_[end - 1].u;  // they are in order
    const unsigned same = fraction_bits - static_cast<unsigned>(std::bit_width(differ));
    return std::min({same - level, most_levels, deepest - level});
  }

  /// Of the cell of so many levels below this one that holds the members.
  std::uint64_t index(unsigned level, unsigned levels, std::size_t begin) const {
    return (members_[begin].u >> (fraction_bits - level - levels)) & ((std::uint64_t{1} << levels) - 1);
  }

 private:
  void part(const Piece& piece, unsigned level, unsigned levels, std::size_t begin, std::size_t end) {
    run(part_of(piece, levels, index(level, levels, begin), how_.guard, ctx_), level + levels, begin, end);
  }

  void evaluate(const Piece& piece, unsigned level, std::size_t begin, std::size_t end) {
    const Evaluation evaluation(piece, ctx_);
    if (!evaluation.tells()) return;
    const std::uint64_t mask = (std::uint64_t{1} << (fraction_bits - level)) - 1;
    parallel_for(ctx_, end - begin, points_per_task, [&](std::size_t from, std::size_t to) {
      const MemoryReservation held(ctx_.memory(), evaluation.space() * sizeof(mp_limb_t));
      std::vector<mp_limb_t> space(evaluation.space());
      for (std::size_t i = begin + from; i < begin + to; ++i) {
        const auto numerator = static_cast<std::int64_t>((members_[i].u & mask) << (level + 1)) - one;
        signs_[members_[i].place] = evaluation.sign(numerator, space.data());
      }
    });
  }

  const std::vector<Member>& members_;
  std::vector<int>& signs_;
  const PiecePoints& how_;
  const ExecutionContext& ctx_;
};

/// The short points of each annulus, in the order of their annuli.
struct Annulus {
  std::int64_t j;
  std::vector<Member> members;
};

std::vector<Annulus> annuli_of(const std::vector<PositiveDyadic>& points, std::size_t fewest) {
  std::vector<std::pair<std::int64_t, Member>> all;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const PositiveDyadic& x = points[i];
    const std::size_t bits = x.c.bit_length();
    const IntegerView c = x.c;
    const std::size_t zeros = c.trailing_zeros();
    if (bits - zeros > fraction_bits + 1) continue;
    const auto odd = static_cast<std::uint64_t>((x.c >> zeros).to_int64());
    const std::uint64_t u = (odd << (fraction_bits + 1 - (bits - zeros))) - static_cast<std::uint64_t>(one);
    all.push_back({static_cast<std::int64_t>(bits) - 1 - x.k, {u, i}});
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first
                              : std::pair(a.second.u, a.second.place) < std::pair(b.second.u, b.second.place);
  });
  std::vector<Annulus> annuli;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].first == all[begin].first) ++end;
    if (end - begin < fewest) continue;
    annuli.push_back({all[begin].first, {}});
    for (std::size_t i = begin; i < end; ++i) annuli.back().members.push_back(all[i].second);
  }
  return annuli;
}

}  // namespace

std::vector<int> signs_on_piece(const Piece& piece, const std::vector<std::int64_t>& numerators,
                                const ExecutionContext& ctx) {
  std::vector<int> signs(numerators.size(), 0);
  const Evaluation evaluation(piece, ctx);
  if (!evaluation.tells()) return signs;
  std::vector<mp_limb_t> space(evaluation.space());
  for (std::size_t i = 0; i < numerators.size(); ++i) signs[i] = evaluation.sign(numerators[i], space.data());
  return signs;
}

std::vector<int> signs_on_pieces(const IntegerVector& f, const std::vector<PositiveDyadic>& points,
                                 const ExecutionContext& ctx, const PiecePoints& how) {
  std::vector<int> signs(points.size(), 0);
  if (!worth_pieces(f, points.size(), how)) return signs;
  const MemoryReservation held(ctx.memory(), points.size() * 3 * sizeof(std::pair<std::int64_t, Member>));
  const std::vector<Annulus> annuli = annuli_of(points, how.fewest);
  parallel_for(ctx, annuli.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Annulus& a = annuli[i];
      Descent descent(a.members, signs, how, ctx);
      const unsigned levels = descent.common_levels(0, 0, a.members.size());
      const std::int64_t size = size_in_annulus(f, a.j, ctx);
      const Piece piece = annulus_piece(f, a.j, size, how.guard, ctx, levels, descent.index(0, levels, 0));
      descent.run(piece, levels, 0, a.members.size());
    }
  });
  return signs;
}

std::vector<int> signs_at(const IntegerVector& f, const std::vector<PositiveDyadic>& points,
                          const ExecutionContext& ctx) {
  // proved_signs takes a point at a time: models pay earlier than where many are evaluated together
  PiecePoints how;
  how.fewest_rows = 1536;
  how.fewest = 200;
  std::vector<int> signs = signs_on_pieces(f, points, ctx, how);
  std::vector<std::size_t> places;
  std::vector<PositiveDyadic> open;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (signs[i] != 0) continue;
    places.push_back(i);
    open.push_back(points[i]);
  }
  const std::vector<ProvedSign> values = proved_signs(f, open, ctx);
  for (std::size_t i = 0; i < open.size(); ++i) signs[places[i]] = values[i].sign;
  return signs;
}

}  // namespace detail
}  // namespace polyfork::inline v1
