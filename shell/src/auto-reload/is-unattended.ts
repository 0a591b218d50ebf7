import { VIEWER_SEGMENT } from '@shared/contract';

/**
 * Unattended screens: they run for weeks without a user who could reload them or tap 'Tentar
 * novamente'.
 */
const UNATTENDED_SEGMENTS: ReadonlySet<string> = new Set([VIEWER_SEGMENT, 'valet']);

/** Returns whether the page shows an unattended screen. */
export const isUnattended = () =>
  location.pathname.split('/').some((segment) => UNATTENDED_SEGMENTS.has(segment));
