import { centsFromReais, formatBRL } from '@shared/brazil';

/** Returns the sum of amounts in BRL, in cents. */
export const sumOf = (parts: readonly { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + centsFromReais(amount), 0);

export const formatAmount = ({ amount }: { amount: number }): string => formatBRL(centsFromReais(amount));
