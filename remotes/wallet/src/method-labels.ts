import { CREDIT_CARD, type PaymentMethod, PIX } from '@shared/contract';

/** Labels of the payment method kinds; an unknown kind is shown unchanged. */
const KINDS = new Map<string, string>([
  [CREDIT_CARD, 'Crédito'],
  [PIX, 'Pix'],
]);

export const kindLabel = (itemType: string | undefined): string =>
  KINDS.get(itemType ?? '') ?? itemType ?? '';

/** Capitalizes a card description, such as `Visa 4242`; providers spell brands differently. */
export const capitalizeDescription = (description: string): string =>
  description.charAt(0).toLocaleUpperCase('pt-BR') + description.slice(1);

/** Returns the title of a saved card: its description, else its masked number, else its id. */
export const cardTitle = ({ description, data, id }: PaymentMethod): string =>
  capitalizeDescription(description || data?.display_number || id);

/** Returns the cards among the saved payment methods. */
export const cardsOf = (methods: readonly PaymentMethod[]): PaymentMethod[] =>
  methods.filter(({ item_type }) => item_type !== PIX);
