import { codeOf } from '@shared/client';
import { PASSWORD_REFUSALS } from '@shared/contract';
import { strings } from './strings.ts';

/** Returns the message if the server refused a new password, or undefined for any other failure. */
export function passwordRefusal(error: unknown): string | undefined {
  const refusal = PASSWORD_REFUSALS.find((code) => code === codeOf(error));
  return refusal && strings.passwordRefusals[refusal];
}
