/** What forms check before they are sent, with the messages of fields that several forms share. */
import { isEmail, isFullName, tidyEmail, tidyName } from '@shared/brazil';
import { strings } from './strings.ts';

const MIN_PASSWORD = 6;
/** Longest password that the server accepts. */
export const MAX_PASSWORD = 200;

/** Returns the message for a field that can't be sent. `values` are the form's. */
export type Rule<Values = unknown> = (text: string, values: Values) => string | undefined;

/** The rules of a text field. Its message is that of the first rule that it breaks. */
export interface FieldRules<Values = unknown> {
  /** Corrects the text before it is checked and sent. */
  tidy?: (text: string) => string;
  rules: readonly Rule<Values>[];
}

/** The rules of a form's fields. A field without any can always be sent. */
export type FormRules<Values> = { readonly [Name in keyof Values]?: FieldRules<Values> };

/** Requires a text that passes `isValid`. `message` is shown for any other. */
export const rule =
  (isValid: (text: string) => boolean, message: string): Rule =>
  (text) =>
    isValid(text) ? undefined : message;

const filled = rule((text) => text !== '', strings.required);

/** Any non-empty text. */
export const required: FieldRules = { rules: [filled] };

export const email: FieldRules = { tidy: tidyEmail, rules: [filled, rule(isEmail, strings.email)] };

export const fullName: FieldRules = { tidy: tidyName, rules: [filled, rule(isFullName, strings.fullName)] };

/** Hint for the field of a new password. */
export const PASSWORD_HINT = strings.passwordHint;

/** Password rule. `message` is shown for a password that is too short. */
export const password = (message: string = strings.shortPassword): FieldRules => ({
  rules: [filled, rule((text) => text.length >= MIN_PASSWORD, message)],
});

/** A field that repeats the password. `message` is shown if it differs. */
export const confirmation = (message: string): FieldRules<{ password: string }> => ({
  rules: [filled, (text, { password }) => (text === password ? undefined : message)],
});

export const firstBroken = <Values>(
  rules: FieldRules<Values>['rules'],
  text: string,
  values: Values,
): string | undefined => rules.map((check) => check(text, values)).find((message) => message !== undefined);
