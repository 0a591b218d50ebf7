import { expiryOf, plainTaxNumber } from '@shared/brazil';
import { ApiError, newKey, writes } from '@shared/client';
import { useRef } from 'react';
import type { CardFields } from './card-fields.ts';
import { CardTokenError } from './payment-frame/card-token.ts';
import type { PaymentFrame } from './payment-frame/open-payment-frame.ts';
import { strings } from './strings.ts';

interface Attempt {
  typed: string;
  body: Parameters<typeof writes.addPaymentMethod>[0];
  key: string;
}

/**
 * Saves a card: sends the form's values to the provider and the token to our server. After a lost
 * response the same token is sent again with the same idempotency key, so that the card isn't saved
 * twice. The token is kept only in this component's memory.
 */
export function useAddCard(paymentFrame: () => PaymentFrame, isFirst: boolean) {
  const attempt = useRef<Attempt>(undefined);

  /**
   * @throws CardTokenError from the provider (its code and message are reported), ApiError from the
   * server
   */
  return async (values: CardFields) => {
    const typed = JSON.stringify(values);
    if (attempt.current?.typed !== typed) {
      const { token, description } = await tokenOf(paymentFrame(), values);
      const body = {
        description: description || strings.title,
        token,
        set_as_default: isFirst || values.toggleSwitch,
        cpf_cnpj: plainTaxNumber(values.cpfCnpj),
      };
      attempt.current = { typed, body, key: newKey() };
    }
    const { body, key } = attempt.current;
    try {
      await writes.addPaymentMethod(body, key);
      attempt.current = undefined;
    } catch (error) {
      // Don't send a refused token again.
      if (error instanceof ApiError && error.isDefinitive) attempt.current = undefined;
      throw error;
    }
  };
}

async function tokenOf(paymentFrame: PaymentFrame, values: CardFields) {
  const { month = '', year = '' } = expiryOf(values.cardExpiredDate) ?? {};
  try {
    return await paymentFrame.createToken({
      number: values.cardNumber.replaceAll(' ', ''),
      month,
      year,
      firstName: values.firstName,
      lastName: values.secondeName,
      cvv: values.codeCVV,
    });
  } catch (error) {
    if (error instanceof CardTokenError) report(error);
    throw error;
  }
}

/**
 * Reports the error to the operator. The user has already seen it, so a failed report is only
 * logged.
 */
function report({ code, message }: CardTokenError) {
  writes.reportTokenError({ code, message }).catch((error: unknown) => console.warn('token error', error));
}
