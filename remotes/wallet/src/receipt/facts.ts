/** One thing that a receipt says beside money. */
export interface Fact {
  label: string;
  value: string;
}

/** Without what isn't known. */
export const present = (facts: { label: string; value: string | undefined }[]): Fact[] =>
  facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
