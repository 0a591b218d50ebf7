/** The remotes' screens, from the registry. */
import type { Screens } from '@shared/contract';
import { atom } from 'jotai';

/** Undefined until the registry has been read. */
export const screensAtom = atom<Screens | undefined>(undefined);
