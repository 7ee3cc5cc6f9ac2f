// The names of all thresholds: a table that names another one is refused, since its value would be lost silently.
//
// Their sections are declared where they are read, in the rooms above this one; a test compares them with this list.
#include "core/environment.hpp"

#include <algorithm>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::string_view sorted_names[] = {
    "fft.convolve_nd.long_row",
    "fft.convolve_nd.one_row",
    "fft.leaf_log",
    "gpu.device.conversion_attoseconds",
    "gpu.device.conversion_f31_attoseconds",
    "gpu.device.copy_megabytes_per_second",
    "gpu.device.down_megabytes_per_second",
    "gpu.device.job_nanoseconds",
    "gpu.device.launch_nanoseconds",
    "gpu.device.level_attoseconds",
    "gpu.device.level_f31_attoseconds",
    "gpu.device.many_threads",
    "gpu.device.mega_fma_per_second",
    "gpu.device.products_percent",
    "gpu.device.products_percent_on_many",
    "gpu.device.shifts_percent",
    "gpu.device.shifts_percent_on_many",
    "gpu.device.staged_megabytes_per_core",
    "gpu.device.up_megabytes_per_second",
    "gpu.device.word_products_percent",
    "gpu.device.word_products_percent_on_many",
    "poly.dense_multi.long_product",
    "poly.dense_multi.parallel_min_products",
    "poly.dense_multi.plain_products",
    "poly.dense_multi.plain_products_several_primes",
    "poly.dense_multi.plain_size",
    "poly.div.columns_length",
    "poly.div.kronecker_max_limbs",
    "poly.factor_zp.column_degree",
    "poly.factor_zp.forked_degree",
    "poly.factor_zp.narrow_column_degree",
    "poly.factor_zp.shifted_degree",
    "poly.gcd.parallel_min_products",
    "poly.mul.bivariate_limbs",
    "poly.mul.bivariate_percent",
    "poly.mul.blocked_min_bits",
    "poly.mul.blocked_percent",
    "poly.mul.classical_length",
    "poly.mul.classical_max_bits",
    "poly.mul.integer_transform_limbs",
    "poly.mul.karatsuba_base",
    "poly.mul.karatsuba_max_length",
    "poly.mul.karatsuba_max_total_bits",
    "poly.mul.karatsuba_min_bits",
    "poly.mul.kronecker_percent",
    "poly.mul.most_digit_products",
    "poly.mul.multimodular_length",
    "poly.mul.multimodular_percent",
    "poly.mul.one_limb_length",
    "poly.mul.parallel_min_limb_products",
    "poly.mul.plain_base",
    "poly.mul.plain_max_bits",
    "poly.mul.toom_cook_length",
    "poly.mul.transform_leaf_log",
    "poly.mul.two_point_length",
    "poly.mul.two_point_max_limbs",
    "poly.mul.word_classical_length",
    "poly.mul.word_karatsuba_base",
    "poly.mul.word_karatsuba_min_bits",
    "poly.mul.word_transform_length",
    "poly.mul_generic.karatsuba_length",
    "poly.mul_generic.parallel_length",
    "poly.multi_mul.array_ps",
    "poly.multi_mul.block",
    "poly.multi_mul.dense_place_ps",
    "poly.multi_mul.hashed_ps",
    "poly.multi_mul.heap_products",
    "poly.multi_mul.heap_ps",
    "poly.multi_mul.heap_range_products",
    "poly.multi_mul.merged_products",
    "poly.multi_mul.merged_ps",
    "poly.multi_mul.merged_term_ps",
    "poly.multi_mul.place_ps",
    "poly.multi_mul.range_places",
    "poly.multi_mul.range_products",
    "poly.multi_mul.row_ps",
    "poly.multi_mul.strip_pair_ps",
    "poly.multi_mul.strip_ps",
    "poly.multi_mul.term_ps",
    "poly.shift.cached_mebibytes",
    "poly.shift.horner_length",
    "poly.shift.parallel_min_limbs",
    "poly.shift.products_length",
    "poly.shift.two_limb_length",
    "poly.zp.division_length",
    "poly.zp.gcd_length",
    "poly.zp.half_gcd_length",
    "poly.zp.horner_length",
    "poly.zp.inverse_length",
    "poly.zp.matrix_length",
    "poly.zp.multipoint_length",
    "poly.zp.product_length",
    "poly.zp.tree_length",
    "rootiso.exact_degree",
    "rootiso.parallel_min_node_limbs",
};
static_assert(std::ranges::is_sorted(sorted_names));

}  // namespace

std::span<const std::string_view> tuning_names() noexcept { return sorted_names; }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
