// The tree of a partition, from its preorder letters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct Partition {
  std::string_view letters;
  std::vector<std::uint32_t> ends;  ///< of a node: the position behind its subtree
  std::size_t depth = 0;

  std::size_t left(std::size_t node) const { return node + 1; }
  std::size_t right(std::size_t node) const { return ends[node + 1]; }
};

/// The tree, when the letters are one. Without recursion: trees may be deep.
inline std::optional<Partition> read_partition(std::string_view letters) {
  if (letters.empty() || letters.size() > std::numeric_limits<std::uint32_t>::max() - 1) return std::nullopt;
  struct Subtree {
    std::uint32_t end;
    std::uint32_t depth;
  };
  Partition tree{letters, std::vector<std::uint32_t>(letters.size()), 0};
  std::vector<Subtree> open;  // subtrees to the right, the next one last
  for (std::size_t i = letters.size(); i-- > 0;) {
    Subtree node{static_cast<std::uint32_t>(i + 1), 0};
    if (letters[i] == 'S') {
      if (open.size() < 2) return std::nullopt;
      const Subtree first = open.back();
      open.pop_back();
      const Subtree second = open.back();
      open.pop_back();
      node = {second.end, (first.depth > second.depth ? first.depth : second.depth) + 1};
    } else if (letters[i] != 'X' && letters[i] != 'M') {
      return std::nullopt;
    }
    tree.ends[i] = node.end;
    open.push_back(node);
  }
  if (open.size() != 1) return std::nullopt;
  tree.depth = open.front().depth;
  return tree;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
