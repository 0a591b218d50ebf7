/** Particles of a surname, such as `Maria da Silva`; not counted as a name. */
const PARTICLES: ReadonlySet<string> = new Set(['da', 'das', 'de', 'do', 'dos', 'di', 'du', 'e']);
const WORD = /^\p{L}+(?:['’´`‑-]\p{L}+)*$/u;

/** Shortens to the first name and the second's initial: `Ana de Souza` is `Ana S.`, `Ana` stays. */
export function shortName(name: string): string {
  const [first, second = ''] = namesOf(name);
  const initial = [...second][0];
  return initial ? `${first} ${initial.toLocaleUpperCase('pt-BR')}.` : first;
}

/** Returns a name with composed accents and single spaces, without invisible characters. */
export const tidyName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/\s+/g, ' ');

/** Returns true for a first name and a later one with 3 to 20 letters: `João Sá Silva`. */
export function isFullName(text: string): boolean {
  const [first, ...others] = namesOf(text);
  return WORD.test(first) && others.some((name) => WORD.test(name) && hasLength(name));
}

function hasLength(name: string): boolean {
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  return letters >= 3 && letters <= 20;
}

/** Returns the first name, which may be empty, and the others without particles. */
function namesOf(text: string): [first: string, ...others: string[]] {
  const [first = '', ...others] = text.normalize('NFC').match(/[^\s\p{Cf}]+/gu) ?? [];
  return [first, ...others.filter((word) => !PARTICLES.has(word.toLowerCase()))];
}
