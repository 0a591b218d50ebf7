import { plugNames } from './strings.ts';

/** Returns the plug's display name; an unknown plug keeps its own name. */
export function plugName(plug: string): string {
  // A server may send any name, also one of `Object.prototype`.
  return (Object.hasOwn(plugNames, plug) ? plugNames[plug] : undefined) ?? plug;
}
