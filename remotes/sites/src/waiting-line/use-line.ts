import { brandAtom, isLoggedInAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useModule } from '../use-module.ts';

/** Loads what shows waiting lines, for a user of a brand that offers them. */
export function useLine() {
  const { record } = useAtomValue(brandAtom);
  const isOffered = useAtomValue(isLoggedInAtom) && record?.waitingLine === true;
  const { data } = useModule('line', () => import(/* webpackChunkName: "line" */ './index.ts'), isOffered);
  return isOffered ? data : undefined;
}
