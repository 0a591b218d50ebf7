/** API report by shared module. */
export type Api = Record<string, string>;

/** Exports by shared module: `Button`, or one member of an export, `queries.coupons`. */
export type Uses = Record<string, string[]>;

/** An export that one API has and another one lacks. */
export interface Loss {
  module: string;
  name: string;
  reason: string;
}

/** Returns whether a shared module is ours; the others are libraries. */
export const isOwn = (module: string) => module.startsWith('@shared/');
