/**
 * Allowed top-up amounts, in BRL; the first is preselected. The type has no numbers, so that another
 * amount isn't another contract.
 */
export const TOP_UP_AMOUNTS: readonly [number, ...number[]] = [35, 60, 100, 150, 300];
