import type { Cob } from './api-pix/cobs.ts';
import type { Faults } from './faults.ts';
import type { Invoice } from './iugu/invoices.ts';
import type { Account } from './payment.ts';

/** A card that was typed in a browser, under a token that can be used once. */
interface TypedCard {
  cardId: string;
  display_number: string;
  holder_name: string;
  month: number;
  year: number;
}

/** Everything that the emulator remembers, as plain JSON. */
export interface State {
  invoices: Record<string, Invoice>;
  tokens: Record<string, TypedCard>;
  deletedCards: string[];
  deletedCustomers?: string[];
  cobs: Record<string, Cob>;
  /** By Pix key. */
  webhooks: Record<string, { webhookUrl: string; criacao: string }>;
}

/** What the APIs share. */
export interface Emulation {
  accounts: readonly Account[];
  state: State;
  now: () => Date;
  faults: Faults;
  /** Sends iugu's triggers about an invoice. */
  notify: (invoice: Invoice, events: string[]) => void;
  /** Sends a notice of the Pix `endToEndId` of a charge. */
  notifyPix: (cob: Cob, endToEndId: string) => void;
}
