#include "rootiso/annulus_search.hpp"

#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include <polyfork/core/parallel.hpp>

namespace polyfork::inline v1 {
namespace detail {

namespace {

constexpr std::int64_t longest_gap = 6;
constexpr ModelPrecision precision = precision_of(first_guard);

/// The noise is as far below f, at the ends and in the middle, as it is meant to be.
bool is_precise(const LocalModel& model) { return model.least_size() + 8 >= first_guard; }

}  // namespace

void Found::append(Found&& right) {
  monotone.insert(monotone.end(), std::make_move_iterator(right.monotone.begin()),
                  std::make_move_iterator(right.monotone.end()));
  proved.insert(proved.end(), std::make_move_iterator(right.proved.begin()),
                std::make_move_iterator(right.proved.end()));
}

Found AnnulusSearch::search() {
  if (!annuli_share_discs(ctx_)) return apart();
  Found found;
  while (!annuli_.empty()) found.append(from_disc());
  return found;
}

Found AnnulusSearch::apart() {
  const auto map = [&](std::size_t begin, std::size_t) {
    const SizedAnnulus& annulus = annuli_[annuli_.size() - 1 - begin];
    return in_annulus(outer_half(half_disc(annulus)), {annulus.j, negative_});
  };
  return parallel_reduce(ctx_, annuli_.size(), 1, Found{}, map, [](Found&& left, Found&& right) {
    left.append(std::move(right));
    return std::move(left);
  });
}

/// The model of the half on this side of the disc around the annulus, precise in the annulus.
LocalModel AnnulusSearch::half_disc(const SizedAnnulus& annulus) const {
  const std::int64_t size = annulus.size ? *annulus.size : least_size(f_, {annulus.j, negative_}, ctx_);
  const std::int64_t exponent = size - static_cast<std::int64_t>(first_guard);
  const LocalModel disc = disc_model(f_, annulus.j + 1, exponent, precision, ctx_);
  return submodel(disc, 1, negative_ ? 0 : 1, precision, ctx_);
}

LocalModel AnnulusSearch::outer_half(const LocalModel& half) const {
  return submodel(half, 1, negative_ ? 0 : 1, precision, ctx_);
}

LocalModel AnnulusSearch::inner_half(const LocalModel& half) const {
  return submodel(half, 1, negative_ ? 1 : 0, precision, ctx_);
}

/// From the disc around the outermost annulus that is left.
Found AnnulusSearch::from_disc() { return inside(half_disc(annuli_.back())); }

/// The model is that of (0, 2^(j+1)), j the outermost annulus that is left.
Found AnnulusSearch::inside(const LocalModel& model) {
  const std::int64_t j = annuli_.back().j;
  annuli_.pop_back();
  const bool goes_on = !annuli_.empty() && j - annuli_.back().j <= longest_gap && is_precise(model);
  std::optional<std::array<LocalModel, 2>> halves;
  if (goes_on) halves = both_halves(model, precision, ctx_);
  Found annulus;
  Found rest;
  fork_join(
      ctx_,
      [&] {
        annulus = in_annulus(halves ? std::move((*halves)[negative_ ? 0 : 1]) : outer_half(model), {j, negative_});
      },
      [&] {
        if (!goes_on) return;
        LocalModel inner = halves ? std::move((*halves)[negative_ ? 1 : 0]) : inner_half(model);
        for (std::int64_t k = j - 1; k > annuli_.back().j; --k) inner = inner_half(inner);
        if (is_precise(inner)) rest = inside(inner);
      });
  annulus.append(std::move(rest));
  return annulus;
}

Found AnnulusSearch::in_annulus(const LocalModel& model, const Annulus& annulus) {
  LocalTree::Outcome out =
      LocalTree(precision, annulus.j, tally_, ctx_, options_).search(model, annulus.cell(), {annulus.cell()});
  Found found{std::move(out.monotone), std::move(out.proved)};
  if (!out.undecided.empty()) found.append(deeper(annulus, std::move(out.undecided)));
  return found;
}

Found AnnulusSearch::deeper(const Annulus& annulus, std::vector<DyadicCell> open) const {
  const std::int64_t size = least_size(f_, annulus, ctx_);
  Found found;
  for (std::size_t guard = 2 * first_guard; !open.empty(); guard *= 2) {
    const ModelPrecision finer = precision_of(guard);
    const LocalModel model =
        annulus_model(f_, annulus.j, annulus.negative, size - static_cast<std::int64_t>(guard), finer, ctx_);
    LocalTree::Outcome out = LocalTree(finer, annulus.j, tally_, ctx_, options_).search(model, annulus.cell(), open);
    found.append({std::move(out.monotone), std::move(out.proved)});
    open = std::move(out.undecided);
  }
  return found;
}

}  // namespace detail
}  // namespace polyfork::inline v1
