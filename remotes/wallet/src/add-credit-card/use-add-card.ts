import { expiryOf, plainTaxNumber } from '@shared/brazil';
import { writes } from '@shared/client';
import { useWriteOnceInMemory } from '@shared/client/use-write-once-in-memory';
import type { CardFields } from './card-fields.ts';
import { CardTokenError } from './payment-frame/card-token.ts';
import type { PaymentFrame } from './payment-frame/open-payment-frame.ts';
import { strings } from './strings.ts';

/**
 * Saves a card: sends the form's values to the provider and the token to our server. After a lost
 * response the same token is sent again with the same idempotency key, so that the card isn't saved
 * twice; a refused token isn't sent again.
 * @returns a function that throws CardTokenError from the provider (its code and message are
 * reported) or ApiError from the server
 */
export function useAddCard(paymentFrame: () => PaymentFrame, isFirst: boolean) {
  return useWriteOnceInMemory({
    intent: (values: CardFields) => JSON.stringify(values),
    prepare: async (values) => {
      const { token, description } = await tokenOf(paymentFrame(), values);
      return {
        description: description || strings.title,
        token,
        set_as_default: isFirst || values.toggleSwitch,
        cpf_cnpj: plainTaxNumber(values.cpfCnpj),
      };
    },
    write: writes.addPaymentMethod,
  });
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
 * Reports the error to the operator. The form shows it to the user, so a failed report is only
 * logged.
 */
function report({ code, message }: CardTokenError) {
  writes.reportTokenError({ code, message }).catch((error: unknown) => console.warn('token error', error));
}
