/** Changes that applying a network file makes, with one line each. */
import { isDeepStrictEqual } from 'node:util';

/**
 * `retire`: taken out of service and kept, because charges or accounts refer to it. `keep`: not in
 * the file but left unchanged, for the reason in `detail`.
 */
type Action = 'create' | 'change' | 'remove' | 'retire' | 'keep';

export interface Change {
  action: Action;
  /** For example `site estacao-trianon`. */
  what: string;
  detail?: string;
}

/** Fields to compare. A changed object or list is listed without its value. */
type Fields = Record<string, unknown>;

/** Describes which fields change, or returns undefined if none does. */
export function describeDifference(before: Fields, after: Fields): string | undefined {
  const changed = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  if (changed.length === 0) return undefined;
  return changed
    .map((name) => {
      const [from, to] = [formatValue(before[name]), formatValue(after[name])];
      return from === undefined || to === undefined ? name : `${name} ${from} → ${to}`;
    })
    .join(', ');
}

/** Compares values as they are stored: JSON has no undefined. */
export const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(asStored(one), asStored(other));
const asStored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;

function formatValue(value: unknown): string | undefined {
  if (value === null || value === undefined) return 'none';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? undefined : String(value);
}

/** Returns whether the change alters the database. */
export const isEffective = ({ action }: Change) => action !== 'keep';

export const formatChange = ({ action, what, detail }: Change) =>
  `${action.padEnd(6)}  ${what}${detail === undefined ? '' : `: ${detail}`}`;
