// Signs by Horner's scheme in fixed point, with as many limbs as a sign needs.
//
// For 2^(s-1) <= x < 2^s write x = 2^s y, A_i = a_i 2^(s i), f(x) = sum A_i y^i, 1/2 <= y < 1. In units of 2^u the
// scheme is r <- floor(r y') + floor(A_i), y' = y cut to as many limbs as r has. A step turns an error e into y e < e
// and adds less than 1 for either floor, and less than 1 for the cut: |r| < 2^(64 limbs - 1), y - y' < 2^(-64 limbs).
// Leading rows with |A_i| <= 1 unit are left out, at less than 1 each. So e <= 3 (n + 1) units at the end for n =
// degree, and the sign of any |r| beyond that is proved. |r| <= sum |A_i| < (n + 1) 2^M for |A_i| < 2^M has room in M -
// u + log2(n + 1) + 2 bits.
//
// A value that is not zero is at least 2^(-max(k, 0) n) at c 2^-k: once 8 (n + 1) units are smaller than that, a value
// below the error is zero. So every sign is found; roots themselves are what takes longest.
#include "rootiso/check/verify_sign.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/rows/fixed_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

void put_floor(IntegerView a, std::int64_t place, mp_limb_t* out, std::size_t limbs) {
  std::fill_n(out, limbs, mp_limb_t{0});
  const auto words = a.limbs();
  if (words.empty()) return;
  bool cut = false;
  if (place >= 0) {
    const auto whole = static_cast<std::size_t>(place) / 64;
    const auto bits = static_cast<unsigned>(place % 64);
    for (std::size_t i = 0; i < words.size(); ++i) {
      out[whole + i] |= words[i] << bits;
      if (bits != 0 && (words[i] >> (64 - bits)) != 0) out[whole + i + 1] = words[i] >> (64 - bits);
    }
  } else {
    const auto drop = static_cast<std::size_t>(-place);
    const std::size_t whole = drop / 64;
    const auto bits = static_cast<unsigned>(drop % 64);
    cut = a.sign() < 0 && a.trailing_zeros() < drop;  // else it does not matter
    for (std::size_t i = whole; i < words.size() && i - whole < limbs; ++i) {
      out[i - whole] = words[i] >> bits;
      if (bits != 0 && i + 1 < words.size()) out[i - whole] |= words[i + 1] << (64 - bits);
    }
  }
  if (a.sign() < 0) {
    mpn_neg(out, out, static_cast<mp_size_t>(limbs));
    if (cut) mpn_sub_1(out, out, static_cast<mp_size_t>(limbs), 1);
  }
}

std::size_t row_bits(const mp_limb_t* row, std::size_t limbs) noexcept {
  const mp_limb_t fill = (row[limbs - 1] >> 63) != 0 ? ~mp_limb_t{0} : 0;
  while (limbs > 0 && row[limbs - 1] == fill) --limbs;
  return limbs == 0 ? 0 : limbs * 64 - static_cast<std::size_t>(std::countl_zero(row[limbs - 1] ^ fill));
}

namespace {

constexpr std::size_t spare_bits = 80;  // of a value beyond its unit: enough for the error of any degree below 2^60
constexpr std::size_t points_per_task = 4;
constexpr std::size_t long_limbs = 16;  // from here on a point is a task
constexpr std::size_t few_points = 8;   // up to here points go through the rows together
constexpr std::size_t poll_rows = 512;

/// The scheme at one point: r = f(x) in units, when all rows have gone in from the top.
class Horner {
 public:
  Horner(IntegerView c, std::size_t limbs)
      : space_(4 * limbs + 1), r_(space_.data()), product_(r_ + limbs), n_(static_cast<mp_size_t>(limbs)) {
    // y = c / 2^bits(c), cut to the leading limbs
    mp_limb_t* const factor = product_ + 2 * limbs + 1;
    const auto words = c.limbs();
    const std::size_t length = std::min(words.size(), limbs);
    const auto gap = static_cast<unsigned>(std::countl_zero(words.back()));
    for (std::size_t i = 0; i < length; ++i) {
      const std::size_t j = words.size() - length + i;
      factor[i] = words[j] << gap;
      if (gap != 0 && j != 0) factor[i] |= words[j - 1] >> (64 - gap);
    }
    std::size_t trivial = 0;  // short factors end in zeros
    while (trivial + 1 < length && factor[trivial] == 0) ++trivial;
    z_ = factor + trivial;
    m_ = static_cast<mp_size_t>(length - trivial);
  }

