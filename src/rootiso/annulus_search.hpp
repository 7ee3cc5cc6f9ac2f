// Annuli of one half-line, searched by trees of local models.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "rootiso/annulus.hpp"
#include "rootiso/local_tree.hpp"

namespace polyfork::inline v1 {
namespace detail {

/// What a search finds.
struct Found {
  std::vector<MonotoneCell> monotone;  ///< together they have all roots
  std::vector<ProvedCell> proved;      ///< when recorded

  void append(Found&& right);
};

/// An annulus (2^j, 2^(j+1)) or its mirror image, with the exponents of two of the least |f| and |f| / |x|^n that were found
/// there, where that is known.
struct SizedAnnulus {
  std::int64_t j;
  std::optional<std::int64_t> size{};
  std::optional<std::int64_t> inverse_size{};

  /// As one of 1/x, for the coefficients in reverse: 2^(-j-1) < |y| < 2^-j.
  SizedAnnulus inverse() const { return {-1 - j, inverse_size, size}; }
};

/// Discs around zero, their halves on this side, and of each of those again the outer half, which is an annulus, and the
/// inner one, which goes on like this while its precision lasts.
class AnnulusSearch {
 public:
  /// The references must outlive the search; annuli are given by ascending j.
  AnnulusSearch(const IntegerVector& f, bool negative, std::vector<SizedAnnulus> annuli, const TreeOptions& options,
                Tally& tally, const ExecutionContext& ctx)
      : f_(f), negative_(negative), annuli_(std::move(annuli)), options_(options), tally_(tally), ctx_(ctx) {}

  Found search();

 private:
  Found apart();
  Found from_disc();
  Found inside(const LocalModel& model);
  Found in_annulus(const LocalModel& model, const Annulus& annulus);
  /// What the models of the first precision left open, from the annulus down, with more and more guard bits.
  Found deeper(const Annulus& annulus, std::vector<DyadicCell> open) const;
  LocalModel half_disc(const SizedAnnulus& annulus) const;
  LocalModel outer_half(const LocalModel& half) const;
  LocalModel inner_half(const LocalModel& half) const;

  const IntegerVector& f_;
  bool negative_;
  std::vector<SizedAnnulus> annuli_;  // still to be searched
  TreeOptions options_;
  Tally& tally_;
  const ExecutionContext& ctx_;
};

/// Annuli are searched one after the other, each from a half of the disc of the one before; else all at the same time, each
/// from a disc of its own, which is more work but less waiting.
inline bool annuli_share_discs(const ExecutionContext& ctx) { return ctx.threads() < 3; }

/// Guard bits of the first models: between their unit and the size of f.
inline constexpr std::size_t first_guard = 64;

}  // namespace detail
}  // namespace polyfork::inline v1
