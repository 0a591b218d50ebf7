import type { UseFormRegisterReturn } from 'react-hook-form';

/** What a form's `register` gives a field. */
export type Registration = UseFormRegisterReturn;

/**
 * A field whose text is tidied as it is typed in, such as an e-mail that has no spaces. The caret stays where it was.
 * Spread it as `register` is: `<Field {...tidied(register('email'), tidyEmail)} />`.
 */
export function tidied(field: Registration, tidy: (typed: string) => string) {
  return {
    ...field,
    onChange(event: { target: HTMLInputElement }) {
      tidyInput(event.target, tidy);
      return field.onChange(event);
    },
  };
}

/** Tidies what a text field shows; the caret stays where it was. */
export function tidyInput(input: HTMLInputElement, tidy: (typed: string) => string): void {
  const { value, selectionStart } = input;
  const tidyValue = tidy(value);
  if (tidyValue === value) return;
  input.value = tidyValue;
  // Fields of some types, such as `email`, know no caret.
  if (selectionStart === null) return;
  const caret = tidy(value.slice(0, selectionStart)).length;
  input.setSelectionRange(caret, caret);
}
