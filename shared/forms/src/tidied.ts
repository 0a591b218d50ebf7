import type { UseFormRegisterReturn } from 'react-hook-form';

/** What a form's `register` gives a field. */
export type Registration = UseFormRegisterReturn;

/**
 * What may stand in a field of what is in it now. It is whole where the caret is at its end, as after pasting or filling
 * in; elsewhere it is being changed in its midst.
 */
export type Tidy = (typed: string, isWhole?: boolean) => string;

/**
 * A field whose text is tidied as it is typed in, such as an e-mail that has no spaces. The caret stays where it was:
 * behind the same letters and digits.
 * Spread it as `register` is: `<Field {...tidied(register('email'), tidyEmail)} />`.
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

/** Tidies what a text field shows; see `tidied`. */
export function tidyInput(input: HTMLInputElement, tidy: Tidy): void {
  const { value, selectionStart } = input;
  const isWhole = selectionStart === null || selectionStart === value.length;
  const tidyValue = tidy(value, isWhole);
  if (tidyValue === value) return;
  input.value = tidyValue;
  // Fields of some types, such as `email`, know no caret.
  if (selectionStart === null) return;
  const caret = isWhole ? tidyValue.length : caretIn(tidyValue, tidy(value.slice(0, selectionStart), false));
  input.setSelectionRange(caret, caret);
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Where the caret stands in a tidy text, by what is before it; alone that may be grouped in another way. */
function caretIn(text: string, before: string): number {
  if (text.startsWith(before)) return before.length;
  let left = [...before].filter((character) => LETTER_OR_DIGIT.test(character)).length;
  let caret = 0;
  for (; left > 0 && caret < text.length; caret++) if (LETTER_OR_DIGIT.test(text.charAt(caret))) left--;
  return caret;
}
