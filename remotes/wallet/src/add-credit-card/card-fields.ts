/** Fields of a new card and their validation rules. The product defines the field names. */
import { isAmericanExpress, isCardNumber, isCpfCnpj, isCvv, isExpiry } from '@shared/brazil';
import { required } from '@shared/forms';
import * as z from 'zod/mini';
import { strings } from './strings.ts';

/** A required field that must pass `isValid`. */
const validated = (isValid: (text: string) => boolean, ...before: z.core.$ZodCheck<string>[]) =>
  z.pipe(required, z.string().check(...before, z.refine(isValid, strings.invalid)));

/** The number's groups and the CVV of three digits can't hold such a card. */
const notAmericanExpress = z.refine<string>((text) => !isAmericanExpress(text), strings.americanExpress);

const name = z.pipe(z.string().check(z.trim()), required);

export const CardFields = z.object({
  firstName: name,
  secondeName: name,
  cpfCnpj: z.string().check(z.refine(isCpfCnpj, strings.invalid)),
  cardNumber: validated(isCardNumber, notAmericanExpress),
  cardExpiredDate: validated((text) => isExpiry(text, new Date())),
  codeCVV: validated(isCvv),
  toggleSwitch: z.boolean(),
});
export type CardFields = z.output<typeof CardFields>;

export const EMPTY_CARD: CardFields = {
  firstName: '',
  secondeName: '',
  cpfCnpj: '',
  cardNumber: '',
  cardExpiredDate: '',
  codeCVV: '',
  toggleSwitch: false,
};