  Horner(const Horner&) = delete;
  Horner& operator=(const Horner&) = delete;
  Horner(Horner&&) noexcept = default;  // the pointers are to the heap

  void step(const mp_limb_t* row) {
    const bool negative = (r_[n_ - 1] >> 63) != 0;
    if (m_ == 1) {
      product_[n_] = mpn_mul_1(product_, r_, n_, z_[0]) - (negative ? z_[0] : 0);
    } else {
      mpn_mul(product_, r_, n_, z_, m_);
      if (negative) mpn_sub_n(product_ + n_, product_ + n_, z_, m_);
    }
    mpn_add_n(r_, product_ + m_, row, n_);
  }
  const mp_limb_t* value() const noexcept { return r_; }

  static std::size_t bytes(std::size_t limbs) noexcept { return (4 * limbs + 1) * sizeof(mp_limb_t); }

 private:
  std::vector<mp_limb_t> space_;  // value, product, factor
  mp_limb_t* r_;
  mp_limb_t* product_;
  mp_size_t n_;
  const mp_limb_t* z_ = nullptr;
  mp_size_t m_ = 0;
};

/// The points of one binade.
class Binade {
 public:
  Binade(const IntegerVector& f, std::int64_t s, const std::vector<PositiveDyadic>& points, const ExecutionContext& ctx)
      : f_(f), s_(s), points_(points), ctx_(ctx), room_(std::bit_width(f.size()) + 2) {
    for (std::size_t i = 0; i < f.size(); ++i)
      if (!f[i].is_zero())
        top_ = std::max(top_, static_cast<std::int64_t>(f[i].bit_length()) + s * static_cast<std::int64_t>(i));
  }

  void evaluate(std::vector<std::size_t> which, std::vector<ProvedSign>& values) {
    if (which.size() <= few_points) {
      for (std::size_t limbs = 2; !which.empty(); limbs *= 2) which = attempt_few(which, limbs, values);
      return;
    }
    // A few of them tell how many limbs are needed.
    std::vector<std::size_t> probes{which.front(), which[which.size() / 2], which.back()};
    const std::vector<std::size_t> probed = probes;
    for (std::size_t limbs = 2; !probes.empty(); limbs *= 2) probes = attempt(probes, limbs, values);
    std::size_t limbs = most_needed_;
    std::erase_if(which, [&](std::size_t p) { return std::find(probed.begin(), probed.end(), p) != probed.end(); });
    while (!which.empty()) {
      which = attempt(which, limbs, values);
      limbs += limbs / 2 + 1;
    }
  }

 private:
  std::int64_t unit(std::size_t limbs) const {
    return top_ + static_cast<std::int64_t>(room_) - static_cast<std::int64_t>(64 * limbs);
  }
  std::int64_t place(std::size_t i, std::size_t limbs) const { return s_ * static_cast<std::int64_t>(i) - unit(limbs); }

