import { tidyEmail } from '@shared/brazil';
import { formatOnInput, MAX_PASSWORD, type Registration } from '@shared/forms';
import { Field } from '@shared/ui/form-fields';
import { atom, useSetAtom } from 'jotai';
import { strings } from './strings.ts';

/** Maximum field lengths: RFC 5321's for e-mail, and more than any name or password needs. */
export const MAX_LENGTHS = { email: 254, name: 120, password: MAX_PASSWORD } as const;

/** The last e-mail typed into a form, shared by login, registration and forgotten password. */
export const typedEmailAtom = atom('');

interface EmailFieldProps {
  field: Registration & { error: string | undefined };
  /** `username` to offer stored logins. */
  autoComplete: 'username' | 'email';
  enterKeyHint: 'next' | 'send';
}

/** The account's e-mail, which is kept in lower case and without spaces. */
export function EmailField({ field, ...hints }: EmailFieldProps) {
  const setTyped = useSetAtom(typedEmailAtom);
  const tidy = formatOnInput(field, tidyEmail);
  return (
    // `type="email"` would hide the caret position and strip typed spaces from the value.
    <Field
      {...hints}
      {...tidy}
      label={strings.email}
      error={field.error}
      onChange={(event) => {
        tidy.onChange(event);
        setTyped(event.target.value);
      }}
      maxLength={MAX_LENGTHS.email}
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
