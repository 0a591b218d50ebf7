import {
  dayOfIso,
  isCpf,
  isoOfDay,
  isPhone,
  maskCpf,
  maskDay,
  maskPhone,
  phoneDigits,
  plainTaxNumber,
} from '@shared/brazil';
import { request, writes } from '@shared/client';
import { calls, type User } from '@shared/contract';
import { FormFailure, failureText, fullName, required, rule, useSendForm } from '@shared/forms';
import { Button } from '@shared/ui';
import { Field } from '@shared/ui/form-fields';
import { strings } from './strings.ts';

interface ProfileFormProps {
  user: User;
  /** True while the profile is being fetched: saving now could overwrite a newer version. */
  locked: boolean;
  /** Makes the CPF mandatory, for users sent here to add it. */
  cpfRequired: boolean;
  onSaved: (user: User) => void;
  /** Called after `onSaved`, unless the form was unmounted. */
  next: (() => void) | undefined;
}

/** Form of the user's personal data; the e-mail is read-only. */
export function ProfileForm({ user, locked, cpfRequired, onSaved, next }: ProfileFormProps) {
  const { field, formProps, submitProps, failure } = useSendForm({
    rules: cpfRequired ? WITH_CPF : RULES,
    defaultValues: fieldsOf(user),
    keepsInput: true,
    locked,
    send: async (values) => {
      // The call replaces every field, and some may have been changed elsewhere since the form was
      // filled in. Not read through the cache, where a failure would also show the screen's toast.
      const current = await request(calls.userProfile, {});
      const body = requestBody(user, { ...fieldsOf(current), ...changedFields(user, values) });
      await writes.changeProfile(body);
      return { ...current, ...body };
    },
    onSent: onSaved,
    failureOf: (error) => failureText(error, { 409: strings.taken }, strings.failed),
    next,
  });
  return (
    <form {...formProps}>
      <Field
        {...field('name')}
        label={strings.name}
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
      />
      <Field label={strings.email} value={user.email} type="email" autoComplete="email" readOnly />
      <Field
        {...field('phone', maskPhone)}
        label={strings.phone}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        placeholder="(00) 00000-0000"
      />
      <Field
        {...field('birthdate', maskDay)}
        label={strings.birthdate}
        inputMode="numeric"
        autoComplete="bday"
        placeholder={strings.birthdateHint}
      />
      <Field
        {...field('cpf', maskCpf)}
        label={strings.cpf}
        hint={cpfRequired && strings.cpfReason}
        inputMode="numeric"
        autoComplete="off"
        placeholder="000.000.000-00"
      />
      <FormFailure>{failure}</FormFailure>
      <Button {...submitProps} variant="primary" full>
        {strings.save}
      </Button>
    </form>
  );
}

const requestBody = ({ id, email }: User, { name, phone, birthdate, cpf }: ProfileFields) => ({
  id,
  email,
  name,
  phoneNumber: phoneDigits(phone),
  birthdate: isoOfDay(birthdate) ?? '',
  cpf: plainTaxNumber(cpf),
});

/** Accepts an empty text, or one that passes `isValid`. */
const optional = (isValid: (text: string) => boolean, message: string) => ({
  rules: [rule((text) => text === '' || isValid(text), message)],
});

function isBirthdate(day: string): boolean {
  const iso = isoOfDay(day);
  return iso !== undefined && iso <= new Date().toISOString().slice(0, 10);
}

const RULES = {
  name: fullName,
  phone: optional(isPhone, strings.invalidPhone),
  birthdate: optional(isBirthdate, strings.invalidBirthdate),
  cpf: optional(isCpf, strings.invalidCpf),
};
const WITH_CPF = { ...RULES, cpf: { rules: [...required.rules, ...RULES.cpf.rules] } };

/** Returns the values that differ from the user's. */
const changedFields = (user: User, values: ProfileFields): Partial<ProfileFields> => {
  const before: Record<string, string> = fieldsOf(user);
  return Object.fromEntries(Object.entries(values).filter(([name, text]) => text !== before[name]));
};

type ProfileFields = Record<keyof typeof RULES, string>;

const fieldsOf = (user: User): ProfileFields => ({
  name: user.name,
  phone: maskPhone(user.phoneNumber ?? ''),
  birthdate: dayOfIso(user.birthdate ?? ''),
  // A CPF that came as a number has lost its leading zeros.
  cpf: maskCpf(user.cpf?.padStart(11, '0') ?? ''),
});
