// Signs and sizes at many points by Horner's rule in fixed point, several points at a time in vectors.
//
// Points of one sign and one binary order of magnitude, 2^(s-1) <= |x| < 2^s, go through the same fixed-point
// coefficients
//
//   A_i = floor(a_i (+-1)^i 2^(s i - e)),   z = |x| / 2^s in [1/2, 1),   y_i = floor(y_{i+1} z) + A_i,
//
// where 2^e is the unit. Each step adds an error below two units and none grows, since z < 1; coefficients above the
// last one that reaches a unit are left out, which adds less than one each. So |f(x) / 2^e - y_0| < 3 (n + 1), and with
// the rows in chunks (at most one for 512 of them), which add two each, less than 4 (n + 1).
//
// A first batch of points, spread over the group, finds the precision by doubling; the rest starts from there. Far from
// zero the coefficients in reverse may need much fewer bits (far_values.hpp) and come first.
#include "rootiso/values/point_values.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/huge_pages.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "core/planning_threads.hpp"
#include "core/polled.hpp"
#include "poly/rows/fixed_rows.hpp"
#include "rootiso/values/evaluate_sign.hpp"
#include "rootiso/values/far_values.hpp"
#include "rootiso/values/fixed_point.hpp"
#include "rootiso/values/horner_chunks.hpp"
#include "rootiso/values/horner_points.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t digit_bits = 52;
constexpr std::uint64_t digit_mask = (std::uint64_t{1} << digit_bits) - 1;
constexpr std::size_t first_precision = 100;                          // with a few bits of growth: three digits
constexpr std::size_t fewest_parallel_digits = std::size_t{1} << 14;  // steps that are worth a fork
constexpr std::size_t fewest_chunk_rows = 512;
constexpr std::size_t summed_rows = 1024;  // in a task, some 20 microseconds
constexpr std::size_t spare_bits = 16;     // beyond what the first points needed

/// A sum of shifted coefficients, each rounded down to the unit.
struct FixedSum {
  std::vector<mp_limb_t> limbs;
  bool exact = true;

  FixedSum& operator+=(const FixedSum& other) {
    mpn_add_n(limbs.data(), limbs.data(), other.limbs.data(), static_cast<mp_size_t>(limbs.size()));
    exact = exact && other.exact;
    return *this;
  }
};

/// f(+-2^j) up to an error: the shifted coefficients are summed, each off by less than one unit. Horner's rule, with z
/// = 1/2, would need n bits more.
PointValue at_power_of_two(const MeasuredVector& f, std::int64_t j, bool negative, const ExecutionContext& ctx) {
  std::int64_t largest = 0;
  std::size_t terms = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    if (f.is_zero(i)) continue;
    const std::int64_t top = f.bits(i) + j * static_cast<std::int64_t>(i);
    largest = terms++ == 0 ? top : std::max(largest, top);
  }
  const auto sum_bits = static_cast<std::size_t>(std::bit_width(terms));
  for (std::size_t precision = first_precision;; precision *= 2) {
    const std::int64_t exponent = largest - static_cast<std::int64_t>(precision);
    const std::size_t limbs = (precision + sum_bits) / 64 + 1;
    const MemoryReservation held(ctx.memory(), 2 * limbs * sizeof(mp_limb_t));
    const auto sum_of = [&](std::size_t begin, std::size_t end) {
      ctx.poll();
      FixedSum part{std::vector<mp_limb_t>(limbs)};
      std::vector<mp_limb_t> term(limbs);
      for (std::size_t i = begin; i < end; ++i) {
        if (f.is_zero(i)) continue;
        const std::int64_t place = j * static_cast<std::int64_t>(i) - exponent;
        if (f.bits(i) + place <= 0) {  // less than a unit
          part.exact = false;
          continue;
        }
        part.exact = part.exact && static_cast<std::int64_t>(f[i].trailing_zeros()) + place >= 0;
        fixed_from_integer(negative && i % 2 == 1 ? -f[i] : f[i], place, term.data(), limbs);
        mpn_add_n(part.limbs.data(), part.limbs.data(), term.data(), static_cast<mp_size_t>(limbs));
      }
      return part;
    };
    const FixedSum sum =
        parallel_reduce(ctx, f.size(), std::min(rows_of_a_task(limbs), summed_rows),
                        FixedSum{std::vector<mp_limb_t>(limbs)}, sum_of, [](FixedSum&& left, FixedSum&& right) {
                          left += right;
                          return std::move(left);
                        });
    const std::size_t bits = fixed_bits(sum.limbs.data(), limbs);
    const bool below = (sum.limbs[limbs - 1] >> 63) != 0;
    if (bits > sum_bits + 2) return {below ? -1 : 1, static_cast<std::int64_t>(bits) + exponent};
    if (sum.exact) return {below ? -1 : (bits == 0 ? 0 : 1), static_cast<std::int64_t>(bits) + exponent};
  }
}

