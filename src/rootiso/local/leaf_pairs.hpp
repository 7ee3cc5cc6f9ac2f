// Leaves in two digits: what the precision of words leaves undecided in a model that has more.
//
// The model is written in the Bernstein basis in numbers of two digits and bisected down to the undecided parts only.
// There f is small, or they had been decided: in units of its size there the coefficients are words again, and all that
// is below is decided as before. The way there is as long as the part is deep: a deep part's own model is cheaper.
#pragma once

#include "rootiso/local/bernstein_cells.hpp"
#include "rootiso/local/local_model.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether decide_in_pairs may tell more than words did, in less time than models of the undecided parts take.
bool worth_pairs(const LocalModel& model, const LeafResult& result);

/// Decides the undecided parts of a model's cell; those that stay undecided are parts of them. `result` is that of
/// decide_cells for the model's words, and is as ordered as before.
void decide_in_pairs(const LocalModel& model, unsigned narrowing, LeafResult& result);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
