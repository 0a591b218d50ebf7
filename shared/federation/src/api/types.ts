/** API report by shared module. */
export type Api = Record<string, string>;

/** Exports by shared module: `Button`, or one member of an export, `queries.coupons`. */
export type Uses = Record<string, string[]>;

/** An export that one API has and another one lacks. */
export interface Loss {
  module: string;
  /** Absent if the whole module is lost. */
  name?: string;
  reason: string;
}

/** `Page of @shared/ui is missing`, `react has major version 20 instead of 19` */
export const describeLoss = ({ module, name, reason }: Loss): string =>
  `${name === undefined ? module : `${name} of ${module}`} ${reason}`;

/** `@shared/ui` → `shared-ui` */
export const fileOf = (module: string) => module.replace('@', '').replaceAll('/', '-');

/** Returns whether a shared module is ours; the others are libraries. */
export const isOwn = (module: string) => module.startsWith('@shared/');
