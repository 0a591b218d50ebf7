import { CREDIT_CARD, type PaymentMethod, PIX } from '@shared/contract';

/** What the kinds of payment method are called (specification, section 3); another kind as it is. */
const KINDS: Readonly<Record<string, string>> = { [CREDIT_CARD]: 'Crédito', [PIX]: 'Pix' };

export const kindWord = (itemType: string | undefined): string => KINDS[itemType ?? ''] ?? itemType ?? '';

/** What a card is called, such as `Visa 4242`: providers write brands as they like. */
export const described = (description: string): string =>
  description.charAt(0).toLocaleUpperCase('pt-BR') + description.slice(1);

/** What a saved card is called: its description, else the last digits that are known of it. */
export const cardTitle = ({ description, data, id }: PaymentMethod): string =>
  described(description || data?.display_number || id);

/** The cards among what is saved. */
export const cardsOf = (methods: readonly PaymentMethod[]): PaymentMethod[] =>
  methods.filter(({ item_type }) => item_type !== PIX);
