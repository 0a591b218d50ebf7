/**
 * Runs one random scenario, restores the network, and returns what user, screens and ledger show at
 * the end.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Script } from 'node:vm';
import {
  type Backend,
  expireOpenOrders,
  keyOfOrder,
  ledgerSnapshot,
  newPayer,
  settleNow,
} from '@e2e/backend/testing';
import { PIX } from '@shared/contract';
import { CONDUCTS, type Command } from './commands.ts';
import { Network } from './network.ts';
import { Person } from './person.ts';
import { seenAfterwards } from './seen-afterwards.ts';

/** End of a scenario: the user with intents and claims, the discrepancies found, and the ledger. */
export type End = Awaited<ReturnType<typeof liveStory>>;

export async function liveStory(
  { backend, script }: { backend: Backend; script: Script },
  { secure, commands }: { secure: boolean; commands: Command[] },
) {
  const payer = await newPayer(backend, [...CONDUCTS]);
  const methods = [...payer.cards, PIX];
  const network = new Network(backend.url);
  const keyOf = (orderId: string) => keyOfOrder(backend, orderId);
  const person = new Person(payer.token, secure, { script, network, keyOf });
  const books = () => ledgerSnapshot(backend, payer.id);
  try {
    for (const command of commands) await happen(command);
    network.up = true;
    network.fault = 'none';
    await network.quiet();
    await settleNow(backend);
    return await seenAfterwards(person, books);
  } finally {
    for (const page of person.pages) page.close();
    await network.quiet();
    await expireOpenOrders(backend, payer.id);
  }

  async function happen(command: Command): Promise<void> {
    person.look();
    switch (command.what) {
      case 'top up':
        if (await person.ask(command.tab, methods[command.method] ?? PIX, command.reais))
          await sayYes(command);
        return;
      case 'ask':
        await person.ask(command.tab, methods[command.method] ?? PIX, command.reais);
        return;
      case 'say yes':
        return sayYes(command);
      case 'say no':
        return person.dismiss(command.tab);
      case 'reload':
        return person.reload(command.tab);
      case 'go home':
        await person.goHome(command.tab);
        return;
      case 'miss messages':
        return person.missMessages(command.tab);
      case 'lose the network':
        network.up = false;
        for (const page of person.pages) page.hangUp();
        await wait(command.forMs);
        network.up = true;
        return;
      case 'pause':
        await wait(command.forMs);
        return;
      case 'bank':
        return bank(command);
    }
  }

  async function sayYes({ tab, fault, taps, then, after }: Extract<Command, { what: 'top up' | 'say yes' }>) {
    if (!person.sayYes(tab, taps, fault)) return;
    if (then === 'wait') await person.outcome(tab);
    if (then === 'wait' || then === 'go on') return;
    await wait(after);
    if (then === 'reload') person.reload(tab);
    else person.open(tab);
  }

  /** Acts as the bank or the payment provider on one of the orders. */
  async function bank({ does, order }: Extract<Command, { what: 'bank' }>) {
    const { orders } = await books();
    const one = orders[order % Math.max(1, orders.length)];
    if (!one) return;
    const act = (what: string, body: object = {}) =>
      fetch(`${backend.url}/sandbox/api/orders/${one.id}/${what}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    // An order that the card refused can't be paid.
    if (!['pending', 'captured', 'canceled', 'paid'].includes(one.state)) return;
    if (does === 'pay late') {
      await act('expire');
      await settleNow(backend);
    }
    const notice = { state: does === 'refuse' ? 'canceled' : 'paid', endToEndId: `E-${one.id}` };
    await Promise.all(Array.from({ length: does === 'pay twice' ? 3 : 1 }, () => act('pay', notice)));
  }
}
