// The texts of line plots: broken into lines, shortened, moved apart.
#include "plot/line_plot_text.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "plot/svg_writer.hpp"

namespace polyfork_app {

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!lines.empty() && character_count(lines.back()) + 1 + character_count(word) <= columns)
      lines.back().append(" ").append(word);
    else
      lines.emplace_back(word);
  }
  return lines;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (character_count(text) <= most) return std::string(text);
  std::size_t bytes = 0;
  for (std::size_t characters = 0; characters < most; ++bytes)
    if (character_count(text.substr(bytes, 1)) == 1) ++characters;
  return std::string(text.substr(0, bytes - 1)) + "…";
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0 && character_count(list) + 2 + character_count(names[i]) > most)
      return fmt::format("{} and {} more", list, names.size() - i);
    if (i > 0) list += ", ";
    list += names[i];
  }
  return list;
}

std::vector<double> spread_out(const std::vector<double>& wanted, double gap, double low, double high) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });

  // With i gaps taken off the i-th place, "at least a gap apart" becomes "ascending". The ascending sequence nearest
  // to a given one has the means of blocks: a block whose mean is below that of the block before is merged with it.
  struct Block {
    double sum;
    std::size_t count;
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < order.size(); ++i) {
    blocks.push_back({wanted[order[i]] - gap * static_cast<double>(i), 1});
    while (blocks.size() > 1 && blocks.back().mean() <= blocks[blocks.size() - 2].mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum, blocks.back().count += last.count;
    }
  }

  const double highest = std::max(low, high - gap * static_cast<double>(wanted.empty() ? 0 : wanted.size() - 1));
  std::vector<double> places(wanted.size());
  std::size_t i = 0;
  for (const Block& block : blocks)
    for (std::size_t j = 0; j < block.count; ++j, ++i)
      places[order[i]] = std::clamp(block.mean(), low, highest) + gap * static_cast<double>(i);
  return places;
}

}  // namespace polyfork_app
