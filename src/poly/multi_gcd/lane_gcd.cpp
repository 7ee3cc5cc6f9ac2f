// Brown's algorithm in vectors: values of the last variable first, then of x_1 at all points at once, where Euclid's
// algorithm runs at eight points a vector; interpolation on the way back.
//
// Values and interpolations are products with matrices that belong to the prime (lane_kernels.hpp). Points that are
// unlucky are passed over. As many points as an image has coefficients determine it; at the others, as many as the
// degrees of h times a cofactor ask for, the identities h cofactor_a = lead a and h cofactor_b = lead b are compared,
// so that they hold modulo p. Cost for degrees d in n variables: d^(n-1) univariate gcds, d times the arrays for values
// and interpolations, 2^(n-1) times as many univariate products. Source: Brown, JACM 1971.
#include "poly/multi_gcd/lane_gcd.hpp"

#include <algorithm>
#include <atomic>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "core/planning_threads.hpp"
#include "poly/multi_gcd/lane_columns.hpp"
#include "poly/multivariate/lane_grid.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t lanes = LaneKernels::lanes;

/// The first `variables` of a list of lengths.
std::size_t places_below(const std::vector<std::size_t>& lengths, std::size_t variables) noexcept {
  return lane_places(std::span(lengths).first(variables));
}

/// Points in one variable and what they determine.
struct LanePoints {
  std::size_t images = 0;  ///< points that determine h and the cofactors
  std::size_t needed = 0;  ///< points that determine their products
  LaneAxis axis;
  std::vector<std::uint64_t> interpolation;  ///< at the first points, as many as images
};

/// Arrays of one call of a level, in the variables up to it.
struct LaneInput {
  const std::uint64_t* a;
  const std::uint64_t* b;
  const std::uint64_t* lead;
};
struct LaneOutput {
  std::uint64_t* h;
  std::uint64_t* a;
  std::uint64_t* b;
};

class LaneBrown {
 public:
  LaneBrown(const LaneGcdShape& shape, const WordModulus& m, const ExecutionContext& ctx)
      : shape_(shape), field_(m), ctx_(ctx), n_(shape.variables()) {
    points_.resize(n_);
    for (std::size_t k = 1; k < n_; ++k) make_points(k);
  }

  GcdImageStatus solve(const LaneInput& in, const LaneOutput& out) const { return solve(n_ - 1, in, out); }

 private:
  using Status = GcdImageStatus;

  std::size_t h_size(std::size_t variables) const { return places_below(shape_.h, variables); }
  std::size_t a_size(std::size_t variables) const { return places_below(shape_.cofactor_a, variables); }
  std::size_t b_size(std::size_t variables) const { return places_below(shape_.cofactor_b, variables); }

  void make_points(std::size_t k) {
    LanePoints& t = points_[k];
    const std::uint64_t p = field_.m.value();
    t.images = std::max({shape_.h[k], shape_.cofactor_a[k], shape_.cofactor_b[k]});
    t.needed = std::max({shape_.h[k] + shape_.cofactor_a[k] - 1, shape_.h[k] + shape_.cofactor_b[k] - 1,
                         shape_.a[k] + shape_.lead[k] - 1, shape_.b[k] + shape_.lead[k] - 1});
    if (k == 1) t.images = whole_lanes(t.images);
    // Unlucky points are few where the prime is long.
    constexpr std::uint64_t many_elements = std::uint64_t{1} << 32;
    const std::size_t more = p < many_elements ? lanes : 0;
    std::size_t count = whole_lanes(std::max(t.needed, t.images)) + more;
    if (count > p) count = static_cast<std::size_t>(p) / lanes * lanes;
    t.axis = field_.axis(p / 3, count, std::max({shape_.a[k], shape_.b[k], shape_.lead[k], t.images}), k == 1);
    t.interpolation = field_.interpolation_at(std::span(t.axis.points).first(t.images));
  }

