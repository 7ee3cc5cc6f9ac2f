// From discs to annuli: the order of the annuli, the halves of discs, the precision that is asked for again.
//
// The model of a disc |x| < 2^(j+1) is computed once with the precision that its outermost annulus needs. Its half on
// one side of zero has that annulus for its outer half; the inner half is the half-disc of the next annulus, as long as
// it is as precise as a model of its own would be.
#include "rootiso/local/annulus_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::int64_t longest_gap = 6;
constexpr ModelPrecision precision = precision_of(first_guard);

/// Whether the noise is as far below f, at the ends and in the middle, as it is meant to be.
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
  const std::vector<Sides> all = descending();
  const std::size_t together = annuli_of_a_disc(f_.size(), lines_[0].options.recorded, ctx_);
  const std::size_t tasks = (all.size() + together - 1) / together;
  const auto map = [&](std::size_t task, std::size_t) {
    const std::size_t begin = task * together;
    return from_discs(std::span(all).subspan(begin, std::min(together, all.size() - begin)));
  };
  return parallel_reduce(ctx_, tasks, 1, std::array<Found, 2>{}, map,
                         [](std::array<Found, 2>&& left, std::array<Found, 2>&& right) {
                           for (const int i : {0, 1}) left[i].append(std::move(right[i]));
                           return std::move(left);
                         });
}

/// All annuli from the outermost inwards, those of both lines with one exponent together.
std::vector<AnnulusSearch::Sides> AnnulusSearch::descending() const {
  std::vector<Sides> all;
  std::array<std::size_t, 2> left{lines_[0].annuli.size(), lines_[1].annuli.size()};
  while (left[0] != 0 || left[1] != 0) {
    Sides next{};
    for (const int i : {0, 1})
      if (left[i] != 0) next[i] = &lines_[i].annuli[left[i] - 1];
    if (next[0] != nullptr && next[1] != nullptr && next[0]->j != next[1]->j)
      next[next[0]->j < next[1]->j ? 0 : 1] = nullptr;
    for (const int i : {0, 1})
      if (next[i] != nullptr) --left[i];
    all.push_back(next);
  }
  return all;
}

/// Searches the annuli from one disc around them all, as far as its precision lasts.
std::array<Found, 2> AnnulusSearch::from_discs(std::span<const Sides> annuli) {
  std::array<AnnuliOfLine, 2> lines{AnnuliOfLine{false, {}, lines_[0].options},
                                    AnnuliOfLine{true, {}, lines_[1].options}};
  for (auto sides = annuli.rbegin(); sides != annuli.rend(); ++sides)
    for (const int i : {0, 1})
      if ((*sides)[i] != nullptr) lines[i].annuli.push_back(*(*sides)[i]);
  HalfDiscs first;
  if (annuli[0][0] != nullptr && annuli[0][1] != nullptr) first = half_discs(*annuli[0][0], *annuli[0][1]);
  std::array<Found, 2> found;
  fork_join(
      ctx_, [&] { found[0] = on_line(lines[0], std::move(first[0])); },
      [&] { found[1] = on_line(lines[1], std::move(first[1])); });
  return found;
}

/// The exponent of the unit that a model is to have in the annulus.
std::int64_t AnnulusSearch::exponent_for(const SizedAnnulus& annulus, bool negative) const {
  const std::int64_t size = annulus.size ? *annulus.size : least_size(f_, {annulus.j, negative}, ctx_);
  return size - static_cast<std::int64_t>(first_guard);
}

/// The model of the half on one side of the disc around the annulus, precise in the annulus.
LocalModel AnnulusSearch::half_disc(const SizedAnnulus& annulus, bool negative) const {
  const LocalModel disc = disc_model(f_, annulus.j + 1, exponent_for(annulus, negative), precision, ctx_);
  return submodel(disc, 1, negative ? 0 : 1, precision, ctx_);
}

/// The half-discs on both sides, which take two thirds of the time together; nothing if they need different units.
AnnulusSearch::HalfDiscs AnnulusSearch::half_discs(const SizedAnnulus& positive, const SizedAnnulus& negative) const {
  const std::int64_t above = exponent_for(positive, false);
  const std::int64_t below = exponent_for(negative, true);
  if (std::abs(above - below) > static_cast<std::int64_t>(f_.size())) return {};
  const LocalModel disc = disc_model(f_, positive.j + 1, std::min(above, below), precision, ctx_);
  auto both = both_halves(disc, precision, ctx_);
  if (!both) return {};
  return {std::move((*both)[1]), std::move((*both)[0])};
}

Found AnnulusSearch::on_line(AnnuliOfLine& line, std::optional<LocalModel> first) {
  Found found;
  if (first) found = inside(line, *std::exchange(first, std::nullopt));
  while (!line.annuli.empty()) found.append(inside(line, half_disc(line.annuli.back(), line.negative)));
  return found;
}

/// Searches the annuli that are left, from the model of (0, 2^(j+1)), j the outermost of them.
Found AnnulusSearch::inside(AnnuliOfLine& line, const LocalModel& model) {
  const std::int64_t j = line.annuli.back().j;
  line.annuli.pop_back();
  const bool continues_inwards = !line.annuli.empty() && j - line.annuli.back().j <= longest_gap && is_precise(model);
  std::optional<std::array<LocalModel, 2>> halves;
  if (continues_inwards) halves = both_halves(model, precision, ctx_);
  Found annulus;
  Found rest;
  fork_join(
      ctx_,
      [&] {
        annulus = in_annulus(
            line, halves ? std::move((*halves)[line.negative ? 0 : 1]) : outer_half(model, line.negative, ctx_), j);
      },
      [&] {
        if (!continues_inwards) return;
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
  {
    const std::lock_guard lock(mutex_);
    sizes_.push_back({j, line.negative, false, model.exponent + static_cast<std::int64_t>(model.least_size())});
  }
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
}  // namespace v1
}  // namespace polyfork
