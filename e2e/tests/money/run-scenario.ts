/**
 * Runs one random scenario, restores the connection, and returns what user, screens and ledger show
 * at the end.
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
import { CARD_OUTCOMES, type Command } from './commands.ts';
import { compareAfterRecovery } from './compare-after-recovery.ts';
import { Connection } from './connection.ts';
import { SimulatedUser } from './simulated-user.ts';

/**
 * End of a scenario: the user with intents and observations, the discrepancies found, and the
 * ledger.
 */
export type ScenarioResult = Awaited<ReturnType<typeof runScenario>>;

export async function runScenario(
  { backend, script }: { backend: Backend; script: Script },
  { secure, commands }: { secure: boolean; commands: Command[] },
) {
  const payer = await newPayer(backend, [...CARD_OUTCOMES]);
  const methods = [...payer.cards, PIX];
  const connection = new Connection(backend.url);
  const keyOf = (orderId: string) => keyOfOrder(backend, orderId);
  const user = new SimulatedUser(payer.token, secure, { script, connection, keyOf });
  const readLedger = () => ledgerSnapshot(backend, payer.id);
  try {
    for (const command of commands) await runCommand(command);
    connection.up = true;
    connection.fault = 'none';
    await connection.idle();
    await settleNow(backend);
    return await compareAfterRecovery(user, readLedger);
  } finally {
    for (const page of user.pages) page.close();
    await connection.idle();
    await expireOpenOrders(backend, payer.id);
  }

  async function runCommand(command: Command): Promise<void> {
    user.recordOutcomes();
    switch (command.what) {
      case 'top up':
        if (await user.openConfirmation(command.tab, methods[command.method] ?? PIX, command.reais))
          await confirmPayment(command);
        return;
      case 'open confirmation':
        await user.openConfirmation(command.tab, methods[command.method] ?? PIX, command.reais);
        return;
      case 'confirm':
        return confirmPayment(command);
      case 'cancel':
        return user.dismiss(command.tab);
      case 'reload':
        return user.reload(command.tab);
      case 'go home':
        await user.goHome(command.tab);
        return;
      case 'miss messages':
        return user.missMessages(command.tab);
      case 'lose the connection':
        connection.up = false;
        for (const page of user.pages) page.closeSockets();
        await wait(command.forMs);
        connection.up = true;
        return;
      case 'pause':
        await wait(command.forMs);
        return;
      case 'bank':
        return actAsBank(command);
    }
  }

  async function confirmPayment({
    tab,
    fault,
    taps,
    then,
    after,
  }: Extract<Command, { what: 'top up' | 'confirm' }>) {
    if (!user.confirm(tab, taps, fault)) return;
    if (then === 'wait') await user.outcome(tab);
    if (then === 'wait' || then === 'continue') return;
    await wait(after);
    if (then === 'reload') user.reload(tab);
    else user.open(tab);
  }

  /** Acts as the bank or the payment provider on one of the orders. */
  async function actAsBank({ does, order }: Extract<Command, { what: 'bank' }>) {
    const { orders } = await readLedger();
    const chosenOrder = orders[order % Math.max(1, orders.length)];
    if (!chosenOrder) return;
    const act = (what: string) =>
      fetch(`${backend.url}/sandbox/api/orders/${chosenOrder.id}/${what}`, { method: 'POST' });
    // An order with a declined card can't be paid.
    if (!['pending', 'captured', 'canceled', 'paid'].includes(chosenOrder.state)) return;
    if (does === 'pay late') {
      await act('expire');
      await settleNow(backend);
    }
    const action = does === 'refuse' ? 'decline' : 'pay';
    await Promise.all(Array.from({ length: does === 'pay twice' ? 3 : 1 }, () => act(action)));
  }
}
