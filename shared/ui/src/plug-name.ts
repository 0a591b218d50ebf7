import { plugNames } from './strings.ts';

/** Returns the plug's display name; an unknown plug keeps its own name. */
export function plugName(plug: string): string {
  return plugNames[plug] ?? plug;
}
