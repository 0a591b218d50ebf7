/** Particles of a surname, such as `Maria da Silva`; not counted as a name. */
const PARTICLES: ReadonlySet<string> = new Set(['da', 'das', 'de', 'do', 'dos', 'di', 'du', 'e']);
const WORD = /^\p{L}+(?:['’-]\p{L}+)*$/u;

/** Shortens to the first name and the second's initial: `Ana de Souza` is `Ana S.`, `Ana` stays. */
export function shortName(name: string): string {
  const [first, second] = firstTwo(name);
  const initial = [...second][0];
  return initial ? `${first} ${initial.toLocaleUpperCase('pt-BR')}.` : first;
}

/** Returns true for a first and a second name, the latter with 3 to 20 letters. */
export function isFullName(text: string): boolean {
  const [first, second] = firstTwo(text);
  const letters = second.match(/\p{L}/gu)?.length ?? 0;
  return WORD.test(first) && WORD.test(second) && letters >= 3 && letters <= 20;
}

/** Returns the first and second name; a missing name is empty. */
function firstTwo(text: string): [first: string, second: string] {
  const [first = '', ...others] = text.normalize('NFC').trim().split(/\s+/);
  return [first, others.find((word) => !PARTICLES.has(word.toLowerCase())) ?? ''];
}
