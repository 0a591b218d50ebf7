import { tidyEmail } from '@shared/brazil';
import { formatOnInput, type Registration } from '@shared/forms';
import { Field } from '@shared/ui/form-fields';
import { useSetAtom } from 'jotai';
import { MAX_LENGTHS } from './max-lengths.ts';
import { strings } from './strings.ts';
import { typedEmailAtom } from './typed-email.ts';

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
