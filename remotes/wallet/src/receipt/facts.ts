/** One labelled value on a receipt other than money. */
export interface Fact {
  label: string;
  value: string;
}

/** Drops facts without a value. */
export const dropMissing = (facts: { label: string; value: string | undefined }[]): Fact[] =>
  facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
