#include "markdown_table.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace polyfork_report {
namespace {

using nlohmann::json;

struct Row {
  std::string cell;  ///< without the suite
  std::string ours, memory;
  std::map<std::string, std::string> peers;
};

struct Table {
  std::string suite;
  int threads;
  std::string time;  ///< "wall" or "processor"
  std::vector<std::string> peers;
  std::vector<Row> rows;
};

/// Three digits, more only before the point.
std::string number(double value) {
  return fmt::format("{:.{}f}", value, value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3);
}

std::string ratio_text(double ratio) { return fmt::format("{:.{}f}", ratio, ratio >= 10 ? 0 : ratio >= 1 ? 1 : 2); }

std::string ours_of(const json& cell) {
  if (cell.value("ours_stopped", false)) return "> " + number(cell.at("ours_ms").get<double>());
  const double ms = cell.at("ours_ms").get<double>();
  return ms > 0 ? number(ms) : "failed";
}

std::string peer_of(const json& cell) {
  const bool stopped = cell.value("peer_stopped", false), ours_stopped = cell.value("ours_stopped", false);
  const double ms = cell.value("peer_ms", 0.0);
  if (ms <= 0) return "failed";
  std::string text = (stopped ? "> " : "") + number(ms);
  if (cell.contains("ratio") && cell.at("ratio").is_number())
    text += fmt::format(" ({}{})",
                        stopped        ? "> "
                        : ours_stopped ? "< "
                                       : "",
                        ratio_text(cell.at("ratio").get<double>()));
  return text + (cell.value("mismatch", false) ? " MISMATCH" : "");
}

Table& table_for(std::vector<Table>& tables, const std::string& suite, const json& cell) {
  const int threads = cell.value("threads", 1);
  const auto time = cell.value("time", std::string("wall"));
  const auto at = std::find_if(tables.begin(), tables.end(), [&](const Table& t) {
    return t.suite == suite && t.threads == threads && t.time == time;
  });
  return at != tables.end() ? *at : tables.emplace_back(Table{suite, threads, time, {}, {}});
}

Row& row_for(Table& table, const std::string& cell) {
  const auto at = std::find_if(table.rows.begin(), table.rows.end(), [&](const Row& r) { return r.cell == cell; });
  return at != table.rows.end() ? *at : table.rows.emplace_back(Row{cell, "", "", {}});
}

void print(std::string& out, const Table& table) {
  const auto put = std::back_inserter(out);
  fmt::format_to(put, "{}{}, {} thread{}, milliseconds of {} time\n\n| {} | polyfork |", out.empty() ? "" : "\n",
                 table.suite, table.threads, table.threads == 1 ? "" : "s", table.time, table.suite);
  for (const std::string& peer : table.peers) fmt::format_to(put, " {} |", peer);
  out += " MiB |\n|---|---|---|";
  for (std::size_t i = 0; i < table.peers.size(); ++i) out += "---|";
  out += '\n';
  for (const Row& row : table.rows) {
    fmt::format_to(put, "| {} | {} |", row.cell, row.ours);
    for (const std::string& peer : table.peers) {
      const auto at = row.peers.find(peer);
      fmt::format_to(put, " {} |", at != row.peers.end() ? at->second : "");
    }
    fmt::format_to(put, " {} |\n", row.memory);
  }
}

}  // namespace

std::string markdown_tables(const std::vector<json>& cells) {
  std::vector<Table> tables;
  for (const json& cell : cells) {
    auto name = cell.at("cell").get<std::string>();
    const std::size_t slash = std::min(name.find('/'), name.size());
    Table& table = table_for(tables, name.substr(0, slash), cell);
    Row& row = row_for(table, name.substr(std::min(slash + 1, name.size())));
    row.ours = ours_of(cell);
    if (const double kib = cell.value("ours_peak_kib", 0.0); kib > 0) row.memory = fmt::format("{:.0f}", kib / 1024);
    const auto peer = cell.value("peer", std::string());
    if (peer.empty()) continue;
    row.peers[peer] = peer_of(cell);
    if (std::find(table.peers.begin(), table.peers.end(), peer) == table.peers.end()) table.peers.push_back(peer);
  }
  std::string out;
  for (const Table& table : tables) print(out, table);
  return out;
}

}  // namespace polyfork_report
