import * as z from 'zod/mini';
import { flag, id, optional, text, withDefault } from './fields.ts';

export const User = z.looseObject({
  id,
  name: withDefault(text, ''),
  email: withDefault(text, ''),
  phoneNumber: optional(text),
  cpf: optional(text),
  /** YYYY-MM-DD */
  birthdate: optional(text),
  hasPassword: optional(flag),
});
export type User = z.output<typeof User>;

export const LoginRequest = z.object({ email: text, password: text });
export const LoginAnswer = z.looseObject({ token: z.string().check(z.minLength(1)), user: optional(User) });

export const PushToken = z.object({
  PushToken: text,
  Platform: optional(text),
  IsLoggedIn: z.boolean(),
  AppVersion: optional(text),
});
