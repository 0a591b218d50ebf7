/** Words that tie a surname to what is before it: `Maria da Silva`. They are part of it, not a name of their own. */
const PARTICLES: ReadonlySet<string> = new Set(['da', 'das', 'de', 'do', 'dos', 'di', 'du', 'e']);
const WORD = /^\p{L}+(?:['’-]\p{L}+)*$/u;

/** First name and the initial of the second: `Ana de Souza` is `Ana S.`, `Ana` stays `Ana`. */
export function shortName(name: string): string {
  const [first, second] = firstTwo(name);
  const initial = [...second][0];
  return initial ? `${first} ${initial.toLocaleUpperCase('pt-BR')}.` : first;
}

/**
 * Whether a text is a first and a last name: the second has 3 to 20 letters, with or without accents (specification,
 * section 5).
 */
export function isFullName(text: string): boolean {
  const [first, second] = firstTwo(text);
  const letters = second.match(/\p{L}/gu)?.length ?? 0;
  return WORD.test(first) && WORD.test(second) && letters >= 3 && letters <= 20;
}

/** First and second name, each empty where there is none. */
function firstTwo(text: string): [first: string, second: string] {
  const [first = '', ...others] = text.normalize('NFC').trim().split(/\s+/);
  return [first, others.find((word) => !PARTICLES.has(word.toLowerCase())) ?? ''];
}