  Status solve(std::size_t k, const LaneInput& in, const LaneOutput& out) const {
    ctx_.poll();
    return k == 1 ? solve_last(in, out) : solve_outer(k, in, out);
  }

  // --- x_2, ... ---------------------------------------------------------------------------------------------------

  /// The polynomial with x_k at its i-th point.
  void value(std::size_t k, std::size_t i, const std::uint64_t* a, const std::vector<std::size_t>& lengths,
             std::uint64_t* out) const {
    field_.value(points_[k].axis, i, a, places_below(lengths, k), lengths[k], out);
  }

  /// The operands at a point, in a frame.
  LaneInput values(std::size_t k, std::size_t i, const LaneInput& in, Workspace::Frame& frame) const {
    std::uint64_t* const a = frame.allocate<std::uint64_t>(places_below(shape_.a, k)).data();
    std::uint64_t* const b = frame.allocate<std::uint64_t>(places_below(shape_.b, k)).data();
    std::uint64_t* const lead = frame.allocate<std::uint64_t>(places_below(shape_.lead, k)).data();
    value(k, i, in.a, shape_.a, a);
    value(k, i, in.b, shape_.b, b);
    value(k, i, in.lead, shape_.lead, lead);
    return {a, b, lead};
  }

  /// visit(begin, end), in parallel where this is the outermost level, or a point of x_k is work for a task.
  template <class Visit>
  void over_points(std::size_t k, std::size_t count, const Visit& visit) const {
    constexpr std::size_t least_places = 1024;  // some tens of microseconds
    if (k == n_ - 1 || (k != 1 && places_below(shape_.a, k) + places_below(shape_.b, k) >= least_places))
      parallel_for(ctx_, count, 1, visit);
    else
      visit(0, count);
  }

