// The choice of the separating form, modulo the engine's prime.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>

#include "system/modular/modular_engine.hpp"
#include "system/modular/separation_test.hpp"
#include "system/modular/symmetries.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The coefficients of random forms are drawn from so many numbers. Two of D points have the same value with a
/// probability below D^2 / 2^31 then: both of the forms that tell how many points there are fail with a probability
/// below the square of that, the bound that "What is proved and what is not" in docs/guide/systems.md gives. The last
/// form that is left when no short one separates is one of them.
constexpr std::int32_t random_range = 1 << 30;

/// How many forms are drawn until one is not invariant under the symmetries.
constexpr int most_draws = 20;

/// More points are told apart in the quotient itself, where multiplication is mostly sparse.
constexpr std::size_t most_for_test = 256;

/// A representation of fewer points takes some hundred microseconds: none is computed before it is asked for.
constexpr std::size_t least_ahead = 100;

/// Forms with small coefficients, the shortest first: the coefficients of a representation grow with the form's. None
/// of them is invariant.
std::vector<LinearForm> small_forms(std::size_t n, std::mt19937& random,
                                    const std::vector<VariablePermutation>& symmetries) {
  std::vector<LinearForm> forms;
  for (const std::int32_t c : {1, -1, 2, -2})
    for (std::size_t v = n; v-- > 1;) {
      LinearForm form(n, 0);
      form[v] = 1;
      form[v - 1] = c;
      if (!is_invariant(form, symmetries)) forms.push_back(std::move(form));
    }
  for (std::int32_t k = 1; k <= 40; ++k) {
    LinearForm form(n);
    for (int draw = 0; draw < most_draws; ++draw) {
      for (std::int32_t& c : form) c = static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(2 * k + 1)) - k;
      const bool is_long = std::count(form.begin(), form.end(), 0) + 2 <= static_cast<std::ptrdiff_t>(n);
      const bool fails = is_invariant(form, symmetries);
      if (is_long && !fails) forms.push_back(form);
      if (!fails) break;
    }
  }
  return forms;
}

std::vector<bool> support_of(const LinearForm& form) {
  std::vector<bool> support;
  support.reserve(form.size());
  for (const std::int32_t c : form) support.push_back(c != 0);
  return support;
}

bool has_two(const std::vector<bool>& support) { return std::count(support.begin(), support.end(), true) == 2; }

/// The first forms, at most so many, before the second one in the same two variables.
std::span<const LinearForm> before_related(std::span<const LinearForm> forms, std::size_t most) {
  std::set<std::vector<bool>> seen;
  std::size_t count = 0;
  for (; count < std::min(most, forms.size()); ++count) {
    const auto support = support_of(forms[count]);
    if (has_two(support) && !seen.insert(support).second) break;
  }
  return forms.first(count);
}

}  // namespace

std::optional<ModularRepresentation> ModularEngine::try_form(const LinearForm& form, std::size_t least_points) {
  return std::move(try_forms(std::span(&form, 1), least_points)[0]);
}

std::vector<std::optional<ModularRepresentation>> ModularEngine::try_forms(std::span<const LinearForm> forms,
                                                                           std::size_t least_points) {
  for (const LinearForm& form : forms)
    for (std::size_t v = 0; v < form.size(); ++v)
      if (form[v] != 0) plan_->prepare(v);
  std::vector<std::optional<ModularRepresentation>> found(forms.size());
  parallel_for(ctx_, forms.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      found[i] = modular_representation(*plan_, forms[i], coefficients_for(forms[i]), {2 * plan_->degree(), true},
                                        least_points, p_, ctx_);
  });
  return found;
}

void ModularEngine::accept(const LinearForm& form, ModularRepresentation r) {
  form_ = form;
  points_ = static_cast<std::size_t>(r.polynomial.degree());
  minimal_ = r.minimal;
  enough_together_ = r.together;
  learnt_ = std::move(r);
}

