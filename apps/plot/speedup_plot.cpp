// Measured run times as CSV, and speed-up against threads as SVG.
#include "plot/speedup_plot.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "plot/line_plot.hpp"
#include "plot/line_plot_words.hpp"

namespace polyfork_app {
namespace {

/// The fewest threads that a benchmark ran with, and its time then.
std::map<std::string, const BenchRow*> base_rows(const std::vector<BenchRow>& rows) {
  std::map<std::string, const BenchRow*> base;
  for (const BenchRow& row : rows) {
    const BenchRow*& slot = base[row.name];
    if (slot == nullptr || row.threads < slot->threads) slot = &row;
  }
  return base;
}

double speedup_over(const BenchRow& base, const BenchRow& row) {
  return row.median_ms > 0 ? base.threads * base.median_ms / row.median_ms : 0;
}

/// Quoted where a comma or quote would break the line.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

using SeriesList = std::vector<const SpeedupSeries*>;

struct Chosen {
  SeriesList lines;
  std::string rule;
};

/// `count` entries of the list, evenly from its first to its last.
SeriesList evenly(const SeriesList& list, std::size_t count) {
  if (list.size() <= count) return list;
  SeriesList chosen;
  for (std::size_t i = 0; i < count; ++i)
    chosen.push_back(list[(i * (list.size() - 1) + (count - 1) / 2) / (count - 1)]);
  return chosen;
}

/// What stands for benchmarks: ours if there are any, of these the dispatcher's if there are any; the longest first.
SeriesList representatives(const SeriesList& all) {
  SeriesList list = preferred(all, [](const SpeedupSeries* s) { return !s->peer; });
  list = preferred(list, [](const SpeedupSeries* s) { return is_default(who_of(s->name)); });
  std::stable_sort(list.begin(), list.end(),
                   [](const SpeedupSeries* a, const SpeedupSeries* b) { return a->first_ms > b->first_ms; });
  return list;
}

/// The other library that ran the same benchmark fastest, each on its most threads; null where there is none.
const SpeedupSeries* fastest_peer(const SeriesList& all, const SpeedupSeries& ours) {
  const SpeedupSeries* fastest = nullptr;
  for (const SpeedupSeries* series : all) {
    if (!series->peer || cell_of(series->name) != cell_of(ours.name)) continue;
    if (fastest == nullptr || series->last_ms < fastest->last_ms) fastest = series;
  }
  return fastest;
}

/// The rule of speedup_pictures.
Chosen chosen_lines(const SeriesList& all) {
  if (all.size() <= most_lines) return {all, ""};
  const SeriesList benchmarks = representatives(all);
  const std::size_t count = benchmarks.size();
  const bool compared =
      !benchmarks.front()->peer && std::any_of(all.begin(), all.end(), [](const auto* s) { return s->peer; });
  if (!compared) {
    const SeriesList shown = evenly(benchmarks, most_lines);
    if (shown.size() == count) return {shown, ""};
    return {shown, fmt::format("{} of {} benchmarks, evenly from the longest to the shortest.", shown.size(), count)};
  }
  Chosen chosen;
  for (const SpeedupSeries* ours : evenly(benchmarks, most_lines / 2)) {
    chosen.lines.push_back(ours);
    if (const SpeedupSeries* peer = fastest_peer(all, *ours)) chosen.lines.push_back(peer);
  }
  chosen.rule = count <= most_lines / 2
                    ? "Every benchmark"
                    : fmt::format("The longest, the median and the shortest of {} benchmarks", count);
  chosen.rule += ", each beside the fastest other library.";
  return chosen;
}

/// The picture of the selected series of one suite.
std::string suite_svg(const std::string& suite, const SeriesList& all, const SeriesList& selected,
                      const std::string& subtitle) {
  const Chosen chosen = chosen_lines(selected);
  LinePlot plot;
  plot.question = fmt::format("How much do more threads speed up {}?", subject_of(suite));
  plot.subtitle = subtitle;
  plot.x_title = "threads";
  plot.y_title = "speed-up, times as fast as on one thread";
  plot.y_ticks = TickBase::two;
  plot.ideal = true;

  std::vector<std::string> names;
  for (const SpeedupSeries* series : chosen.lines) names.push_back(series->name);
  std::string shared;
  const std::vector<std::string> labels = short_labels(names, shared);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    plot.lines.push_back({labels[i], chosen.lines[i]->peer, {}});
    for (const auto& [threads, speedup] : chosen.lines[i]->points)
      plot.lines.back().points.emplace_back(threads, speedup);
  }
  for (const SpeedupSeries* series : all)
    if (std::find(names.begin(), names.end(), series->name) == names.end()) plot.left_out.push_back(series->name);
  plot.rule = fmt::format("{} {} {}", chosen.rule, arguments_of(suite),
                          shared.empty() ? "" : fmt::format("All lines: {}.", who_label(shared)));
  return line_plot_svg(plot);
}

}  // namespace

