import { atom } from 'jotai';
import type { AppRouter } from '../routing/create-router.tsx';

/** Whether the app's own data has come: without it nothing can be shown. */
export type BrandState =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; router: AppRouter };

export const brandStateAtom = atom<BrandState>({ status: 'loading' });
