/** Display names of plugs (`cctName`). A map, as a server may send any name, also `constructor`. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['type2', 'Tipo 2'],
  ['j1772', 'J1772'],
  ['chademo', 'CHAdeMO'],
  ['ccs1', 'CCS 1'],
  ['ccs2', 'CCS 2'],
]);

/** Returns the plug's display name; an unknown plug keeps its own name. */
export const plugName = (plug: string): string => NAMES.get(plug) ?? plug;
