/** Looks up what the demo's data names; a name that isn't there is a mistake in the data. */
export function byName<K, V>(map: ReadonlyMap<K, V>, name: K): V {
  const found = map.get(name);
  if (found === undefined) throw new Error(`the demo's data has no ${String(name)}`);
  return found;
}
