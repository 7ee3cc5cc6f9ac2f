// The passes of a transform of some length: which kernels, how many blocks.
#include "gpu/transforms/transform_plan.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

struct PassKernels {
  unsigned log_rows;
  Kernel forward;
  Kernel inverse;
  unsigned log_tile;
};
struct RowKernels {
  PassKernels pass;
  Kernel middle;
};

constexpr PassKernels columns[] = {{4, Kernel::forward_columns_4, Kernel::inverse_columns_4, Columns4::log_tile},
                                   {5, Kernel::forward_columns_5, Kernel::inverse_columns_5, Columns5::log_tile},
                                   {6, Kernel::forward_columns_6, Kernel::inverse_columns_6, Columns6::log_tile},
                                   {7, Kernel::forward_columns_7, Kernel::inverse_columns_7, Columns7::log_tile},
                                   {8, Kernel::forward_columns_8, Kernel::inverse_columns_8, Columns8::log_tile},
                                   {9, Kernel::forward_columns_9, Kernel::inverse_columns_9, Columns9::log_tile},
                                   {10, Kernel::forward_columns_10, Kernel::inverse_columns_10, Columns10::log_tile},
                                   {11, Kernel::forward_columns_11, Kernel::inverse_columns_11, Columns11::log_tile},
                                   {12, Kernel::forward_columns_12, Kernel::inverse_columns_12, Columns12::log_tile}};
constexpr PassKernels inner_columns[] = {{8, Kernel::forward_inner_8, Kernel::inverse_inner_8, Columns8::log_tile}};
constexpr RowKernels rows[] = {
    {{9, Kernel::forward_rows_9, Kernel::inverse_rows_9, Rows9::log_tile}, Kernel::middle_rows_9},
    {{10, Kernel::forward_rows_10, Kernel::inverse_rows_10, Rows10::log_tile}, Kernel::middle_rows_10},
    {{11, Kernel::forward_rows_11, Kernel::inverse_rows_11, Rows11::log_tile}, Kernel::middle_rows_11},
    {{12, Kernel::forward_rows_12, Kernel::inverse_rows_12, Rows12::log_tile}, Kernel::middle_rows_12}};

/// Columns whose block fills a multiprocessor gain by it.
constexpr unsigned loaded_ahead(Kernel forward) noexcept { return forward == Kernel::forward_columns_12 ? 1 : 0; }

const PassKernels& kernels_of(const PassKernels& kernels) { return kernels; }
const PassKernels& kernels_of(const RowKernels& kernels) { return kernels.pass; }

template <class List>
const auto& of_length(const List& list, unsigned log_rows) {
  for (const auto& kernels : list)
    if (kernels_of(kernels).log_rows == log_rows) return kernels;
  throw std::logic_error("there is no kernel for such a pass");
}

std::vector<unsigned> pass_logs(unsigned log_length) {
  constexpr unsigned longest = 12;
  if (log_length <= longest) return {log_length};
  if (log_length <= 2 * longest) {
    const unsigned row = log_length == 13 ? 9 : std::clamp(log_length - 8, 10U, longest);
    return {log_length - row, row};
  }
  return {log_length - 8 - longest, 8, longest};
}

}  // namespace

TransformPlan::TransformPlan(const std::vector<unsigned>& logs, unsigned keep)
    : logs_(logs),
      log_length_(std::accumulate(logs.begin(), logs.end(), 0U)),
      keep_(keep),
      middle_(of_length(rows, logs.back()).middle) {
  if (keep < 9 || keep > 16 || (keep < 16 && logs.size() == 1))
    throw std::logic_error("there is no such truncated transform");
  unsigned log_node = log_length_;
  unsigned log_nodes = 0;
  unsigned log_parent = log_length_;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const bool last = i + 1 == logs.size();
    const PassKernels& kernels = last     ? of_length(rows, logs[i]).pass
                                 : i == 0 ? of_length(columns, logs[i])
                                          : of_length(inner_columns, logs[i]);
    TransformPass pass;
    pass.forward = kernels.forward;
    pass.inverse = kernels.inverse;
    pass.log_rows = logs[i];
    pass.log_width = log_node - logs[i];
    pass.log_nodes = log_nodes;
    pass.log_parent = log_parent;
    // The tiles of the first pass stand across all rows, those that are left out included.
    const unsigned log_blocks = log_length_ - kernels.log_tile;
    pass.tiles = i == 0 ? 1U << log_blocks : static_cast<unsigned>((std::size_t{keep} << log_blocks) / 16);
    pass.ahead = loaded_ahead(kernels.forward);
    if (!last && pass.log_width + logs[i] < kernels.log_tile) throw std::logic_error("columns shorter than a tile");
    passes_.push_back(pass);
    log_parent = log_node;
    log_nodes = logs[i];
    log_node -= logs[i];
  }
}

unsigned blocks_ahead(unsigned tiles, unsigned batch, unsigned at_once) noexcept {
  const std::size_t all = std::size_t{tiles} * batch;
  const std::size_t rounds = std::max<std::size_t>(1, (all + 4 * std::size_t{at_once}) / (8 * std::size_t{at_once}));
  const std::size_t of_a_block = std::min<std::size_t>(tiles, (all + rounds * at_once - 1) / (rounds * at_once));
  return static_cast<unsigned>((tiles + of_a_block - 1) / of_a_block);
}

template <class Field>
TransformPlan TransformPlan::within(std::size_t shared_bytes) const {
  const Kernel first = kernel_for<Field>(passes_.front().forward);
  if (!can_do_without(first) || kernel_infos[static_cast<std::size_t>(first)].shared_bytes <= shared_bytes)
    return *this;
  return {{4, 8, logs_.back()}, keep_};
}
template TransformPlan TransformPlan::within<F50>(std::size_t) const;
template TransformPlan TransformPlan::within<F31>(std::size_t) const;

bool TransformPlan::can_do_without(Kernel kernel) noexcept {
  return kernel == Kernel::forward_columns_12 || kernel == Kernel::inverse_columns_12 ||
         kernel == Kernel::forward_columns_12_f31 || kernel == Kernel::inverse_columns_12_f31;
}

TransformPlan TransformPlan::for_words(std::size_t words) {
  if (words == 0 || words > std::size_t{1} << most_log)
    throw std::logic_error("there is no transform of such a length");
  const unsigned log = std::max(least_log, static_cast<unsigned>(std::bit_width(words - 1)));
  if (log < 14) return TransformPlan(pass_logs(log));
  const std::size_t sixteenth = std::size_t{1} << (log - 4);
  return {pass_logs(log), static_cast<unsigned>((words + sixteenth - 1) / sixteenth)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
