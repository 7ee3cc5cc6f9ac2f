// Names of benchmarks, "suite/arguments/who", in words for readers of a picture.
#include "plot/line_plot_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace polyfork_app {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

constexpr std::array<Words, 20> subjects = {{
    {"z_mul", "products in Z[x]"},
    {"z_add", "sums in Z[x]"},
    {"z_divide", "exact quotients in Z[x]"},
    {"z_gcd", "greatest common divisors in Z[x]"},
    {"z_eval", "values of polynomials over Z"},
    {"z_shift", "Taylor shifts in Z[x]"},
    {"taylor_shift", "Taylor shifts in Z[x]"},
    {"zp_mul", "products in Z/pZ[x]"},
    {"zp_divrem", "divisions in Z/pZ[x]"},
    {"zp_gcd", "greatest common divisors in Z/pZ[x]"},
    {"ntt", "transforms modulo a prime"},
    {"intt", "inverse transforms modulo a prime"},
    {"parse", "reading polynomials"},
    {"print", "printing polynomials"},
    {"roots", "real root isolation"},
    {"roots_width", "real root isolation to a width"},
    {"sparse_mul", "sparse products"},
    {"sparse_add", "sparse sums"},
    {"sparse_div", "sparse exact quotients"},
    {"sparse_gcd", "sparse greatest common divisors"},
}};

constexpr std::array<Words, 9> contenders = {{
    {"polyfork", "Polyfork"},
    {"auto", "automatic choice"},
    {"flint", "FLINT"},
    {"flint_multi_mod", "FLINT multi_mod"},
    {"ntl", "NTL"},
    {"gmp", "GMP"},
    {"pari", "PARI"},
    {"device", "host to host"},
    {"resident", "resident on the device"},
}};

template <std::size_t N>
std::string look_up(const std::array<Words, N>& table, const std::string& key) {
  const auto at = std::find_if(table.begin(), table.end(), [&](const Words& words) { return words.first == key; });
  return at != table.end() ? std::string(at->second) : key;
}

bool is_number(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::vector<std::string> name_parts(std::string_view name) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t slash = std::min(name.find('/', at), name.size());
    parts.emplace_back(name.substr(at, slash - at));
    at = slash + 1;
  }
  return parts;
}

std::string cell_of(const std::string& name) { return name.substr(0, name.rfind('/')); }

std::string who_of(const std::string& name) { return name.substr(name.rfind('/') + 1); }

bool is_default(const std::string& who) { return who == "polyfork" || who == "auto"; }

std::string subject_of(const std::string& suite) { return look_up(subjects, suite); }

std::string who_label(const std::string& who) { return look_up(contenders, who); }

std::string arguments_of(const std::string& suite) {
  if (suite == "taylor_shift" || suite.starts_with("z_")) return "N/B: N coefficients of B bits.";
  if (suite.starts_with("zp_")) return "P/N: N coefficients modulo P.";
  if (suite == "ntt" || suite == "intt") return "P/N: N words modulo P.";
  if (suite == "roots") return "F/N: a polynomial of family F, degree N.";
  return "";
}

std::vector<std::string> short_labels(const std::vector<std::string>& names, std::string& shared) {
  shared = names.empty() ? "" : who_of(names.front());
  for (const std::string& name : names) {
    const bool droppable = name_parts(name).size() > 2 && !is_number(shared);
    if (!droppable || who_of(name) != shared) shared.clear();
  }
  std::vector<std::string> labels;
  for (const std::string& name : names) {
    const std::string rest = name.substr(name.find('/') + 1);  // the name itself where it has no suite
    if (rest.find('/') == std::string::npos)
      labels.push_back(who_label(rest));
    else
      labels.push_back(shared.empty() ? cell_of(rest) + ' ' + who_label(who_of(rest)) : cell_of(rest));
  }
  return labels;
}

std::string file_part(std::string_view text) {
  std::string part(text);
  for (char& c : part)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '_' && c != '-') c = '-';
  return part;
}

}  // namespace polyfork_app