void ModularEngine::choose_form(const ExecutionContext& reported) {
  const std::size_t n = system_.variables;
  struct Candidate {
    LinearForm form;
    ModularRepresentation representation;
  };
  const std::vector<VariablePermutation> symmetries = symmetries_of(system_, ctx_);
  std::vector<LinearForm> forms;
  for (std::size_t v = n; v-- > 0;) {
    LinearForm form(n, 0);
    form[v] = 1;
    if (!is_invariant(form, symmetries)) forms.push_back(std::move(form));
  }
  // Where two variables do not separate the points, others often do not either: that is told with less work when a
  // random form has described the points.
  std::vector<Candidate> candidates;
  const std::size_t tried_first =
      plan_->degree() <= most_for_test ? std::min<std::size_t>(2, forms.size()) : forms.size();
  // The first one mostly separates. Where sequences are long threads look at several others at a time.
  const std::size_t together = plan_->degree() <= least_ahead ? 1 : static_cast<std::size_t>(ctx_.threads());
  reported.progress("separating form", 0);
  for (std::size_t i = 0; i < tried_first;) {
    const auto batch = std::span(forms).subspan(i, i == 0 ? 1 : std::min(together, tried_first - i));
    auto found = try_forms(batch, 1);
    for (std::size_t k = 0; k < batch.size(); ++k) {
      if (!found[k]) continue;
      // The powers of the form span all residue classes: it separates.
      if (found[k]->minimal_degree == plan_->degree()) return accept(batch[k], std::move(*found[k]));
      candidates.push_back({batch[k], std::move(*found[k])});
    }
    i += batch.size();
    reported.progress("separating form", 0.4 * static_cast<double>(i) / static_cast<double>(tried_first));
  }
  forms.erase(forms.begin(), forms.begin() + static_cast<std::ptrdiff_t>(tried_first));
  // Where the powers of the form span all residue classes its representation is that of the quotient.
  const auto is_right = [&](const LinearForm& form, const ModularRepresentation& r) {
    return r.minimal_degree == plan_->degree() || satisfies(r, form, equations_, groups_, monomials_, ctx_);
  };
  // How many points there are is what a random form says.
  std::mt19937 random(p_.value());  // NOLINT(cert-msc51-cpp): a result must not change from run to run
  std::size_t points = 0;
  std::optional<Candidate> any;
  // Where sequences are long threads look at short forms beside it, which are those that come next if it tells.
  std::vector<std::optional<ModularRepresentation>> ahead;
  for (int attempt = 0; attempt < 2; ++attempt) {
    LinearForm form(n);
    for (std::int32_t& c : form) c = static_cast<std::int32_t>(random() % random_range) + 1;
    std::vector<LinearForm> batch{form};
    if (together > 1 && attempt == 0) {
      std::mt19937 after = random;
      std::vector<LinearForm> next = forms;
      std::ranges::move(small_forms(n, after, symmetries), std::back_inserter(next));
      const auto some = before_related(next, together - 1);
      batch.insert(batch.end(), some.begin(), some.end());
    }
    auto found = try_forms(batch, points + 1);
    std::optional<ModularRepresentation> r = std::move(found[0]);
    found.erase(found.begin());
    if (attempt > 0) ahead.clear();
    if (!r || !is_right(form, *r)) continue;
    if (attempt == 0) ahead = std::move(found);
    points = static_cast<std::size_t>(r->polynomial.degree());
    any = Candidate{std::move(form), std::move(*r)};
    // There cannot be more.
    if (points == plan_->degree()) break;
  }
  if (!any) throw DomainError("no separating form was found");
  reported.progress("separating form", 0.5);
  const auto separates = [&](const LinearForm& form, const ModularRepresentation& r) {
    return static_cast<std::size_t>(r.polynomial.degree()) >= points && is_right(form, r);
  };
  for (const Candidate& c : candidates)
    if (separates(c.form, c.representation)) return accept(c.form, c.representation);
  std::optional<SeparationTest> test;
  // Forms in the same two variables mostly fail together: after the first one a random one tells whether others may
  // separate the points.
  std::set<std::vector<bool>> tried;
  std::map<std::vector<bool>, bool> may_separate;
  const auto is_hopeless = [&](const LinearForm& form) {
    const std::vector<bool> support = support_of(form);
    if (!has_two(support) || tried.insert(support).second) return false;
    const auto [known, is_new] = may_separate.try_emplace(support, false);
    if (is_new) {
      LinearForm sample(n, 0);
      for (std::size_t v = 0; v < n; ++v)
        if (support[v]) sample[v] = static_cast<std::int32_t>(random() % random_range) + 1;
      if (test) {
        known->second = test->separates(sample);
      } else {
        const auto r = try_form(sample, points);
        known->second = r && separates(sample, *r);
      }
    }
    return !known->second;
  };
  for (LinearForm& form : small_forms(n, random, symmetries)) forms.push_back(std::move(form));
  for (auto form = forms.begin(); form != forms.end();) {
    const auto tried_forms = static_cast<double>(form - forms.begin());
    reported.progress("separating form", 0.5 + 0.5 * tried_forms / static_cast<double>(forms.size()));
    std::vector<LinearForm> batch;
    if (ahead.empty() && !test && points <= most_for_test) test.emplace(any->representation, p_, ctx_);
    const std::size_t most = !ahead.empty() ? ahead.size() : test ? 1 : together;
    for (; form != forms.end() && batch.size() < most; ++form)
      if (!is_hopeless(*form) && (!test || test->separates(*form))) batch.push_back(std::move(*form));
    const auto found = ahead.empty() ? try_forms(batch, points) : std::exchange(ahead, {});
    for (std::size_t k = 0; k < batch.size(); ++k)
      if (found[k] && separates(batch[k], *found[k])) return accept(batch[k], *found[k]);
  }
  accept(any->form, std::move(any->representation));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
