/** Returns the names of the `{parameters}` in a path, in order. */
export const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
