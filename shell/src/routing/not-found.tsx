import { Navigate, pathsOf, useParams, usePaths } from '@shared/router';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { screensAtom } from '../remotes/screens.ts';
import { isBoard } from '../session/decide-access.ts';

/** First segments below the brand of all paths that screens link to, published or not. */
const LINKED: ReadonlySet<string | undefined> = new Set(
  Object.values(pathsOf('')).map((path) => {
    const address: string = Reflect.apply(path, undefined, ['', '']);
    return address.split(/[/?]/)[2];
  }),
);

/** What is missing at an address. */
type Missing = 'board' | 'home' | 'screen';

/** Redirects an unknown path to the home; says so for a board or a screen that isn't published. */
export function NotFound({ notices }: { notices: Record<Missing, ReactNode> }) {
  const [segment = ''] = useParams()['*']?.split('/') ?? [];
  const home = usePaths().home();
  const screen = useAtomValue(screensAtom)?.get(segment);
  if (isBoard(screen)) return notices.board;
  if (segment === '') return notices.home;
  return screen || !LINKED.has(segment) ? <Navigate to={home} replace /> : notices.screen;
}
