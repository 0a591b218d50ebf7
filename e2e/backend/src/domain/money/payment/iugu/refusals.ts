/** Why an acquirer declined: iugu's LR (ABECS's response codes), and the older ones of acquirers. */
import type { Refusal } from '../../../../platform/database/schema.ts';

const CODES: Record<Exclude<Refusal, 'other' | 'issuer'>, string> = {
  funds: '51 61 65 116 A5 BL N4',
  card: '04 07 34 36 41 43 46 57 62 63 67 75 78 79 83 R0 R1 R3 AC AF FC 05-C',
  expired: '33 54 101 BP',
  data: '14 15 55 56 76 77 82 86 BV FB N7 KE 80 81 89 98-D',
  fraud: '59 AG AI GF',
  retry: '19 28 85 91 92 93 96 98 99 AA AE BO FM GD TR',
};
const FAMILIES = new Map(
  Object.entries(CODES).flatMap(([family, codes]) =>
    codes.split(' ').map((code) => [code, family as Refusal] as const),
  ),
);

/** Returns the family of an LR; `issuer` for one that says no more than that the issuer declined. */
export const refusalOf = (lr: string | null | undefined): Refusal =>
  FAMILIES.get((lr ?? '').trim().toUpperCase()) ?? 'issuer';