  void prepare(std::size_t limbs) {
    if (table_.rows() != 0 && table_.limbs() >= limbs) return;
    table_ = FixedRows();
    table_ = FixedRows(f_.size(), limbs, ctx_);
    parallel_for(ctx_, f_.size(), poll_rows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) put_floor(f_[i], place(i, limbs), table_.row(i), limbs);
    });
  }

  /// Evaluates with `limbs` limbs; returns the points whose signs are still open.
  std::vector<std::size_t> attempt(const std::vector<std::size_t>& which, std::size_t limbs,
                                   std::vector<ProvedSign>& values) {
    prepare(limbs);
    const std::size_t offset = table_.limbs() - limbs;
    std::size_t rows = f_.size();
    while (rows > 1 && row_bits(table_.row(rows - 1) + offset, limbs) == 0) --rows;
    std::vector<std::size_t> needed(which.size(), 0);
    parallel_for(ctx_, which.size(), limbs < long_limbs ? points_per_task : 1, [&](std::size_t begin, std::size_t end) {
      const MemoryReservation held(ctx_.memory(), Horner::bytes(limbs));
      for (std::size_t k = begin; k < end; ++k) {
        Horner scheme(points_[which[k]].c, limbs);
        for (std::size_t i = rows; i-- > 0;) {
          if (i % poll_rows == 0) ctx_.poll();
          scheme.step(table_.row(i) + offset);
        }
        needed[k] = value_of(scheme, points_[which[k]].k, limbs, values[which[k]]);
      }
    });
    return still_open(which, needed);
  }

  /// Evaluates a few points with `limbs` limbs; returns those whose signs are still open. The points go through the
  /// rows together, since a table of the rows would take more memory than caches have.
  std::vector<std::size_t> attempt_few(const std::vector<std::size_t>& which, std::size_t limbs,
                                       std::vector<ProvedSign>& values) {
    std::size_t rows = f_.size();
    while (rows > 1 && (f_[rows - 1].is_zero() ||
                        static_cast<std::int64_t>(f_[rows - 1].bit_length()) + place(rows - 1, limbs) <= 0))
      --rows;
    std::vector<std::size_t> needed(which.size(), 0);
    const auto threads = static_cast<std::size_t>(ctx_.threads());
    parallel_for(ctx_, which.size(), (which.size() + threads - 1) / threads, [&](std::size_t begin, std::size_t end) {
      const MemoryReservation held(ctx_.memory(), (end - begin) * Horner::bytes(limbs) + limbs * sizeof(mp_limb_t));
      std::vector<Horner> schemes;
      for (std::size_t k = begin; k < end; ++k) schemes.emplace_back(points_[which[k]].c, limbs);
      std::vector<mp_limb_t> row(limbs);
      for (std::size_t i = rows; i-- > 0;) {
        if (i % poll_rows == 0) ctx_.poll();
        put_floor(f_[i], place(i, limbs), row.data(), limbs);
        for (Horner& scheme : schemes) scheme.step(row.data());
      }
      for (std::size_t k = begin; k < end; ++k)
        needed[k] = value_of(schemes[k - begin], points_[which[k]].k, limbs, values[which[k]]);
    });
    return still_open(which, needed);
  }

  std::vector<std::size_t> still_open(const std::vector<std::size_t>& which, const std::vector<std::size_t>& needed) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < which.size(); ++i) {
      if (needed[i] == 0) open.push_back(which[i]);
      most_needed_ = std::max(most_needed_, needed[i]);
    }
    return open;
  }

  /// The limbs that would have been enough; 0 when these were not. The point is some c 2^-k.
  std::size_t value_of(const Horner& scheme, std::int64_t k, std::size_t limbs, ProvedSign& value) const {
    const mp_limb_t* const r = scheme.value();
    const std::size_t bits = row_bits(r, limbs);
    const bool negative = (r[limbs - 1] >> 63) != 0;
    const std::size_t noise_bits = static_cast<std::size_t>(std::bit_width(3 * f_.size() + 1)) + 1;
    const std::int64_t u = unit(limbs);
    if (bits > noise_bits) {
      value = {negative ? -1 : 1, u + static_cast<std::int64_t>(bits)};
      return bits > spare_bits ? limbs - (bits - spare_bits) / 64 : limbs;
    }
    const std::int64_t least = -std::max<std::int64_t>(k, 0) * static_cast<std::int64_t>(f_.size() - 1);
    if (u + static_cast<std::int64_t>(noise_bits) + 2 >= least) return 0;
    value = {0, u};
    return limbs;
  }

  const IntegerVector& f_;
  std::int64_t s_;
  const std::vector<PositiveDyadic>& points_;
  const ExecutionContext& ctx_;
  std::size_t room_;
  std::int64_t top_ = std::numeric_limits<std::int64_t>::min();
  FixedRows table_;
  std::size_t most_needed_ = 1;
};

}  // namespace

std::vector<ProvedSign> proved_signs(const IntegerVector& f, const std::vector<PositiveDyadic>& points,
                                     const ExecutionContext& ctx) {
  std::vector<ProvedSign> values(points.size());
  const auto binade = [&](std::size_t i) { return static_cast<std::int64_t>(points[i].c.bit_length()) - points[i].k; };
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return binade(a) < binade(b); });
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || binade(order[i - 1]) != binade(order[i])) groups.emplace_back();
    groups.back().push_back(order[i]);
  }
  parallel_for(ctx, groups.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t g = begin; g < end; ++g)
      Binade(f, binade(groups[g].front()), points, ctx).evaluate(groups[g], values);
  });
  return values;
}

std::int64_t size_in_annulus(const IntegerVector& f, std::int64_t j, const ExecutionContext& ctx) {
  // far from short fractions, which polynomials like to have for roots
  constexpr std::int64_t numerators[] = {65573, 85229, 99181, 113567, 131029};
  std::vector<PositiveDyadic> points;
  for (const std::int64_t c : numerators) points.push_back({c, 16 - j});
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t zero = 0;
  for (const ProvedSign& value : proved_signs(f, points, ctx)) {
    if (value.sign != 0) least = std::min(least, value.size);
    zero = value.size;
  }
  return least == std::numeric_limits<std::int64_t>::max() ? zero : least;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
