import * as z from 'zod/mini';
import { flag, id, nonEmpty, optional, shownText, strictWithDefault, text } from './fields.ts';
import { withDefault } from './lenient.ts';

export const User = z.looseObject({
  id,
  name: withDefault(shownText, ''),
  email: withDefault(text, ''),
  phoneNumber: optional(id),
  cpf: optional(id),
  /** YYYY-MM-DD */
  birthdate: optional(text),
  hasPassword: optional(flag),
  /** Groups of the account at which releases may be aimed, such as `staff`. Not specified. */
  groups: z.optional(optional(z.array(text))),
});
export type User = z.output<typeof User>;

export const LoginRequest = z.object({ email: text, password: text });
export const LoginResponse = z.looseObject({ token: nonEmpty, user: optional(User) });

/** `POST /UserMessagesTicket`: opens the live stream once, within 30 s, as its query `ticket`. */
export const LiveTicket = z.looseObject({ ticket: nonEmpty });

export const PushToken = z.object({
  PushToken: text,
  Platform: optional(text),
  IsLoggedIn: withDefault(z.boolean(), false),
  AppVersion: optional(text),
});

/**
 * `POST /userregister`, and its response: the e-mail to which the confirmation was sent, if the
 * backend returns it. Any other text is accepted, but an HTML page doesn't mean that the account exists.
 */
export const RegisterRequest = z.object({ name: shownText, email: text, password: text });
const NO_DETAILS = { email: undefined, confirmationSent: undefined };
/** `confirmationSent` is false if the confirmation mail wasn't sent in time; absent if unknown. */
export const RegisterResponse = strictWithDefault(
  z.union([
    z.looseObject({ email: optional(text), confirmationSent: optional(flag) }),
    z.pipe(
      z.string().check(z.regex(/^[^<]/)),
      z.transform((_: string) => NO_DETAILS),
    ),
  ]),
  NO_DETAILS,
);

/** `POST /ResetPassword`: the new password, and the token from the mail. */
export const ResetRequest = z.object({ password: text, token: text });

/** `PUT /userprofile`: date as YYYY-MM-DD, CPF and phone as digits. Empty, absent or null clears a field. */
export const ProfileChange = z.object({
  id,
  email: text,
  name: shownText,
  phoneNumber: withDefault(text, ''),
  cpf: withDefault(text, ''),
  birthdate: withDefault(text, ''),
});

/** `POST /ChangePassword`. The server decides whether `oldPassword` is required. */
export const PasswordChange = z.object({ oldPassword: z.optional(optional(text)), newPassword: text });
