import type { FilledSlot, RunnableRemote } from '@shared/contract';
import type { RemoteComponent } from './remote-source.ts';

/** Checked at run time, because the types don't cover what the network sends. */
export function componentOf(module: unknown): RemoteComponent {
  const found: unknown = module && typeof module === 'object' && 'Component' in module && module.Component;
  if (!isComponent(found)) throw new TypeError('the module has no Component');
  return found;
}

function isComponent(value: unknown): value is RemoteComponent {
  return typeof value === 'function' || (value !== null && typeof value === 'object' && '$$typeof' in value);
}

/** Returns what the first of these remotes fills a slot with. */
export const filledSlot = (remotes: readonly RunnableRemote[], name: string): FilledSlot | undefined =>
  remotes.flatMap(({ fills = [] }) => fills).find(({ slot }) => slot === name);
