// Copies of vectors of residues.
#include <cstring>

#include <polyfork/ring/residue_vector.hpp>

#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

ResidueVector copy_of(const ResidueVector& residues) {
  ResidueVector copy;
  resize_unwritten(copy, residues.size());
  if (!residues.empty()) std::memcpy(copy.data(), residues.data(), residues.size() * sizeof(std::uint64_t));
  return copy;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
