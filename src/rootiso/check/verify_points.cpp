// Signs at many points: the model of an annulus is halved down to models of some tens of rows, each for the points in
// its cell, where Horner's scheme decides.
//
// A point of [2^j, 2^(j+1)) is 2^j (1 + u 2^-62), u an integer of 62 bits: the leading l bits of u are the index of its
// cell of level l, and the others say where in that cell it lies,
//
//   t = (2 (u mod 2^(62-l)) - 2^(62-l)) / 2^(62-l),  in units of 2^-62  2^(l+1) (u mod 2^(62-l)) - 2^62, exactly.
//
// Horner's scheme y <- q_i + floor(y t) has one rounding in a step (for t < 0: -floor(y |t|)), below one unit, and an
// error before the step does not grow, since |t| <= 1: in the end it is less than `rows` units. With the model's own
// error, sum |e_i| + |h| <= noise, the sign of f is that of y once |y| > noise + rows. |y| <= sum |q_i| + rows has room
// in bits(q) + log2(rows) + 1.
//
// Each level halves the rows and their bits, so that the shift to the annulus and the first two halves are most of the
// work.
//
// Far from zero the annulus is taken in y = 1/x, 2^(-j-1) < y <= 2^-j, where x^n f(1/x), the reversed polynomial, has
// shorter rows and fewer that matter. Then y = 2^(-j-1) (1 + v 2^-62) with 1 + v 2^-62 = 2 / (1 + u 2^-62), and in a
// cell of level l and index k
//
//   t = 2^(l+64) / (2^62 + u) - 2^(l+1) - 2 k - 1,
//
// cut to as many limbs as the rows have, 2^(-64 limbs) below itself at most: |q'| <= sum i |q_i| times that joins the
// noise.
#include "rootiso/check/verify_points.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/undisturbed.hpp"
#include "ring/reversed.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using Int128 = __int128;
__extension__ using Word128 = unsigned __int128;

constexpr unsigned fraction_bits = 62;
constexpr std::int64_t one = std::int64_t{1} << fraction_bits;
constexpr unsigned deepest = 60;     // of a cell in its annulus
constexpr unsigned most_levels = 2;  // at once: the shift's width grows with them
constexpr std::size_t forked_rows = 96;
constexpr std::size_t rows_of_a_point = 8;  // rows of a model for each of its points from which on it is halved
constexpr std::size_t points_per_task = 64;
constexpr std::uint64_t most_noise = std::uint64_t{1} << 62;

/// |t| < 1 as a fraction of 64 bits, and its sign.
struct Factor {
  std::uint64_t size;
  bool negative;
};

/// A point of an annulus, or of one of 1/x, and its place in the caller's list.
struct Member {
  std::uint64_t u;  ///< for 1/x, v rounded down
  std::size_t place;
  std::uint64_t divisor = 0;  ///< for 1/x, the 2^62 + u of x
};

/// A cell of an annulus.
struct Place {
  unsigned level;
  std::uint64_t index;
};

Int128 times(std::int64_t y, std::uint64_t t) { return static_cast<Int128>(y) * static_cast<Int128>(t); }

/// The rows of a model with room for its values.
class Evaluation {
 public:
  /// Takes the model's rows, for points of its annulus or, when `inverse`, of 1/x.
  Evaluation(const ProvedModel& model, bool inverse, const ExecutionContext& ctx) : ctx_(ctx) {
    std::size_t bits = 0;
    std::size_t slope_bits = 0;
    for (std::size_t i = 0; i < model.rows(); ++i) {
      const std::size_t row = row_bits(model.q.row(i), model.q.limbs());
      bits = std::max(bits, row);
      slope_bits = std::max(slope_bits, row + static_cast<std::size_t>(std::bit_width(i)));
    }
    bits += static_cast<std::size_t>(std::bit_width(model.rows())) + 1;
    slope_bits += static_cast<std::size_t>(std::bit_width(model.rows()));
    const std::size_t limbs = bits / 64 + 1;
    noise_ = bound_add(model.noise(), model.rows());
    if (inverse) noise_ = bound_add(noise_, std::uint64_t{1} << (slope_bits - std::min(slope_bits, 64 * limbs)));
    if (noise_ >= most_noise) return;
    q_ = FixedRows(model.rows(), limbs, ctx);
    for (std::size_t i = 0; i < model.rows(); ++i) {
      const std::size_t common = std::min(q_.limbs(), model.q.limbs());
      std::copy_n(model.q.row(i), common, q_.row(i));
      std::fill_n(q_.row(i) + common, q_.limbs() - common, model.q.is_negative(i) ? ~mp_limb_t{0} : 0);
    }
  }

