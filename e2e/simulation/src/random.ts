/** Reproducible random values, in streams that don't affect each other. */

export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns an integer from 0 to `below` - 1. */
  int(below: number): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Returns an independent stream. The same name always gives the same stream. */
  stream(name: string): Random;
}

/** Returns the values of a seed (sfc32; its period of at least 2^32 is enough for a run). */
export function createRandom(seed: string): Random {
  const [first = 0, second = 0, third = 0] = [0, 1, 2].map((part) => hash(`${part} ${seed}`));
  let [a, b, c, counter] = [first, second, third, 1];
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  }
  for (let round = 0; round < 12; round++) next();
  const int = (below: number) => Math.floor(next() * below);
  return {
    next,
    int,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick<T>(from: readonly T[]): T {
      const index = int(from.length);
      if (index >= from.length) throw new Error('nothing to pick from');
      return from[index] as T;
    },
    stream: (name) => createRandom(`${seed}/${name}`),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
