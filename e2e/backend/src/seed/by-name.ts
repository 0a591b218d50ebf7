/**
 * Looks up a name from the demo data.
 * @throws if it is missing, which is a mistake in that data
 */
export function byName<K, V>(map: ReadonlyMap<K, V>, name: K): V {
  const found = map.get(name);
  if (found === undefined) throw new Error(`the demo data has no ${String(name)}`);
  return found;
}
