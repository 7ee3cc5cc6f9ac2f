// Line plots of run times against the size of the input, from rows of a benchmark's table.
#include "plot/line_plot_sizes.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "plot/line_plot.hpp"
#include "plot/line_plot_words.hpp"

namespace polyfork_app {
namespace {

/// The times of one contender on one number of threads.
struct Timing {
  std::string name, who;
  int threads;
  bool peer;
  std::vector<std::pair<double, double>> points;  ///< sizes and milliseconds

  double last_size() const { return points.back().first; }
  double last_time() const { return points.back().second; }
};

struct Group {
  std::string suite;
  std::string of_what;  ///< what its benchmarks have in common
  std::string size;     ///< what N is
  std::vector<Timing> timings;

  bool has_several_sizes() const {
    const double first = timings.front().points.front().first;
    return std::any_of(timings.begin(), timings.end(),
                       [&](const Timing& t) { return t.points.front().first != first || t.last_size() != first; });
  }
};

using Groups = std::map<std::string, Group>;

bool read_number(const std::string& text, double& value) {
  const char* end = text.data() + text.size();
  return std::from_chars(text.data(), end, value).ptr == end && plottable(value);
}

/// Whether its benchmarks are named by a number of coefficients and their bits.
bool has_bits(const std::string& suite) { return suite == "taylor_shift" || suite.starts_with("z_"); }

std::string size_word(const std::string& suite) {
  if (suite == "roots") return "degree";
  if (suite == "parse" || suite == "print") return "digits of a coefficient";
  if (suite == "ntt" || suite == "intt") return "words";
  const bool length = has_bits(suite) || suite.starts_with("zp_") || suite == "roots_width";
  return length ? "coefficients" : "N";
}

/// Adds the row to the group of this name, which has the letter N in place of the size.
void add_to_group(Groups& groups, const BenchRow& row, const std::string& group_name, const std::string& of_what,
                  double size) {
  Group& group = groups[group_name];
  group.suite = row.suite(), group.of_what = of_what, group.size = size_word(group.suite);
  const std::string who = who_of(row.name);
  const std::string name = fmt::format("{}/{}/threads:{}", group_name, who, row.threads);
  auto at = std::find_if(group.timings.begin(), group.timings.end(), [&](const Timing& t) { return t.name == name; });
  if (at == group.timings.end()) at = group.timings.insert(group.timings.end(), {name, who, row.threads, row.peer, {}});
  at->points.emplace_back(size, row.median_ms);
}

/// Adds the row to the groups where it belongs: none, if its name has no size, and up to two.
void add_row(Groups& groups, const BenchRow& row) {
  const std::vector<std::string> parts = name_parts(row.name);
  double first = 0, second = 0;
  if (parts.size() != 4 || !plottable(row.median_ms) || !read_number(parts[2], second)) return;
  const std::string &suite = parts[0], &kind = parts[1];
  const bool modular = suite.starts_with("zp_") || suite == "ntt" || suite == "intt";
  if (modular || !read_number(kind, first))
    return add_to_group(groups, row, suite + '/' + kind + "/N", (modular ? "Modulo " : "") + kind, second);
  const std::string same = suite + "/N/N", fixed = suite + "/N/" + parts[2];
  if (first == second) add_to_group(groups, row, same, has_bits(suite) ? "As many bits as coefficients" : same, first);
  add_to_group(groups, row, fixed, has_bits(suite) ? parts[2] + " bits" : fixed, first);
}

using TimingList = std::vector<const Timing*>;

/// The rule of size_pictures. `rule` tells it to the reader.
TimingList chosen_lines(const TimingList& all, std::string& rule) {
  if (all.size() <= most_lines) return all;
  const auto [fewest, most] = std::minmax_element(
      all.begin(), all.end(), [](const Timing* a, const Timing* b) { return a->threads < b->threads; });
  const int low = (*fewest)->threads, high = (*most)->threads;
  TimingList list = preferred(all, [&](const Timing* t) { return t->threads == low || t->threads == high; });
  list = preferred(list, [](const Timing* t) { return t->peer || is_default(t->who); });
  if (low < high) rule = "The fewest and the most threads.";
  if (list.size() <= most_lines) return list;

  // Whoever comes late in this order is left out, with all their lines.
  using Rank = std::tuple<bool, double, double, std::string>;
  std::map<std::string, Rank> best;
  for (const Timing* t : list) {
    const Rank rank(t->peer, -t->last_size(), t->last_time(), t->who);
    const auto [at, inserted] = best.try_emplace(t->who, rank);
    if (!inserted) at->second = std::min(at->second, rank);
  }
  std::stable_sort(list.begin(), list.end(),
                   [&](const Timing* a, const Timing* b) { return best.at(a->who) < best.at(b->who); });
  rule += " Of the libraries those that are fastest with the largest input.";
  std::size_t count = most_lines;
  while (count > 1 && list[count - 1]->who == list[count]->who) --count;
  list.resize(count);
  return list;
}

std::string label_of(const Timing& timing, bool with_threads) {
  if (!with_threads) return who_label(timing.who);
  return fmt::format("{}, {} thread{}", who_label(timing.who), timing.threads, timing.threads == 1 ? "" : "s");
}

/// The picture of the selected lines of a group.
std::string group_svg(const std::string& name, const Group& group, const TimingList& selected,
                      const PictureOptions& options) {
  LinePlot plot;
  const TimingList lines = chosen_lines(selected, plot.rule);
  const int threads = lines.front()->threads;
  const bool several = std::any_of(lines.begin(), lines.end(), [&](const Timing* t) { return t->threads != threads; });
  plot.question = fmt::format("How does the time for {} grow with the size?", subject_of(group.suite));
  plot.subtitle = fmt::format("{}{}{}", group.of_what, options.subtitle.empty() ? "" : ". ", options.subtitle);
  plot.x_title = group.size;
  plot.y_title = several ? "milliseconds" : fmt::format("milliseconds, {} thread{}", threads, threads == 1 ? "" : "s");
  for (const Timing* t : lines) plot.lines.push_back({label_of(*t, several), t->peer, t->points});
  for (const Timing& t : group.timings)
    if (std::find(lines.begin(), lines.end(), &t) == lines.end()) plot.left_out.push_back(t.name);
  for (const SizeMark& mark : options.marks)
    if (mark.group == name) plot.marks.push_back({mark.size, mark.label});
  return line_plot_svg(plot);
}

}  // namespace

std::vector<Picture> size_pictures(const std::vector<BenchRow>& rows, const PictureOptions& options) {
  Groups groups;
  for (const BenchRow& row : rows) add_row(groups, row);
  std::vector<Picture> pictures;
  for (auto& [name, group] : groups) {
    for (Timing& timing : group.timings) std::sort(timing.points.begin(), timing.points.end());
    if (!group.has_several_sizes()) continue;
    TimingList selected;
    for (const Timing& timing : group.timings)
      if (!options.selected || options.selected(timing.name)) selected.push_back(&timing);
    if (!selected.empty()) pictures.push_back({file_part(name), group_svg(name, group, selected, options)});
  }
  return pictures;
}

}  // namespace polyfork_app
