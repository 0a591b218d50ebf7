import { plugNames } from './strings.ts';

/** The plug's name for people; a plug that isn't known keeps the name that it came with. */
export function plugName(plug: string): string {
  return plugNames[plug] ?? plug;
}
