import type { UseFormRegisterReturn } from 'react-hook-form';

/** Return value of React Hook Form's `register`. */
export type Registration = UseFormRegisterReturn;

/**
 * Returns the formatted text of a field. `isWhole` is true if the caret is at the end, as after
 * pasting or autofill, and false while the user edits in the middle.
 */
export type Formatter = (typed: string, isWhole?: boolean) => string;

/**
 * Formats a field's text during typing; the caret stays behind the same letters and digits. Spread
 * the result like that of `register`.
 */
export function formatOnInput(field: Registration, format: Formatter) {
  return {
    ...field,
    onChange(event: { target: HTMLInputElement }) {
      formatInput(event.target, format);
      return field.onChange(event);
    },
  };
}

/** Formats the current text of an input; see `formatOnInput`. */
export function formatInput(input: HTMLInputElement, format: Formatter): void {
  const { value, selectionStart } = input;
  const isWhole = selectionStart === null || selectionStart === value.length;
  const formatted = format(value, isWhole);
  if (formatted === value) return;
  input.value = formatted;
  // Inputs of some types, such as `email`, don't expose the caret.
  if (selectionStart === null) return;
  const caret = isWhole
    ? formatted.length
    : caretIn(formatted, format(value.slice(0, selectionStart), false));
  input.setSelectionRange(caret, caret);
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** `before` is the formatted text before the caret, which may be grouped differently. */
function caretIn(text: string, before: string): number {
  if (text.startsWith(before)) return before.length;
  let left = [...before].filter((character) => LETTER_OR_DIGIT.test(character)).length;
  let caret = 0;
  for (; left > 0 && caret < text.length; caret++) if (LETTER_OR_DIGIT.test(text.charAt(caret))) left--;
  return caret;
}
