// The tiles that kernels are compiled for: by the logarithm of the length that a pass transforms.
//
// Columns: as many as make whole memory transactions (four values are a sector), tiles as large as it takes for that
// and as small as it may be, so that short transforms have many blocks. Rows: the node itself.
#pragma once

#include "gpu/kernels/tile.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

using Columns4 = TileShape<10, 4>;
using Columns5 = TileShape<10, 4, 1>;
using Columns6 = TileShape<10, 4, 2>;
using Columns7 = TileShape<11, 4, 3>;
using Columns8 = TileShape<12, 4, 4>;
using Columns9 = TileShape<12, 4, 1, 4>;
using Columns10 = TileShape<13, 4, 2, 4>;
using Columns11 = TileShape<13, 4, 3, 4>;
using Columns12 = TileShape<14, 4, 4, 4>;

using Rows9 = TileShape<9, 4, 1, 4>;
using Rows10 = TileShape<10, 4, 2, 4>;
using Rows11 = TileShape<11, 4, 3, 4>;
using Rows12 = TileShape<12, 4, 4, 4>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