/// The points that share coefficients: those of one sign with 2^(s-1) <= |x| < 2^s.
struct Group {
  std::int64_t s = 0;
  bool negative = false;
  auto operator<=>(const Group&) const = default;
};

/// The coefficients of a group at one precision, as rows of digits.
struct DigitRows {
  std::int64_t exponent = 0;
  std::size_t rows = 0;
  std::size_t digits = 0;
  MemoryReservation held;
  ZeroedArray<std::uint64_t> a;
};

/// A row of limbs as digits, the last one signed.
void to_digits(const std::vector<mp_limb_t>& row, std::size_t digits, std::uint64_t* out) {
  std::size_t limb = 0;
  unsigned bits = 0;
  for (std::size_t d = 0; d + 1 < digits; ++d) {
    const mp_limb_t high = limb + 1 < row.size() ? row[limb + 1] : 0;  // a digit that ends in the last limb needs none
    out[d] = ((row[limb] >> bits) | (high << 1 << (63 - bits))) & digit_mask;
    bits += digit_bits;
    limb += bits / 64;
    bits %= 64;
  }
  out[digits - 1] = static_cast<std::uint64_t>(fixed_word(row.data(), row.size(), (digits - 1) * digit_bits));
}

class Evaluator {
 public:
  Evaluator(const MeasuredVector& f, const Group& group, const ExecutionContext& ctx)
      : f_(f), group_(group), kernel_(*horner_table().select(active_isa())), ctx_(ctx) {
    bool first = true;
    for (std::size_t i = 0; i < f.size(); ++i) {
      if (f.is_zero(i)) continue;
      const std::int64_t top = f.bits(i) + group.s * static_cast<std::int64_t>(i);
      largest_ = first ? top : std::max(largest_, top);
      first = false;
    }
  }

  /// The bits that values need in this group if its size is among the `expected`, else 0.
  std::size_t bits_for(std::span<const ExpectedSize> expected) const {
    const auto here = std::find_if(expected.begin(), expected.end(), [&](const ExpectedSize& e) {
      return e.s == group_.s && e.negative == group_.negative;
    });
    return here == expected.end() ? 0 : bits_for(here->size);
  }

  /// Decides all points of the list and writes their values; `words` are |c| of at most 52 bits, scaled to [2^51,
  /// 2^52). Returns the most bits that one needed, to begin with a guess of that.
  std::size_t decide(const std::vector<std::uint64_t>& words, const std::vector<PointValue*>& values,
                     const std::vector<const DyadicPoint*>& points, std::size_t guess) {
    std::vector<std::size_t> open = undecided_far_values(f_, group_.s, group_.negative, points, values, ctx_);
    std::size_t precision = std::max(first_precision, guess == 0 ? 0 : guess + spare_bits);
    std::size_t needed = 0;
    if (open.size() > 4 * kernel_.lanes) {
      std::vector<std::size_t> probes;
      for (std::size_t l = 0; l < most_horner_lanes; ++l)
        probes.push_back(open[l * (open.size() - 1) / (most_horner_lanes - 1)]);
      // With few points some indices come twice, and two batches must not write to one value.
      probes.erase(std::unique(probes.begin(), probes.end()), probes.end());
      needed = settle(probes, words, values, points, precision);
      std::erase_if(open, [&](std::size_t i) { return values[i]->sign != 0; });
      precision = std::max(precision, needed + spare_bits);
    }
    return std::max(needed, settle(open, words, values, points, precision));
  }

 private:
  std::size_t bits_for(std::int64_t size) const {
    return static_cast<std::size_t>(std::max<std::int64_t>(largest_ - size + std::bit_width(f_.size()), 1));
  }

