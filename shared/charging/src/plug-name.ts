/** Display names of plugs (`cctName`). */
const NAMES: Readonly<Record<string, string>> = {
  type2: 'Tipo 2',
  j1772: 'J1772',
  chademo: 'CHAdeMO',
  ccs1: 'CCS 1',
  ccs2: 'CCS 2',
};

/** Returns the plug's display name; an unknown plug keeps its own name. */
export function plugName(plug: string): string {
  // A server may send any name, also one of `Object.prototype`.
  return (Object.hasOwn(NAMES, plug) ? NAMES[plug] : undefined) ?? plug;
}
