import type { ComponentType } from 'react';

/** A screen or a slot's component. The caller knows its props. */
export type RemoteComponent = ComponentType<Record<string, unknown>>;

/**
 * Returns the module's `Component`. Checked at run time, because types can't cover what the network
 * sends.
 * @throws TypeError if the module has no component
 */
export function componentOf(module: unknown): RemoteComponent {
  const found: unknown = module && typeof module === 'object' && 'Component' in module && module.Component;
  if (!isComponent(found)) throw new TypeError('the module has no Component');
  return found;
}

function isComponent(value: unknown): value is RemoteComponent {
  return typeof value === 'function' || (value !== null && typeof value === 'object' && '$$typeof' in value);
}
