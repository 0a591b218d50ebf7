import { dayOfIso, isCpf, isoOfDay, isPhone, maskCpf, maskPhone } from '@shared/brazil';
import type { User } from '@shared/contract';
import { fullName, required } from '@shared/forms';
import * as z from 'zod/mini';
import { strings } from './strings.ts';

/** Accepts an empty string, or one that passes `isValid`. */
const optional = (isValid: (text: string) => boolean, message: string) =>
  z.string().check(z.refine((text) => text === '' || isValid(text), message));

function isBirthdate(day: string): boolean {
  const iso = isoOfDay(day);
  return iso !== undefined && iso <= new Date().toISOString().slice(0, 10);
}

const cpf = optional(isCpf, strings.invalidCpf);

/** Schema of the profile form; `cpfRequired` makes the otherwise optional CPF mandatory. */
export const profileFields = (cpfRequired: boolean) =>
  z.object({
    name: fullName,
    phone: optional(isPhone, strings.invalidPhone),
    birthdate: optional(isBirthdate, strings.invalidBirthdate),
    cpf: cpfRequired ? z.pipe(required, cpf) : cpf,
  });
export type ProfileFields = z.output<ReturnType<typeof profileFields>>;

export const fieldsOf = (user: User): ProfileFields => ({
  name: user.name,
  phone: maskPhone(user.phoneNumber ?? ''),
  birthdate: dayOfIso(user.birthdate ?? ''),
  cpf: maskCpf(user.cpf ?? ''),
});
