// Annuli of one half-line, searched by trees of local models.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/rational_roots/measured_vector.hpp"
#include "rootiso/check/verify_points.hpp"
#include "rootiso/local/local_tree.hpp"
#include "rootiso/values/annulus.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What a search finds.
struct Found {
  std::vector<MonotoneCell> monotone;  ///< together they have all roots
  std::vector<ProvedCell> proved;      ///< when recorded

  void append(Found&& right);
};

/// An annulus (2^j, 2^(j+1)) or its mirror image, with the exponents of two of the least |f| and |f| / |x|^n that were
/// found there, where that is known.
struct SizedAnnulus {
  std::int64_t j;
  std::optional<std::int64_t> size{};
  std::optional<std::int64_t> inverse_size{};

  /// The annulus as one of 1/x, for the coefficients in reverse: 2^(-j-1) < |y| < 2^-j.
  SizedAnnulus inverse() const { return {-1 - j, inverse_size, size}; }
};

/// The annuli of one half-line by |x|, ascending. An annulus and its mirror image have the same j.
struct AnnuliOfLine {
  bool negative;
  std::vector<SizedAnnulus> annuli;
  TreeOptions options;
};

/// The search starts from discs around zero. Each half of a disc, on either side of zero, is halved again: the outer
/// half is an annulus, and the inner half is halved like that while its precision lasts.
class AnnulusSearch {
 public:
  /// The references must outlive the search.
  AnnulusSearch(const MeasuredVector& f, AnnuliOfLine positive, AnnuliOfLine negative, Tally& tally,
                const ExecutionContext& ctx)
      : f_(f), lines_{std::move(positive), std::move(negative)}, tally_(tally), ctx_(ctx) {}

  /// What is found on the positive and on the negative half-line.
  std::array<Found, 2> search();
  /// After the search: how large f is in the annuli, in no order. `inverse` is not set.
  const std::vector<KnownSize>& sizes() const noexcept { return sizes_; }

 private:
  /// The annulus of one exponent on either half-line; null where that does not list it.
  using Sides = std::array<const SizedAnnulus*, 2>;
  using HalfDiscs = std::array<std::optional<LocalModel>, 2>;

  std::vector<Sides> descending() const;
  std::array<Found, 2> from_discs(std::span<const Sides> annuli);
  Found on_line(AnnuliOfLine& line, std::optional<LocalModel> first);
  Found inside(AnnuliOfLine& line, const LocalModel& model);
  Found in_annulus(const AnnuliOfLine& line, const LocalModel& model, std::int64_t j);
  /// Searches what the models of the first precision left open, from the annulus down, with more and more guard bits.
  Found deeper(const AnnuliOfLine& line, const Annulus& annulus, std::vector<DyadicCell> open) const;
  HalfDiscs half_discs(const SizedAnnulus& positive, const SizedAnnulus& negative) const;
  LocalModel half_disc(const SizedAnnulus& annulus, bool negative) const;
  std::int64_t exponent_for(const SizedAnnulus& annulus, bool negative) const;

  const MeasuredVector& f_;
  std::array<AnnuliOfLine, 2> lines_;
  Tally& tally_;
  const ExecutionContext& ctx_;
  std::mutex mutex_;  // of sizes_
  std::vector<KnownSize> sizes_;
};

/// The number of annuli that are searched one after the other, each from a half of the disc of the annulus before.
/// Annuli that are searched at the same time, from discs of their own, are more work but less waiting. Partitions
/// differ between the two at times, so that the choice must not depend on the number of threads where they are
/// recorded.
inline std::size_t annuli_of_a_disc(std::size_t length, bool recorded, const ExecutionContext& ctx) {
  constexpr std::size_t recorded_apart = 4096;
  const bool apart = recorded ? length >= recorded_apart : ctx.threads() >= 3;
  return apart ? 1 : SIZE_MAX / 2;
}

/// Guard bits of the first models: between their unit and the size of f.
inline constexpr std::size_t first_guard = 64;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
