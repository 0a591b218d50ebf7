import { type ComponentProps, useState } from 'react';
import { Eye, EyeOff } from '../icons.ts';
import { words } from '../strings.ts';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';

/** Set `autoComplete` to 'current-password' or 'new-password'. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={shown ? words.hidePassword : words.showPassword}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
