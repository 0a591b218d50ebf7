/** Commands of the sandbox and of tests, over HTTP for another process. Not part of any provider's API. */
import { cobAsPayment, commandCob } from './api-pix/cobs.ts';
import type { Emulation } from './emulation.ts';
import { Behaviour } from './faults.ts';
import { type Handler, Refusal, type Route } from './http/serve.ts';
import { commandInvoice, invoiceAsPayment } from './iugu/invoices.ts';
import { Command, ImpossibleAction, type Payment } from './payment.ts';

export type Control = ReturnType<typeof createControl>;

export function createControl({ state, now, faults, notify, notifyPix }: Emulation) {
  return {
    /** Returns all payments, newest first. */
    payments: (): Payment[] =>
      [
        ...Object.values(state.invoices).map(invoiceAsPayment),
        ...Object.values(state.cobs).map((cob) => cobAsPayment(cob, now())),
      ].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)),

    /**
     * Performs a command on a payment, sends its notices and returns the payment; undefined if
     * there is none.
     * @throws ImpossibleAction
     */
    perform(id: string, command: Command): Payment | undefined {
      const invoice = state.invoices[id];
      const cob = state.cobs[id];
      if (invoice) {
        for (const { about, events } of commandInvoice(state.invoices, invoice, command, now()))
          notify(about, events);
        return invoiceAsPayment(invoice);
      }
      if (!cob) return undefined;
      for (const endToEndId of commandCob(cob, command, now())) notifyPix(cob, endToEndId);
      return cobAsPayment(cob, now());
    },

    /** Changes how the providers misbehave. */
    behave: faults.change,
  };
}

/** Routes of the control server: `GET /payments`, `POST /payments/{id}` (a command), `POST /behaviour`. */
export function controlRoutes(control: Control): Route[] {
  const refuse = (status: number, message: string) => new Refusal({ status, body: { error: { message } } });
  const command: Handler = ({ params: { id = '' }, body }) => {
    const read = Command.safeParse(body);
    if (!read.success) throw refuse(400, 'no such action');
    try {
      const payment = control.perform(id, read.data);
      if (!payment) throw refuse(404, 'no such payment');
      return { status: 200, body: payment };
    } catch (error) {
      throw error instanceof ImpossibleAction ? refuse(409, error.message) : error;
    }
  };
  return [
    ['GET', '/payments', () => ({ status: 200, body: control.payments() })],
    ['POST', '/payments/:id', command],
    [
      'POST',
      '/behaviour',
      ({ body }) => {
        const read = Behaviour.safeParse(body ?? {});
        if (!read.success) throw refuse(400, 'no such behaviour');
        control.behave(read.data);
        return { status: 200, body: read.data };
      },
    ],
  ];
}
