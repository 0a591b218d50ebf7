import { VIEWER_SEGMENT } from '@shared/contract';

/**
 * Unattended screens: they run for weeks without a user who could reload them or tap 'Tentar
 * novamente'.
 */
const WALL_SEGMENTS: ReadonlySet<string> = new Set([VIEWER_SEGMENT, 'valet']);

/** Returns whether the page shows an unattended screen. */
export const isOnWall = () => location.pathname.split('/').some((segment) => WALL_SEGMENTS.has(segment));
