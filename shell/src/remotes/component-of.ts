import type { RemoteComponent } from './remote-source.ts';

/**
 * Returns the component of a remote's module, checked at run time because the network's content
 * isn't typed.
 */
export function componentOf(module: unknown): RemoteComponent {
  const found: unknown = module && typeof module === 'object' && 'Component' in module && module.Component;
  if (!isComponent(found)) throw new TypeError('the module has no Component');
  return found;
}

function isComponent(value: unknown): value is RemoteComponent {
  return typeof value === 'function' || (value !== null && typeof value === 'object' && '$$typeof' in value);
}
