/** First name and the initial of the second: `Ana Souza` is `Ana S.`, `Ana` stays `Ana`. */
export function shortName(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/);
  const initial = second && [...second][0];
  return initial ? `${first} ${initial.toLocaleUpperCase('pt-BR')}.` : first;
}

/** Words that tie a surname to what is before it: `Maria da Silva`. They are part of it, not a name of their own. */
const PARTICLES: ReadonlySet<string> = new Set(['da', 'das', 'de', 'do', 'dos', 'di', 'du', 'e']);
const WORD = /^\p{L}+(?:['’-]\p{L}+)*$/u;

/**
 * Whether a text is a first and a last name: the second has 3 to 20 letters, with or without accents (specification,
 * section 5).
 */
export function isFullName(text: string): boolean {
  const [first = '', ...others] = text.normalize('NFC').trim().split(/\s+/);
  const second = others.find((word) => !PARTICLES.has(word.toLowerCase())) ?? '';
  const letters = second.match(/\p{L}/gu)?.length ?? 0;
  return WORD.test(first) && WORD.test(second) && letters >= 3 && letters <= 20;
}
