import { isLoggedInAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import type { RemoteSource } from '../remotes/remote-source.ts';
import { AccountBlock } from './account-block.tsx';
import { Bar } from './bar.tsx';
import { GuestBlock } from './guest-block.tsx';

/** Segments of the screens that have the shell's header, and what it holds there (specification, section 2). */
const FORMS: ReadonlyMap<string, 'home' | 'logo'> = new Map([
  ['', 'home'],
  ['login', 'logo'],
]);

/** The shell's header, on the few screens that have one. */
export function Header({ segment, source }: { segment: string; source: RemoteSource }) {
  const loggedIn = useAtomValue(isLoggedInAtom);
  const form = FORMS.get(segment);
  if (!form) return null;
  if (form === 'logo') return <Bar />;
  return <Bar>{loggedIn ? <AccountBlock source={source} /> : <GuestBlock />}</Bar>;
}