  /// Decides the points at this precision and above. Returns the most bits that a point needed.
  std::size_t settle(std::vector<std::size_t> open, const std::vector<std::uint64_t>& words,
                     const std::vector<PointValue*>& values, const std::vector<const DyadicPoint*>& points,
                     std::size_t precision) {
    std::size_t needed = 0;
    for (; !open.empty(); precision *= 2) {
      if (exact_is_cheaper(precision)) {
        for (const std::size_t i : open) *values[i] = exactly(*points[i]);
        return needed;
      }
      const std::size_t batches = (open.size() + kernel_.lanes - 1) / kernel_.lanes;
      const DigitRows rows = rows_at(precision, batches > 1);
      parallel_for(ctx_, batches, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
          const std::size_t from = b * kernel_.lanes;
          batch(rows, open.data() + from, std::min(kernel_.lanes, open.size() - from), words, values, batches);
        }
      });
      for (const std::size_t i : open)
        if (values[i]->sign != 0) needed = std::max(needed, bits_for(values[i]->size));
      std::erase_if(open, [&](std::size_t i) { return values[i]->sign != 0; });
    }
    return needed;
  }

  /// Whether the precision exceeds the length of f(x) as a fraction: exact evaluation decides, also that x is a root.
  bool exact_is_cheaper(std::size_t precision) const {
    return precision > saturating_mul(2, saturating_add(f_.max_bits(), saturating_mul(f_.size(), digit_bits)));
  }

  PointValue exactly(const DyadicPoint& p) const {
    PointValue v;
    v.sign = sign_at_rational(f_.vector(ctx_), Rational::dyadic(p.c, -p.k), ctx_);
    return v;
  }

  /// The rows at this precision, stored for several batches. A single batch makes each row when it comes to it, since
  /// the digits of all rows take more memory than any cache has.
  DigitRows rows_at(std::size_t precision, bool stored) const {
    DigitRows r;
    r.exponent = largest_ - static_cast<std::int64_t>(precision);
    r.rows = f_.size();
    while (r.rows > 1 && (f_.is_zero(r.rows - 1) || f_.bits(r.rows - 1) + place_of(r.rows - 1, r.exponent) <= 0))
      --r.rows;
    r.digits = std::max<std::size_t>((precision + std::bit_width(r.rows) + 2) / digit_bits + 1, 2);
    if (!stored) return r;
    r.held = MemoryReservation(ctx_.memory(), saturating_mul(saturating_mul(r.rows, r.digits), sizeof(std::uint64_t)));
    r.a = ZeroedArray<std::uint64_t>(r.rows * r.digits);
    ask_for_huge_pages(r.a.data(), r.rows * r.digits * sizeof(std::uint64_t));
    constexpr std::size_t grain = 256;
    parallel_for(ctx_, r.rows, grain, [&](std::size_t begin, std::size_t end) {
      ctx_.poll();
      write_digits(r, begin, end, r.a.data() + begin * r.digits);
    });
    return r;
  }

  /// The exponent of two by which coefficient i is shifted, for units of 2^exponent.
  std::int64_t place_of(std::size_t i, std::int64_t exponent) const {
    return group_.s * static_cast<std::int64_t>(i) - exponent;
  }

  void write_digits(const DigitRows& r, std::size_t begin, std::size_t end, std::uint64_t* out) const {
    std::vector<mp_limb_t> row(r.digits * digit_bits / 64 + 1);
    for (std::size_t i = begin; i < end; ++i, out += r.digits) {
      const IntegerView a = group_.negative && i % 2 == 1 ? -f_[i] : f_[i];
      fixed_from_integer(a, place_of(i, r.exponent), row.data(), row.size());
      to_digits(row, r.digits, out);
    }
  }

  /// The number of parts of the rows that are worth a thread each, while `batches` batches are under way.
  std::size_t chunks_of(const DigitRows& rows, std::size_t batches) const {
    if (planning_threads(ctx_) <= 2 || rows.rows * rows.digits < fewest_parallel_digits) return 1;
    return std::max<std::size_t>(
        1, std::min(static_cast<std::size_t>(planning_threads(ctx_)) / batches, rows.rows / fewest_chunk_rows));
  }

  void batch(const DigitRows& rows, const std::size_t* which, std::size_t count,
             const std::vector<std::uint64_t>& words, const std::vector<PointValue*>& values,
             std::size_t batches) const {
    Workspace::Frame frame;
    const std::size_t lanes = kernel_.lanes;
    std::uint64_t* const y = frame.allocate<std::uint64_t>(rows.digits * lanes).data();
    std::uint64_t z[most_horner_lanes];
    for (std::size_t l = 0; l < lanes; ++l) z[l] = words[which[std::min(l, count - 1)]];
    const auto rows_of = [&](std::size_t begin, std::size_t end, std::vector<std::uint64_t>& scratch) {
      if (rows.a.data() != nullptr) return static_cast<const std::uint64_t*>(rows.a.data() + begin * rows.digits);
      scratch.resize((end - begin) * rows.digits);
      write_digits(rows, begin, end, scratch.data());
      return static_cast<const std::uint64_t*>(scratch.data());
    };
    horner_in_chunks(kernel_, rows_of, rows.rows, rows.digits, z, y, chunks_of(rows, batches), ctx_);
    ctx_.charge(rows.rows * rows.digits * lanes);
    for (std::size_t l = 0; l < count; ++l) *values[which[l]] = value_of(y + l, rows);
  }

  /// The sign when it is certain.
  PointValue value_of(const std::uint64_t* y, const DigitRows& rows) const {
    const std::size_t lanes = kernel_.lanes;
    const bool negative = (y[(rows.digits - 1) * lanes] >> 63) != 0;
    // |y|, digit by digit from the top; -1 - y for negative ones, which differs by one unit
    std::size_t bits = 0;
    for (std::size_t d = rows.digits; d-- > 0 && bits == 0;) {
      std::uint64_t digit = y[d * lanes];
      if (negative) digit = d + 1 == rows.digits ? ~digit : digit_mask & ~digit;
      if (digit != 0) bits = d * digit_bits + static_cast<std::size_t>(std::bit_width(digit));
    }
    PointValue v;
    const std::size_t error_bits = static_cast<std::size_t>(std::bit_width(3 * (f_.size() + 1))) + 1;
    if (bits <= error_bits + 1) return v;
    v.sign = negative ? -1 : 1;
    v.size = static_cast<std::int64_t>(bits) + rows.exponent;
    return v;
  }

  const MeasuredVector& f_;
  Group group_;
  const HornerKernel& kernel_;
  const ExecutionContext& ctx_;
  std::int64_t largest_ = 0;  // exponent above every term on |x| <= 2^s
};

}  // namespace

