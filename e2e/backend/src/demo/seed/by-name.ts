/** Throws if the name is missing, which is a mistake in the demo data. */
export function byName<K, V>(map: ReadonlyMap<K, V>, name: K): V {
  const found = map.get(name);
  if (found === undefined) throw new Error(`the demo data has no ${String(name)}`);
  return found;
}
