/**
 * Returns a name for use inside a sentence: one with Hebrew, Arabic or similar letters is enclosed in
 * isolating characters, so that it doesn't reorder the words and numbers beside it
 * (https://unicode.org/reports/tr9/#Explicit_Directional_Isolates). Other names stay the same. A
 * name on its own is in a `<bdi>` instead.
 */
export const isolate = (name: string): string =>
  /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;
