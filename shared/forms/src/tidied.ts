import type { UseFormRegisterReturn } from 'react-hook-form';

/** Return value of React Hook Form's `register`. */
export type Registration = UseFormRegisterReturn;

/**
 * Returns the text a field should hold for its current one. `isWhole` is true if the caret is at
 * the end, as after pasting or autofill, and false while the user edits in the middle.
 */
export type Tidy = (typed: string, isWhole?: boolean) => string;

/**
 * Tidies a field's text during typing, such as removing spaces from an e-mail. The caret stays
 * behind the same letters and digits. Spread it like `register`: `<Field
 * {...tidied(register('email'), tidyEmail)} />`.
 */
export function tidied(field: Registration, tidy: Tidy) {
  return {
    ...field,
    onChange(event: { target: HTMLInputElement }) {
      tidyInput(event.target, tidy);
      return field.onChange(event);
    },
  };
}

/** Tidies the current text of an input; see `tidied`. */
export function tidyInput(input: HTMLInputElement, tidy: Tidy): void {
  const { value, selectionStart } = input;
  const isWhole = selectionStart === null || selectionStart === value.length;
  const tidyValue = tidy(value, isWhole);
  if (tidyValue === value) return;
  input.value = tidyValue;
  // Inputs of some types, such as `email`, don't expose the caret.
  if (selectionStart === null) return;
  const caret = isWhole ? tidyValue.length : caretIn(tidyValue, tidy(value.slice(0, selectionStart), false));
  input.setSelectionRange(caret, caret);
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Returns the caret position in a tidied text, given the tidied text before the caret, which may be
 * grouped differently.
 */
function caretIn(text: string, before: string): number {
  if (text.startsWith(before)) return before.length;
  let left = [...before].filter((character) => LETTER_OR_DIGIT.test(character)).length;
  let caret = 0;
  for (; left > 0 && caret < text.length; caret++) if (LETTER_OR_DIGIT.test(text.charAt(caret))) left--;
  return caret;
}
