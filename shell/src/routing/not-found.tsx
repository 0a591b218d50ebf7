import { Navigate, pathsOf, usePaths } from '@shared/router';
import { segmentOf, usePathBelowBrand } from '@shared/router/screens';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { isBoard } from '../people/session/decide-access.ts';
import { screensAtom } from '../remotes/registry/screens.ts';

/** First segments below the brand of all paths that screens link to, published or not. */
const LINKED: ReadonlySet<string | undefined> = new Set(
  Object.values(pathsOf('')).map((path) => {
    const linkedPath: string = Reflect.apply(path, undefined, ['', '']);
    return linkedPath.split(/[/?]/)[2];
  }),
);

/** What is missing at a path. */
type Missing = 'board' | 'home' | 'screen';

/** Redirects an unknown path to the home; a missing board, home or screen gets a notice. */
export function NotFound({ notices }: { notices: Record<Missing, ReactNode> }) {
  const segment = segmentOf(usePathBelowBrand());
  const home = usePaths().home();
  const screen = useAtomValue(screensAtom)?.get(segment);
  if (isBoard(screen)) return notices.board;
  if (segment === '') return notices.home;
  return screen || !LINKED.has(segment) ? <Navigate to={home} replace /> : notices.screen;
}