  Status solve_outer(std::size_t k, const LaneInput& in, const LaneOutput& out) const {
    const LanePoints& t = points_[k];
    const std::size_t sizes[] = {h_size(k), a_size(k), b_size(k)};
    const std::size_t wanted = t.images;
    Workspace::Frame frame;
    const LaneOutput images{frame.allocate<std::uint64_t>(wanted * sizes[0]).data(),
                            frame.allocate<std::uint64_t>(wanted * sizes[1]).data(),
                            frame.allocate<std::uint64_t>(wanted * sizes[2]).data()};
    const auto image = [&](std::size_t i) {
      return LaneOutput{images.h + i * sizes[0], images.a + i * sizes[1], images.b + i * sizes[2]};
    };
    std::vector<Status> status(wanted);
    std::vector<std::size_t> good;  // points; their images come first
    for (std::size_t next = 0; good.size() < wanted;) {
      const std::size_t first = good.size();
      const std::size_t more = wanted - first;
      if (next + more > t.axis.points.size()) return Status::unlucky;
      over_points(k, more, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          Workspace::Frame inner;
          status[i] = solve(k - 1, values(k, next + i, in, inner), image(first + i));
        }
      });
      for (std::size_t i = 0; i < more; ++i) {
        if (status[i] == Status::lower_degree) return Status::lower_degree;
        if (status[i] != Status::found) continue;
        const LaneOutput from = image(first + i);
        const LaneOutput to = image(good.size());
        if (to.h != from.h) {
          std::copy_n(from.h, sizes[0], to.h);
          std::copy_n(from.a, sizes[1], to.a);
          std::copy_n(from.b, sizes[2], to.b);
        }
        good.push_back(next + i);
      }
      next += more;
    }
    const bool all = good.back() == good.size() - 1;
    std::vector<std::uint64_t> own;
    if (!all) {
      std::vector<std::uint64_t> points(wanted);
      for (std::size_t i = 0; i < wanted; ++i) points[i] = t.axis.points[good[i]];
      own = field_.interpolation_at(points);
    }
    const std::vector<std::uint64_t>& matrix = all ? t.interpolation : own;
    if (!interpolate_outer(matrix, wanted, images.h, sizes[0], shape_.h[k], out.h) ||
        !interpolate_outer(matrix, wanted, images.a, sizes[1], shape_.cofactor_a[k], out.a) ||
        !interpolate_outer(matrix, wanted, images.b, sizes[2], shape_.cofactor_b[k], out.b))
      return Status::unlucky;
    return verify_outer(k, in, out, good) ? Status::found : Status::unlucky;
  }

  /// False when the degree is higher than the array is long.
  bool interpolate_outer(const std::vector<std::uint64_t>& matrix, std::size_t n, const std::uint64_t* images,
                         std::size_t size, std::size_t length, std::uint64_t* out) const {
    field_.coefficients(matrix, n, images, size, 0, length, out, ctx_);
    if (length == n) return true;
    Workspace::Frame frame;
    const auto rest = frame.allocate<std::uint64_t>((n - length) * size);
    field_.coefficients(matrix, n, images, size, length, n - length, rest.data(), ctx_);
    return std::all_of(rest.begin(), rest.end(), [](std::uint64_t w) { return w == 0; });
  }

  /// The identities at the points of x_k that are not among the good ones, as many as the degrees ask for.
  bool verify_outer(std::size_t k, const LaneInput& in, const LaneOutput& out,
                    const std::vector<std::size_t>& good) const {
    const LanePoints& t = points_[k];
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < t.axis.points.size() && good.size() + others.size() < t.needed; ++i)
      if (!std::binary_search(good.begin(), good.end(), i)) others.push_back(i);
    std::atomic<bool> right = true;
    over_points(k, others.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        if (!verify_at(k, others[i], in, out)) right.store(false, std::memory_order_relaxed);
    });
    return right.load();
  }

  bool verify_at(std::size_t k, std::size_t i, const LaneInput& in, const LaneOutput& out) const {
    Workspace::Frame frame;
    const LaneOutput images{frame.allocate<std::uint64_t>(h_size(k)).data(),
                            frame.allocate<std::uint64_t>(a_size(k)).data(),
                            frame.allocate<std::uint64_t>(b_size(k)).data()};
    value(k, i, out.h, shape_.h, images.h);
    value(k, i, out.a, shape_.cofactor_a, images.a);
    value(k, i, out.b, shape_.cofactor_b, images.b);
    return verify(k - 1, values(k, i, in, frame), images);
  }

  /// Whether the identities hold between arrays in the variables up to x_k.
  bool verify(std::size_t k, const LaneInput& in, const LaneOutput& out) const {
    ctx_.poll();
    if (k == 1) return verify_last(0, points_[1].needed, in, out);
    std::atomic<bool> right = true;
    over_points(k, points_[k].needed, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end && right.load(std::memory_order_relaxed); ++i)
        if (!verify_at(k, i, in, out)) right.store(false, std::memory_order_relaxed);
    });
    return right.load();
  }

  // --- x_1 --------------------------------------------------------------------------------------------------------

  /// The polynomial in x_0 and x_1 at points of x_1: a row for each exponent of x_0.
  void columns(const std::uint64_t* a, const std::vector<std::size_t>& lengths, std::size_t begin, std::size_t end,
               std::uint64_t* out) const {
    field_.columns(points_[1].axis, a, lengths[0], lengths[1], begin, end, out);
  }

  using Columns = LaneColumns;

  Columns columns_in(Workspace::Frame& frame, const LaneInput& in, std::size_t begin, std::size_t end) const {
    Columns c = lane_columns(lengths(), begin, end, frame);
    columns(in.a, shape_.a, begin, end, c.a);
    columns(in.b, shape_.b, begin, end, c.b);
    columns(in.lead, shape_.lead, begin, end, c.lead);
    return c;
  }

  /// Univariate gcds at all points of a range, in parallel where x_1 is the outermost level.
  void gcds_at(Columns& c) const { lane_column_gcds(field_, lengths(), c, n_ == 2, ctx_); }
  LaneLengths lengths() const {
    return {shape_.a[0], shape_.b[0], shape_.h[0], shape_.cofactor_a[0], shape_.cofactor_b[0]};
  }

  Status solve_last(const LaneInput& in, const LaneOutput& out) const {
    const LanePoints& t = points_[1];
    Workspace::Frame frame;
    Columns c = columns_in(frame, in, 0, t.images);
    gcds_at(c);
    for (const Status s : c.status)
      if (s == Status::lower_degree) return s;
    if (std::any_of(c.status.begin(), c.status.end(), [](Status s) { return s != Status::found; }))
      return solve_passing_over(in, c, out);
    const std::size_t n = t.images;
    const std::uint64_t* const matrix = t.interpolation.data();
    if (!interpolate_last(c.h, n, n, matrix, shape_.h, out.h) ||
        !interpolate_last(c.cofactor_a, n, n, matrix, shape_.cofactor_a, out.a) ||
        !interpolate_last(c.cofactor_b, n, n, matrix, shape_.cofactor_b, out.b))
      return Status::unlucky;
    return verify_last(n, t.needed, in, out) ? Status::found : Status::unlucky;
  }

  /// Where points are unlucky: others take their place while there are any.
  Status solve_passing_over(const LaneInput& in, const Columns& first, const LaneOutput& out) const {
    const LanePoints& t = points_[1];
    const std::size_t wanted = std::max({shape_.h[1], shape_.cofactor_a[1], shape_.cofactor_b[1]});
    const std::size_t sizes[] = {shape_.h[0], shape_.cofactor_a[0], shape_.cofactor_b[0]};
    Workspace::Frame frame;
    std::uint64_t* const images[] = {frame.allocate<std::uint64_t>(wanted * sizes[0]).data(),
                                     frame.allocate<std::uint64_t>(wanted * sizes[1]).data(),
                                     frame.allocate<std::uint64_t>(wanted * sizes[2]).data()};
    std::vector<std::uint64_t> points;
    const auto take = [&](const Columns& c) {
      const std::size_t stride = c.end - c.begin;
      const std::uint64_t* const from[] = {c.h, c.cofactor_a, c.cofactor_b};
      for (std::size_t j = 0; j < stride && points.size() < wanted; ++j) {
        if (c.status[j] != Status::found) continue;
        for (std::size_t part = 0; part < 3; ++part)
          for (std::size_t i = 0; i < sizes[part]; ++i)
            images[part][i * wanted + points.size()] = from[part][i * stride + j];
        points.push_back(t.axis.points[c.begin + j]);
      }
    };
    take(first);
    for (std::size_t begin = first.end; points.size() < wanted; begin += lanes) {
      if (begin + lanes > t.axis.points.size()) return Status::unlucky;
      Workspace::Frame inner;
      Columns c = columns_in(inner, in, begin, begin + lanes);
      gcds_at(c);
      for (const Status s : c.status)
        if (s == Status::lower_degree) return s;
      take(c);
    }
    const std::vector<std::uint64_t> matrix = field_.interpolation_at(points);
    if (!interpolate_last(images[0], wanted, wanted, matrix.data(), shape_.h, out.h) ||
        !interpolate_last(images[1], wanted, wanted, matrix.data(), shape_.cofactor_a, out.a) ||
        !interpolate_last(images[2], wanted, wanted, matrix.data(), shape_.cofactor_b, out.b))
      return Status::unlucky;
    return verify_last(0, t.needed, in, out) ? Status::found : Status::unlucky;
  }

  /// From values at n points to coefficients; false when the degree is higher than the array is long.
  bool interpolate_last(const std::uint64_t* images, std::size_t stride, std::size_t n, const std::uint64_t* matrix,
                        const std::vector<std::size_t>& lengths, std::uint64_t* out) const {
    const std::size_t length = lengths[1];
    field_.column_coefficients(matrix, n, images, stride, lengths[0], 0, length, out);
    if (length == n) return true;
    Workspace::Frame frame;
    const auto rest = frame.allocate<std::uint64_t>(lengths[0] * (n - length));
    field_.column_coefficients(matrix, n, images, stride, lengths[0], length, n - length, rest.data());
    return std::all_of(rest.begin(), rest.end(), [](std::uint64_t w) { return w == 0; });
  }

  /// The identities at points of x_1.
  bool verify_last(std::size_t begin, std::size_t needed, const LaneInput& in, const LaneOutput& out) const {
    if (begin >= needed) return true;
    const std::size_t end = begin + whole_lanes(needed - begin);
    Workspace::Frame frame;
    const Columns c = columns_in(frame, in, begin, end);
    columns(out.h, shape_.h, begin, end, c.h);
    columns(out.a, shape_.cofactor_a, begin, end, c.cofactor_a);
    columns(out.b, shape_.cofactor_b, begin, end, c.cofactor_b);
    std::atomic<bool> right = true;
    over_points(1, (end - begin) / lanes, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i)
        if (!field_.kernels.verify(field_.lane, c.operands(lengths(), i * lanes), c.cofactors(lengths(), i * lanes)))
          right.store(false, std::memory_order_relaxed);
    });
    return right.load();
  }

  const LaneGcdShape& shape_;
  LaneField field_;
  const ExecutionContext& ctx_;
  std::size_t n_;
  std::vector<LanePoints> points_;  // the first one is not used
};

}  // namespace

