// All kernels: POLYFORK_GPU_KERNEL(name, type of the parameters, threads, bytes of shared memory, function). Included
// by kernels.hpp, by the table of the processor and by that of CUDA, each with its own macro.

#define POLYFORK_GPU_COLUMNS(log)                                                                              \
  POLYFORK_GPU_KERNEL(forward_columns_##log, PassParameters<F50>, Columns##log::threads,                       \
                      (pass_shared_bytes<F50, Columns##log>()), (transform_forward<F50, Columns##log, false>)) \
  POLYFORK_GPU_KERNEL(inverse_columns_##log, PassParameters<F50>, Columns##log::threads,                       \
                      (pass_shared_bytes<F50, Columns##log>()), (transform_inverse<F50, Columns##log, false>))
// Columns of nodes that an earlier pass has made.
#define POLYFORK_GPU_INNER_COLUMNS(log)                                                                       \
  POLYFORK_GPU_KERNEL(forward_inner_##log, PassParameters<F50>, Columns##log::threads,                        \
                      (pass_shared_bytes<F50, Columns##log>()), (transform_forward<F50, Columns##log, true>)) \
  POLYFORK_GPU_KERNEL(inverse_inner_##log, PassParameters<F50>, Columns##log::threads,                        \
                      (pass_shared_bytes<F50, Columns##log>()), (transform_inverse<F50, Columns##log, true>))
#define POLYFORK_GPU_ROWS(log)                                                                          \
  POLYFORK_GPU_KERNEL(forward_rows_##log, PassParameters<F50>, Rows##log::threads,                      \
                      (pass_shared_bytes<F50, Rows##log>()), (transform_forward<F50, Rows##log, true>)) \
  POLYFORK_GPU_KERNEL(inverse_rows_##log, PassParameters<F50>, Rows##log::threads,                      \
                      (pass_shared_bytes<F50, Rows##log>()), (transform_inverse<F50, Rows##log, true>)) \
  POLYFORK_GPU_KERNEL(middle_rows_##log, MiddleParameters<F50>, Rows##log::threads,                     \
                      (middle_shared_bytes<F50, Rows##log>()), (transform_middle<F50, Rows##log>))

POLYFORK_GPU_COLUMNS(4)
POLYFORK_GPU_COLUMNS(5)
POLYFORK_GPU_COLUMNS(6)
POLYFORK_GPU_COLUMNS(7)
POLYFORK_GPU_COLUMNS(8)
POLYFORK_GPU_COLUMNS(9)
POLYFORK_GPU_COLUMNS(10)
POLYFORK_GPU_COLUMNS(11)
POLYFORK_GPU_COLUMNS(12)
POLYFORK_GPU_INNER_COLUMNS(8)
POLYFORK_GPU_ROWS(9)
POLYFORK_GPU_ROWS(10)
POLYFORK_GPU_ROWS(11)
POLYFORK_GPU_ROWS(12)
POLYFORK_GPU_KERNEL(multiply_values, PointwiseParameters<F50>, 256, 0, (multiply_pointwise<F50>))
POLYFORK_GPU_KERNEL(make_transform_tables, TableParameters<F50>, 256, 0, (make_tables<F50>))

POLYFORK_GPU_KERNEL(make_limb_powers, LimbPowerParameters, conversion_threads, 0, (make_limb_powers_kernel))
POLYFORK_GPU_KERNEL(residues_of_integers_4, IntegersToResidues, conversion_threads, 0,
                    (integers_to_residues<few_reduced_together>))
POLYFORK_GPU_KERNEL(residues_of_integers_8, IntegersToResidues, conversion_threads, 0,
                    (integers_to_residues<reduced_together>))
POLYFORK_GPU_KERNEL(residues_of_integers, IntegersToResidues, ResidueTile::threads, sizeof(ResidueTile),
                    (integers_to_residues_by_tiles))
POLYFORK_GPU_KERNEL(integers_of_residues, ResiduesToIntegers, IntegerTile<8>::threads, sizeof(IntegerTile<8>),
                    (residues_to_integers_by_tiles<8>))
POLYFORK_GPU_KERNEL(integers_of_residues_wide, ResiduesToIntegers, IntegerTile<16>::threads, sizeof(IntegerTile<16>),
                    (residues_to_integers_by_tiles<16>))
POLYFORK_GPU_KERNEL(integers_of_residues_1, ResiduesToIntegers, conversion_threads, 0, (residues_to_integers<2, 1>))
POLYFORK_GPU_KERNEL(integers_of_residues_2, ResiduesToIntegers, conversion_threads, 0, (residues_to_integers<3, 2>))
POLYFORK_GPU_KERNEL(integers_of_residues_3, ResiduesToIntegers, conversion_threads, 0, (residues_to_integers<4, 3>))
POLYFORK_GPU_KERNEL(integers_of_residues_4, ResiduesToIntegers, conversion_threads, 0, (residues_to_integers<5, 4>))
POLYFORK_GPU_KERNEL(integers_of_segments, SegmentsToIntegers, IntegerTile<8>::threads, sizeof(IntegerTile<8>),
                    (residues_to_integers_by_segments<8>))
POLYFORK_GPU_KERNEL(integers_of_segments_wide, SegmentsToIntegers, IntegerTile<16>::threads, sizeof(IntegerTile<16>),
                    (residues_to_integers_by_segments<16>))
POLYFORK_GPU_KERNEL(residues_of_words, WordsToResidues, conversion_threads, 0, (words_to_residues))
POLYFORK_GPU_KERNEL(words_of_residues, ResiduesToWords, conversion_threads, 0, (residues_to_words))
POLYFORK_GPU_KERNEL(words_of_residues_1, LiftToWords, conversion_threads, 0, (lift_to_words<1>))
POLYFORK_GPU_KERNEL(words_of_residues_2, LiftToWords, conversion_threads, 0, (lift_to_words<2>))
POLYFORK_GPU_KERNEL(words_of_residues_3, LiftToWords, conversion_threads, 0, (lift_to_words<3>))
POLYFORK_GPU_KERNEL(words_of_residues_4, LiftToWords, conversion_threads, 0, (lift_to_words<4>))

POLYFORK_GPU_KERNEL(running_products, RunningProducts, product_threads, product_threads * sizeof(double),
                    (make_running_products))
POLYFORK_GPU_KERNEL(inverse_residues, InverseResidues, conversion_threads, 0, (invert_residues))
POLYFORK_GPU_KERNEL(weighed_reversal, WeighedReversal, 256, 0, (weigh_reversed))

POLYFORK_GPU_KERNEL(magnitudes_of_rows, MagnitudesOfRows, conversion_threads, 0, (magnitudes_of_fixed_rows))
POLYFORK_GPU_KERNEL(rounded_integers, RoundedIntegers, conversion_threads, 0, (round_integers))

POLYFORK_GPU_KERNEL(sum_of_integers, SumOfIntegers, conversion_threads, 0, (add_integers_by_rows))
POLYFORK_GPU_KERNEL(sum_of_words, SumOfWords, conversion_threads, 0, (add_words_by_place))
POLYFORK_GPU_KERNEL(evaluate_words, WordEvaluation, evaluation_threads, evaluation_threads * sizeof(std::uint64_t),
                    (evaluate_blocks))
POLYFORK_GPU_KERNEL(repeat_fma, FmaRate, rate_threads, 0, (repeat_fma))

#define POLYFORK_GPU_FORMULAS(suffix, Multiplication)                                                                  \
  POLYFORK_GPU_KERNEL(base_transforms_##suffix, BaseTransforms, formula_threads, 0, (base_transforms<Multiplication>)) \
  POLYFORK_GPU_KERNEL(list_butterflies_##suffix, ListButterflies, formula_threads, 0,                                  \
                      (list_butterflies<Multiplication>))                                                              \
  POLYFORK_GPU_KERNEL(stride_twiddles_##suffix, StrideTwiddles, formula_threads, 0, (stride_twiddles<Multiplication>)) \
  POLYFORK_GPU_KERNEL(multiply_words_##suffix, WordProducts, formula_threads, 0, (multiply_words<Multiplication>))
POLYFORK_GPU_FORMULAS(quotient, DoubleQuotient)
POLYFORK_GPU_FORMULAS(montgomery, MontgomeryReduction)
POLYFORK_GPU_KERNEL(list_transpose, StridePermutation, formula_threads, 2 * formula_threads * sizeof(std::uint32_t),
                    (list_transpose))
POLYFORK_GPU_KERNEL(stride_permutation, StridePermutation, formula_threads, 0, (stride_permutation))
POLYFORK_GPU_KERNEL(half_butterflies, HalfButterflies, formula_threads, 0, (half_butterflies))
#define POLYFORK_GPU_BANDS(s)                                             \
  POLYFORK_GPU_KERNEL(multiply_bands_##s, PlainProducts, formula_threads, \
                      (plain_columns<s> + 2 * s) * sizeof(std::uint32_t), (multiply_bands<s>))
POLYFORK_GPU_BANDS(2)
POLYFORK_GPU_BANDS(4)
POLYFORK_GPU_BANDS(8)
POLYFORK_GPU_BANDS(16)
POLYFORK_GPU_KERNEL(add_bands, BandSums, formula_threads, 0, (add_bands))

#undef POLYFORK_GPU_FORMULAS
#undef POLYFORK_GPU_BANDS
#undef POLYFORK_GPU_COLUMNS
#undef POLYFORK_GPU_INNER_COLUMNS
#undef POLYFORK_GPU_ROWS
