import type { PaymentMethod } from '@shared/contract';

/**
 * Returns the field values for a saved card; unknown ones are empty. The holder's name is split at
 * the first space.
 */
export function savedCardValues({ data, description }: PaymentMethod) {
  const { holder_name = '', display_number, month, year } = data ?? {};
  const [firstName = '', ...lastNames] = holder_name.trim().split(/\s+/);
  return {
    firstName,
    lastName: lastNames.join(' '),
    number: display_number ?? description ?? '',
    expiry: month && year ? `${month.padStart(2, '0')}/${year.slice(-2)}` : '',
  };
}
