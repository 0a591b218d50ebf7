import { VIEWER_SEGMENT } from '@shared/contract';

/** Screens that are left alone for weeks, with nobody there to reload them or to tap 'Tentar novamente'. */
const WALL_SEGMENTS: ReadonlySet<string> = new Set([VIEWER_SEGMENT, 'valet']);

/** Whether the page's address is that of such a screen. */
export const isOnWall = () => location.pathname.split('/').some((segment) => WALL_SEGMENTS.has(segment));
