import { tidyEmail } from '@shared/brazil';
import { type Registration, tidied } from '@shared/forms';
import { Field } from '@shared/ui';
import { useSetAtom } from 'jotai';
import { LONGEST } from './longest.ts';
import { typedEmailAtom } from './typed-email.ts';

interface EmailFieldProps {
  field: Registration;
  label: string;
  error: string | undefined;
  /** `username` where a saved login is wanted. */
  autoComplete: 'username' | 'email';
  enterKeyHint: 'next' | 'send';
}

/** An account's e-mail, lower case and without spaces (specification, section 5). */
export function EmailField({ field, ...looks }: EmailFieldProps) {
  const setTyped = useSetAtom(typedEmailAtom);
  const tidy = tidied(field, tidyEmail);
  return (
    // No `type="email"`: such a field tells no caret, and hides the spaces that were typed.
    <Field
      {...looks}
      {...tidy}
      onChange={(event) => {
        tidy.onChange(event);
        setTyped(event.target.value);
      }}
      maxLength={LONGEST.email}
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
