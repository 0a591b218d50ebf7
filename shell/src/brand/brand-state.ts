import { atom } from 'jotai';

/** Whether the app's own data has come: without it nothing can be shown. */
export const brandStateAtom = atom<'loading' | 'failed' | 'ready'>('loading');
