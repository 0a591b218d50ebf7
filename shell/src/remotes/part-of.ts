import type { Part } from './remote-source.ts';

/** The component of a module that a remote answered, checked: what comes over the network isn't typed by its promise. */
export function partOf(module: unknown): Part {
  const found: unknown = module && typeof module === 'object' && 'Component' in module && module.Component;
  if (!isComponent(found)) throw new TypeError('the module has no Component');
  return found;
}

function isComponent(value: unknown): value is Part {
  return typeof value === 'function' || (value !== null && typeof value === 'object' && '$$typeof' in value);
}
