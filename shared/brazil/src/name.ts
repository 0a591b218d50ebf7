/** First name and the initial of the second: `Ana Souza` is `Ana S.`, `Ana` stays `Ana`. */
export function shortName(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/);
  const initial = second && [...second][0];
  return initial ? `${first} ${initial.toLocaleUpperCase('pt-BR')}.` : first;
}
