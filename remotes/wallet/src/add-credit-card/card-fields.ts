/** Fields of a new card and their validation rules. The product defines the field names. */
import { isAmericanExpress, isCardNumber, isCpfCnpj, isCvv, isExpiry } from '@shared/brazil';
import { type FormRules, required, rule } from '@shared/forms';
import { strings } from './strings.ts';

export interface CardFields {
  firstName: string;
  secondeName: string;
  cpfCnpj: string;
  cardNumber: string;
  cardExpiredDate: string;
  codeCVV: string;
  toggleSwitch: boolean;
}

const valid = (isValid: (text: string) => boolean) => rule(isValid, strings.invalid);
const requiredAnd = (...rules: ReturnType<typeof rule>[]) => ({ rules: [...required.rules, ...rules] });

/** The number's groups and the CVV of three digits can't hold such a card. */
const notAmericanExpress = rule((text) => !isAmericanExpress(text), strings.americanExpress);

const name = { ...required, tidy: (text: string) => text.trim() };

export const RULES: FormRules<CardFields> = {
  firstName: name,
  secondeName: name,
  cpfCnpj: { rules: [valid(isCpfCnpj)] },
  cardNumber: requiredAnd(notAmericanExpress, valid(isCardNumber)),
  cardExpiredDate: requiredAnd(valid((text) => isExpiry(text, new Date()))),
  codeCVV: requiredAnd(valid(isCvv)),
};

export const EMPTY_CARD: CardFields = {
  firstName: '',
  secondeName: '',
  cpfCnpj: '',
  cardNumber: '',
  cardExpiredDate: '',
  codeCVV: '',
  toggleSwitch: false,
};