  /// Whether the noise leaves room for certain signs.
  bool can_decide() const noexcept { return q_.rows() != 0; }

  /// The number of limbs that `sign` works in.
  std::size_t space() const noexcept { return 6 * q_.limbs() + 4; }

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

  /// The certain sign at the point of 1/x, which lies in the cell.
  int sign(const Member& m, const Place& cell, mp_limb_t* space) const {
    const std::size_t limbs = q_.limbs();
    mp_limb_t* const quotient = space + 4 * limbs;
    // 2^(level + 64) / divisor, with `limbs` limbs behind the point
    mpn_zero(quotient, static_cast<mp_size_t>(limbs + 1));
    quotient[limbs + 1] = mp_limb_t{1} << cell.level;
    mpn_divrem_1(quotient, 0, quotient, static_cast<mp_size_t>(limbs + 2), m.divisor);
    const auto whole = static_cast<std::int64_t>(quotient[limbs] - (mp_limb_t{2} << cell.level) - 2 * cell.index - 1);
    const bool is_end = mpn_zero_p(quotient, static_cast<mp_size_t>(limbs)) != 0 && whole != 0;
    if (is_end) {
      at_an_end(whole < 0, space);
    } else {
      if (whole < 0) mpn_neg(quotient, quotient, static_cast<mp_size_t>(limbs));
      in_limbs_by_limbs(quotient, whole < 0, space);
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

  /// Horner's scheme at t or -t, t a fraction of as many limbs as the rows have.
  void in_limbs_by_limbs(const mp_limb_t* t, bool negative, mp_limb_t* y) const {
    const std::size_t limbs = q_.limbs();
    const auto n = static_cast<mp_size_t>(limbs);
    mp_limb_t* const size = y + limbs;
    mp_limb_t* const product = y + 2 * limbs;
    mpn_zero(y, n);
    for (std::size_t i = q_.rows(); i-- > 0;) {
      const bool below = (y[limbs - 1] >> 63) != 0;
      if (below)
        mpn_neg(size, y, n);
      else
        mpn_copyi(size, y, n);
      mpn_mul_n(product, size, t, n);
      if (below != negative)
        mpn_sub_n(y, q_.row(i), product + limbs, n);
      else
        mpn_add_n(y, q_.row(i), product + limbs, n);
      if (i % poll_rows == 0) ctx_.poll();
    }
  }

  static constexpr std::size_t poll_rows = 512;

  const ExecutionContext& ctx_;
  FixedRows q_;
  std::uint64_t noise_ = 0;
};

/// The points of an annulus that have at most 63 bits, in order.
struct Annulus {
  std::int64_t j;
  std::vector<Member> members;
  bool inverse = false;
  std::optional<std::int64_t> size{};  // log2 of the polynomial where it is small there, if it is known
};

/// The points of one annulus.
class Descent {
 public:
  Descent(const Annulus& annulus, std::vector<int>& signs, const ModelUse& use, const ExecutionContext& ctx)
      : members_(annulus.members), inverse_(annulus.inverse), signs_(signs), use_(use), ctx_(ctx) {}

  /// Finds the signs at the members from `begin` to `end`, which lie in the model's cell, one of this level.
  void run(const ProvedModel& model, unsigned level, std::size_t begin, std::size_t end) {
    ctx_.poll();
    if (noise_exceeds_value(model)) return;
    if (model.rows() <= use_.short_rows || level == deepest || evaluation_is_cheaper(model, end - begin))
      return evaluate(model, level, begin, end);
    const unsigned common = common_levels(level, begin, end);
    if (common != 0) return part(model, level, common, begin, end);
    const std::uint64_t bit = std::uint64_t{1} << (fraction_bits - 1 - level);
    const auto middle = std::partition_point(members_.begin() + static_cast<std::ptrdiff_t>(begin),
                                             members_.begin() + static_cast<std::ptrdiff_t>(end),
                                             [bit](const Member& m) { return (m.u & bit) == 0; });
    const auto split = static_cast<std::size_t>(middle - members_.begin());
    if (const auto parts = both_parts(model, use_.guard, ctx_)) {
      fork_join(
          ctx_, [&] { run((*parts)[0], level + 1, begin, split); }, [&] { run((*parts)[1], level + 1, split, end); });
    } else if (model.rows() < forked_rows) {
      part(model, level, 1, begin, split);
      part(model, level, 1, split, end);
    } else {
      fork_join(
          ctx_, [&] { part(model, level, 1, begin, split); }, [&] { part(model, level, 1, split, end); });
    }
  }

  /// Whether evaluating this number of points takes less time than halving the model. Products of all limbs, which 1/x
  /// needs, take longer by their number.
  bool evaluation_is_cheaper(const ProvedModel& model, std::size_t points) const {
    const std::size_t rows = rows_of_a_point * (inverse_ ? model.q.limbs() / 8 + 1 : 1);
    return points * rows < model.rows();
  }

  /// The number of levels below this one, at most `most_levels`, down to the last cell that holds all these members.
  unsigned common_levels(unsigned level, std::size_t begin, std::size_t end) const {
    const std::uint64_t differ = members_[begin].u ^ members_[end - 1].u;  // they are in order
    const unsigned same = fraction_bits - static_cast<unsigned>(std::bit_width(differ));
    return std::min({same - level, most_levels, deepest - level});
  }

  /// The index, within the cell of this level, of the cell `levels` below it that holds the members.
  std::uint64_t index(unsigned level, unsigned levels, std::size_t begin) const {
    return (members_[begin].u >> (fraction_bits - level - levels)) & ((std::uint64_t{1} << levels) - 1);
  }

 private:
  void part(const ProvedModel& model, unsigned level, unsigned levels, std::size_t begin, std::size_t end) {
    run(part_of(model, levels, index(level, levels, begin), use_.guard, ctx_), level + levels, begin, end);
  }

  void evaluate(const ProvedModel& model, unsigned level, std::size_t begin, std::size_t end) {
    const Evaluation evaluation(model, inverse_, ctx_);
    if (!evaluation.can_decide()) return;
    const std::uint64_t mask = (std::uint64_t{1} << (fraction_bits - level)) - 1;
    const Place cell{level, members_[begin].u >> (fraction_bits - level)};
    parallel_for(ctx_, end - begin, points_per_task, [&](std::size_t from, std::size_t to) {
      const MemoryReservation held(ctx_.memory(), evaluation.space() * sizeof(mp_limb_t));
      std::vector<mp_limb_t> space(evaluation.space());
      for (std::size_t i = begin + from; i < begin + to; ++i) {
        const Member& m = members_[i];
        const auto numerator = static_cast<std::int64_t>((m.u & mask) << (level + 1)) - one;
        signs_[m.place] = inverse_ ? evaluation.sign(m, cell, space.data()) : evaluation.sign(numerator, space.data());
      }
    });
  }

  const std::vector<Member>& members_;
  bool inverse_;
  std::vector<int>& signs_;
  const ModelUse& use_;
  const ExecutionContext& ctx_;
};

/// The annulus of 1/x, for the coefficients in reverse.
Annulus inverse(const Annulus& a) {
  constexpr Word128 two = Word128{1} << (2 * fraction_bits + 1);
  constexpr auto whole = static_cast<std::uint64_t>(one);
  Annulus result{-1 - a.j, {}, true};
  result.members.reserve(a.members.size());
  for (auto m = a.members.rbegin(); m != a.members.rend(); ++m) {
    const std::uint64_t divisor = m->u + whole;
    // 1/x = 2^-j, the upper end, belongs to the last cell.
    const std::uint64_t v = std::min(static_cast<std::uint64_t>(two / divisor), 2 * whole - 1) - whole;
    result.members.push_back({v, m->place, divisor});
  }
  return result;
}

/// The number of digits that the model around an annulus shifts, up to a factor: of the rows that matter for f of this
/// size there, their bits and what the shift adds.
double shift_cost(const IntegerVector& f, std::int64_t j, std::int64_t size, std::size_t guard, bool reversed) {
  const std::size_t n = f.size();
  const auto top = [&](std::size_t i) {  // of term i on the disc
    const auto bits = static_cast<std::int64_t>(f[reversed ? n - 1 - i : i].bit_length());
    return bits + (j + 1) * static_cast<std::int64_t>(i);
  };
  std::size_t rows = n;
  while (rows > 1 && top(rows - 1) < size - static_cast<std::int64_t>(guard)) --rows;
  std::int64_t most = size;
  for (std::size_t i = 0; i < rows; ++i) most = std::max(most, top(i));
  return static_cast<double>(rows) * (static_cast<double>(rows) + static_cast<double>(most - size));
}

bool cheaper_in_inverse(const IntegerVector& f, std::int64_t j, std::int64_t size, std::size_t guard) {
  // |f(x)| = |x|^n |g(1/x)|, x between 2^j and 2^(j+1)
  const std::int64_t inverse_size = size - (2 * j + 1) * static_cast<std::int64_t>(f.size() - 1) / 2;
  constexpr double worth_the_divisions = 0.84;
  return shift_cost(f, -1 - j, inverse_size, guard, true) < worth_the_divisions * shift_cost(f, j, size, guard, false);
}

std::vector<Annulus> annuli_of(const std::vector<PositiveDyadic>& points, std::size_t fewest_points) {
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
    if (end - begin < fewest_points) continue;
    annuli.push_back({all[begin].first, {}});
    for (std::size_t i = begin; i < end; ++i) annuli.back().members.push_back(all[i].second);
  }
  return annuli;
}

}  // namespace