std::vector<PointValue> values_at(const MeasuredVector& f, const std::vector<DyadicPoint>& points,
                                  const ExecutionContext& ctx, NeededBits* needed,
                                  std::span<const ExpectedSize> expected) {
  std::vector<PointValue> values(points.size());
  std::map<Group, std::vector<std::size_t>> groups;
  std::vector<std::size_t> powers;
  std::vector<std::size_t> long_points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const DyadicPoint& p = points[i];
    const std::size_t odd_bits = p.c.bit_length() - p.c.trailing_zeros();
    if (odd_bits == 1)
      powers.push_back(i);
    else if (odd_bits > digit_bits)
      long_points.push_back(i);
    else
      groups[{static_cast<std::int64_t>(p.c.bit_length()) - p.k, p.c.sign() < 0}].push_back(i);
  }
  const std::vector<std::pair<Group, std::vector<std::size_t>>> listed(groups.begin(), groups.end());
  const std::size_t guess = needed == nullptr ? 0 : needed->bits;
  const auto evaluate_group = [&](const Group& group, const std::vector<std::size_t>& members) {
    std::vector<std::uint64_t> words;
    std::vector<PointValue*> out;
    std::vector<const DyadicPoint*> at;
    for (const std::size_t i : members) {
      const Integer odd = abs(points[i].c) >> points[i].c.trailing_zeros();
      words.push_back(static_cast<std::uint64_t>(odd.to_int64()) << (digit_bits - odd.bit_length()));
      out.push_back(&values[i]);
      at.push_back(&points[i]);
    }
    Evaluator evaluator(f, group, ctx);
    const std::size_t bits_expected = evaluator.bits_for(expected);
    return evaluator.decide(words, out, at, bits_expected == 0 ? guess : bits_expected);
  };
  // Powers of two, and groups of one point each, cannot be shared out any other way.
  std::vector<std::size_t> bits(listed.size());
  parallel_for(ctx, powers.size() + listed.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (i >= powers.size()) {
        const auto& [group, members] = listed[i - powers.size()];
        bits[i - powers.size()] = evaluate_group(group, members);
        continue;
      }
      const DyadicPoint& p = points[powers[i]];
      values[powers[i]] =
          at_power_of_two(f, static_cast<std::int64_t>(p.c.bit_length()) - 1 - p.k, p.c.sign() < 0, ctx);
    }
  });
  if (needed != nullptr) needed->bits = bits.empty() ? 0 : *std::max_element(bits.begin(), bits.end());
  parallel_for(ctx, long_points.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const DyadicPoint& p = points[long_points[i]];
      for (std::size_t precision = first_precision;; precision *= 2) {
        const ApproximateValue v = evaluate_dyadic(f.vector(ctx), p.c, p.k, precision, ctx);
        values[long_points[i]] = {v.certain_sign(), static_cast<std::int64_t>(v.mantissa.bit_length()) + v.exponent};
        if (values[long_points[i]].sign != 0 || v.error.is_zero()) break;
      }
    }
  });
  return values;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