void split_benchmark_name(std::string_view full_name, std::string& name, int& threads) {
  constexpr std::string_view key = "/threads:";
  threads = 1;
  const std::size_t at = full_name.find(key);
  name = full_name.substr(0, at);
  if (at == std::string_view::npos) return;
  const std::string_view digits = full_name.substr(at + key.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), threads);
}

std::vector<SpeedupSeries> speedup_series(const std::vector<BenchRow>& rows) {
  const auto base = base_rows(rows);
  std::vector<SpeedupSeries> all;
  std::map<std::string, int> most_threads;
  for (const BenchRow& row : rows) {
    const BenchRow& first = *base.at(row.name);
    const double speedup = speedup_over(first, row);
    if (row.threads < 1 || !plottable(speedup)) continue;
    auto at = std::find_if(all.begin(), all.end(), [&](const SpeedupSeries& s) { return s.name == row.name; });
    if (at == all.end()) at = all.insert(all.end(), {row.name, {}, row.peer, first.median_ms, 0});
    at->points.push_back({row.threads, speedup});
    if (int& most = most_threads[row.name]; row.threads > most) most = row.threads, at->last_ms = row.median_ms;
  }
  for (SpeedupSeries& series : all)
    std::stable_sort(series.points.begin(), series.points.end(),
                     [](auto& a, auto& b) { return a.threads < b.threads; });
  std::erase_if(all, [](const SpeedupSeries& s) { return s.points.front().threads == s.points.back().threads; });
  return all;
}

std::string to_csv(const std::vector<BenchRow>& rows) {
  const auto base = base_rows(rows);
  std::string out = "name,threads,median_ms,cpu_ms,iterations,speedup,label\n";
  for (const BenchRow& row : rows)
    fmt::format_to(std::back_inserter(out), "{},{},{:.6g},{:.6g},{},{:.4g},{}\n", csv_field(row.name), row.threads,
                   row.median_ms, row.cpu_ms, row.iterations, speedup_over(*base.at(row.name), row),
                   csv_field(row.label));
  return out;
}

std::vector<Picture> speedup_pictures(const std::vector<BenchRow>& rows, const PictureOptions& options) {
  const std::vector<SpeedupSeries> series = speedup_series(rows);
  std::vector<std::pair<std::string, SeriesList>> suites;
  for (const SpeedupSeries& s : series) {
    const std::string suite = s.name.substr(0, s.name.find('/'));
    auto at = std::find_if(suites.begin(), suites.end(), [&](const auto& pair) { return pair.first == suite; });
    if (at == suites.end()) at = suites.insert(suites.end(), {suite, {}});
    at->second.push_back(&s);
  }
  std::vector<Picture> pictures;
  for (const auto& [suite, all] : suites) {
    SeriesList selected;
    for (const SpeedupSeries* s : all)
      if (!options.selected || options.selected(s->name)) selected.push_back(s);
    if (!selected.empty()) pictures.push_back({file_part(suite), suite_svg(suite, all, selected, options.subtitle)});
  }
  return pictures;
}

std::vector<std::pair<std::string, std::string>> picture_files(const std::string& file, std::vector<Picture> pictures,
                                                               std::string_view nothing) {
  if (pictures.empty()) return {{file, message_svg(nothing)}};
  if (pictures.size() == 1) return {{file, pictures.front().svg}};
  const std::filesystem::path path = file;
  std::vector<std::pair<std::string, std::string>> files;
  std::set<std::string> used;
  for (Picture& picture : pictures) {
    while (!used.insert(picture.subject).second) picture.subject += '_';  // subjects that differ in odd characters
    const std::string name = fmt::format("{}-{}{}", path.stem().string(), picture.subject, path.extension().string());
    files.emplace_back((path.parent_path() / name).string(), std::move(picture.svg));
  }
  return files;
}

}  // namespace polyfork_app
