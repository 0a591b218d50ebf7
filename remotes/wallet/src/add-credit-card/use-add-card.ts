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
 * Saves a card: what was typed goes to the provider, its token to our server. Where the server's answer was lost, the
 * same token is sent again under the same key, so that the card isn't saved twice. Only this screen's memory holds it.
 */
export function useAddCard(paymentFrame: () => PaymentFrame, isFirst: boolean) {
  const attempt = useRef<Attempt>(undefined);

  /** @throws CardTokenError of the provider, whose code and message are reported; ApiError of the server */
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
      // A refused token isn't offered again.
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

/** For the people who run this. That it can't be sent is nothing to the person, who was told of the error itself. */
function report({ code, message }: CardTokenError) {
  writes.reportTokenError({ code, message }).catch((error: unknown) => console.warn('token error', error));
}
