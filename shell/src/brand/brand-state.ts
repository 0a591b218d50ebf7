import { atom } from 'jotai';

/** Whether the configuration and the brand are loaded. No screen can be rendered before that. */
export const brandStateAtom = atom<'loading' | 'failed' | 'ready'>('loading');
