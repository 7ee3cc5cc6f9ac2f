#include "rootiso/annulus_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include <polyfork/core/parallel.hpp>

namespace polyfork::inline v1 {
namespace detail {

namespace {

constexpr std::int64_t longest_gap = 6;
constexpr ModelPrecision precision = precision_of(first_guard);

/// The noise is as far below f, at the ends and in the middle, as it is meant to be.
bool is_precise(const LocalModel& model) { return model.least_size() + 8 >= first_guard; }

LocalModel outer_half(const LocalModel& half, bool negative, const ExecutionContext& ctx) {
  return submodel(half, 1, negative ? 0 : 1, precision, ctx);
}

LocalModel inner_half(const LocalModel& half, bool negative, const ExecutionContext& ctx) {
  return submodel(half, 1, negative ? 1 : 0, precision, ctx);
}

}  // namespace

void Found::append(Found&& right) {
  monotone.insert(monotone.end(), std::make_move_iterator(right.monotone.begin()),
                  std::make_move_iterator(right.monotone.end()));
  proved.insert(proved.end(), std::make_move_iterator(right.proved.begin()),
                std::make_move_iterator(right.proved.end()));
}

std::array<Found, 2> AnnulusSearch::search() {
  if (!annuli_share_discs(ctx_)) return apart();
  const auto outermost = [&](int i) { return lines_[i].annuli.empty() ? nullptr : &lines_[i].annuli.back(); };
  Sides sides{outermost(0), outermost(1)};
  HalfDiscs first;
  if (sides[0] != nullptr && sides[1] != nullptr && sides[0]->j == sides[1]->j) first = half_discs(sides);
  std::array<Found, 2> found;
  fork_join(
      ctx_, [&] { found[0] = from_discs(lines_[0], std::move(first[0])); },
      [&] { found[1] = from_discs(lines_[1], std::move(first[1])); });
  return found;
}

std::array<Found, 2> AnnulusSearch::apart() {
  std::vector<Sides> all;  // descending
  std::array<std::size_t, 2> left{lines_[0].annuli.size(), lines_[1].annuli.size()};
  while (left[0] != 0 || left[1] != 0) {
    Sides next{};
    for (int i : {0, 1})
      if (left[i] != 0) next[i] = &lines_[i].annuli[left[i] - 1];
    if (next[0] != nullptr && next[1] != nullptr && next[0]->j != next[1]->j)
      next[next[0]->j < next[1]->j ? 0 : 1] = nullptr;
    for (int i : {0, 1})
      if (next[i] != nullptr) --left[i];
    all.push_back(next);
  }
  const auto map = [&](std::size_t begin, std::size_t) {
    const Sides& sides = all[begin];
    HalfDiscs halves = half_discs(sides);
    std::array<Found, 2> found;
    const auto search_side = [&](int i) {
      if (halves[i]) found[i] = in_annulus(lines_[i], outer_half(*halves[i], i == 1, ctx_), sides[i]->j);
    };
    fork_join(
        ctx_, [&] { search_side(0); }, [&] { search_side(1); });
    return found;
  };
  return parallel_reduce(ctx_, all.size(), 1, std::array<Found, 2>{}, map,
                         [](std::array<Found, 2>&& left_part, std::array<Found, 2>&& right_part) {
                           for (int i : {0, 1}) left_part[i].append(std::move(right_part[i]));
                           return std::move(left_part);
                         });
}

/// Of the unit that a model is to have in the annulus.
std::int64_t AnnulusSearch::exponent_for(const SizedAnnulus& annulus, bool negative) const {
  const std::int64_t size = annulus.size ? *annulus.size : least_size(f_, {annulus.j, negative}, ctx_);
  return size - static_cast<std::int64_t>(first_guard);
}

/// The model of the half on one side of the disc around the annulus, precise in the annulus.
LocalModel AnnulusSearch::half_disc(const SizedAnnulus& annulus, bool negative) const {
  const LocalModel disc = disc_model(f_, annulus.j + 1, exponent_for(annulus, negative), precision, ctx_);
  return submodel(disc, 1, negative ? 0 : 1, precision, ctx_);
}

/// Those on the sides that there are. Together they take two thirds of the time, if they need about the same unit.
AnnulusSearch::HalfDiscs AnnulusSearch::half_discs(const Sides& sides) const {
  HalfDiscs halves;
  if (sides[0] != nullptr && sides[1] != nullptr) {
    const std::int64_t above = exponent_for(*sides[0], false);
    const std::int64_t below = exponent_for(*sides[1], true);
    if (std::abs(above - below) <= static_cast<std::int64_t>(f_.size())) {
      const LocalModel disc = disc_model(f_, sides[0]->j + 1, std::min(above, below), precision, ctx_);
      if (auto both = both_halves(disc, precision, ctx_)) return {std::move((*both)[1]), std::move((*both)[0])};
    }
  }
  fork_join(
      ctx_,
      [&] {
        if (sides[0] != nullptr) halves[0] = half_disc(*sides[0], false);
      },
      [&] {
        if (sides[1] != nullptr) halves[1] = half_disc(*sides[1], true);
      });
  return halves;
}

Found AnnulusSearch::from_discs(AnnuliOfLine& line, std::optional<LocalModel> first) {
  Found found;
  if (first) found = inside(line, *std::exchange(first, std::nullopt));
  while (!line.annuli.empty()) found.append(inside(line, half_disc(line.annuli.back(), line.negative)));
  return found;
}

/// The model is that of (0, 2^(j+1)), j the outermost annulus that is left.
Found AnnulusSearch::inside(AnnuliOfLine& line, const LocalModel& model) {
  const std::int64_t j = line.annuli.back().j;
  line.annuli.pop_back();
  const bool goes_on = !line.annuli.empty() && j - line.annuli.back().j <= longest_gap && is_precise(model);
  std::optional<std::array<LocalModel, 2>> halves;
  if (goes_on) halves = both_halves(model, precision, ctx_);
  Found annulus;
  Found rest;
  fork_join(
      ctx_,
      [&] {
        annulus = in_annulus(
            line, halves ? std::move((*halves)[line.negative ? 0 : 1]) : outer_half(model, line.negative, ctx_), j);
      },
      [&] {
        if (!goes_on) return;
        LocalModel inner =
            halves ? std::move((*halves)[line.negative ? 1 : 0]) : inner_half(model, line.negative, ctx_);
        for (std::int64_t k = j - 1; k > line.annuli.back().j; --k) inner = inner_half(inner, line.negative, ctx_);
        if (is_precise(inner)) rest = inside(line, inner);
      });
  annulus.append(std::move(rest));
  return annulus;
}

Found AnnulusSearch::in_annulus(const AnnuliOfLine& line, const LocalModel& model, std::int64_t j) {
  const Annulus annulus{j, line.negative};
  LocalTree::Outcome out =
      LocalTree(precision, j, tally_, ctx_, line.options).search(model, annulus.cell(), {annulus.cell()});
  Found found{std::move(out.monotone), std::move(out.proved)};
  if (!out.undecided.empty()) found.append(deeper(line, annulus, std::move(out.undecided)));
  return found;
}

Found AnnulusSearch::deeper(const AnnuliOfLine& line, const Annulus& annulus, std::vector<DyadicCell> open) const {
  const std::int64_t size = least_size(f_, annulus, ctx_);
  Found found;
  for (std::size_t guard = 2 * first_guard; !open.empty(); guard *= 2) {
    const ModelPrecision finer = precision_of(guard);
    const LocalModel model =
        annulus_model(f_, annulus.j, annulus.negative, size - static_cast<std::int64_t>(guard), finer, ctx_);
    LocalTree::Outcome out =
        LocalTree(finer, annulus.j, tally_, ctx_, line.options).search(model, annulus.cell(), open);
    found.append({std::move(out.monotone), std::move(out.proved)});
    open = std::move(out.undecided);
  }
  return found;
}

}  // namespace detail
}  // namespace polyfork::inline v1