LaneGcdShape::LaneGcdShape(std::vector<std::size_t> a_lengths, std::vector<std::size_t> b_lengths,
                           std::vector<std::size_t> lead_lengths, std::span<const std::size_t> degrees)
    : a(std::move(a_lengths)), b(std::move(b_lengths)), lead(std::move(lead_lengths)) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    const std::size_t least = degrees[k] - std::min(degrees[k], lead[k] - 1);  // the least degree that h may have
    h.push_back(degrees[k] + 1);
    consistent = consistent && a[k] + lead[k] - 1 > least && b[k] + lead[k] - 1 > least;
    cofactor_a.push_back(consistent ? a[k] + lead[k] - 1 - least : 1);
    cofactor_b.push_back(consistent ? b[k] + lead[k] - 1 - least : 1);
  }
}

bool LaneGcdShape::possible(std::uint64_t p) const {
  const std::size_t n = variables();
  if (!consistent || n < 2 || h[0] < 2 || lead[0] != 1 || !lanes_possible(p)) return false;
  constexpr std::uint64_t most_places = std::uint64_t{1} << 31;
  if (lane_places(a) > most_places || lane_places(b) > most_places || lane_places(lead) > most_places) return false;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t most = most_points(k);
    if (most > LaneKernels::most_terms || (k != 0 && whole_lanes(most) + lanes > p)) return false;
  }
  return true;
}

LaneGcdResult lane_gcd(const LaneGcdShape& shape, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                       std::span<const std::uint64_t> lead, const WordModulus& m, const ExecutionContext& ctx) {
  LaneGcdResult result;
  const std::size_t words = lane_gcd_words(shape, static_cast<std::size_t>(planning_threads(ctx)));
  const MemoryReservation reservation(ctx.memory(), saturating_mul(words, sizeof(std::uint64_t)));
  resize_unwritten(result.h, lane_places(shape.h));
  resize_unwritten(result.cofactor_a, lane_places(shape.cofactor_a));
  resize_unwritten(result.cofactor_b, lane_places(shape.cofactor_b));
  result.status = LaneBrown(shape, m, ctx)
                      .solve({a.data(), b.data(), lead.data()},
                             {result.h.data(), result.cofactor_a.data(), result.cofactor_b.data()});
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