std::vector<int> signs_on_model(const ProvedModel& model, const std::vector<std::int64_t>& numerators,
                                const ExecutionContext& ctx) {
  std::vector<int> signs(numerators.size(), 0);
  const Evaluation evaluation(model, false, ctx);
  if (!evaluation.can_decide()) return signs;
  std::vector<mp_limb_t> space(evaluation.space());
  for (std::size_t i = 0; i < numerators.size(); ++i) signs[i] = evaluation.sign(numerators[i], space.data());
  return signs;
}

std::vector<int> signs_of_inverses(const ProvedModel& model, unsigned level, std::uint64_t index,
                                   const std::vector<std::uint64_t>& divisors, const ExecutionContext& ctx) {
  std::vector<int> signs(divisors.size(), 0);
  const Evaluation evaluation(model, true, ctx);
  if (!evaluation.can_decide()) return signs;
  std::vector<mp_limb_t> space(evaluation.space());
  for (std::size_t i = 0; i < divisors.size(); ++i)
    signs[i] = evaluation.sign({0, 0, divisors[i]}, Place{level, index}, space.data());
  return signs;
}

std::vector<int> signs_on_models(const IntegerVector& f, const std::vector<PositiveDyadic>& points,
                                 const ExecutionContext& ctx, const ModelUse& use) {
  std::vector<int> signs(points.size(), 0);
  if (!models_pay(f, points.size(), use)) return signs;
  const MemoryReservation held(ctx.memory(), points.size() * 3 * sizeof(std::pair<std::int64_t, Member>));
  std::vector<Annulus> annuli = annuli_of(points, use.fewest_points);
  const auto for_all = [&](const auto& work) {
    parallel_for(ctx, annuli.size(), 1, [&](std::size_t i, std::size_t) { work(annuli[i]); });
  };
  // The models of the other half-line would keep those who wait here for a size.
  undisturbed(ctx, [&] {
    for_all([&](Annulus& a) {
      const auto known = std::find_if(use.known.begin(), use.known.end(),
                                      [&](const KnownSize& k) { return k.j == a.j && !k.negative; });
      if (known != use.known.end()) {
        if (known->inverse) a = inverse(a);
        a.size = known->size;
        return;
      }
      a.size = size_in_annulus(f, a.j, ctx);
      if (use.inverse.value_or(cheaper_in_inverse(f, a.j, *a.size, use.guard))) a = inverse(a);
    });
  });
  const bool any_inverse = std::any_of(annuli.begin(), annuli.end(), [](const Annulus& a) { return a.inverse; });
  const MemoryReservation held_too(ctx.memory(), any_inverse ? f.bytes() : 0);
  const IntegerVector g = any_inverse ? reversed(f, ctx) : IntegerVector();
  for_all([&](const Annulus& a) {
    const IntegerVector& h = a.inverse ? g : f;
    const std::int64_t size = a.size ? *a.size : size_in_annulus(g, a.j, ctx);
    Descent descent(a, signs, use, ctx);
    const unsigned levels = descent.common_levels(0, 0, a.members.size());
    const ProvedModel model = proved_annulus_model(h, a.j, size, use.guard, ctx, levels, descent.index(0, levels, 0));
    descent.run(model, levels, 0, a.members.size());
  });
  return signs;
}

std::vector<int> signs_at(const IntegerVector& f, const std::vector<PositiveDyadic>& points,
                          const ExecutionContext& ctx) {
  // proved_signs takes a point at a time: models pay earlier than where many are evaluated together
  ModelUse use;
  use.fewest_rows = 800;
  use.fewest_points = 100;
  std::vector<int> signs = signs_on_models(f, points, ctx, use);
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
}  // namespace v1
}  // namespace polyfork
