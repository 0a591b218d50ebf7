/**
 * After the connection recovers: compares the screens with the ledger, finishes the open payments,
 * and compares again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerSnapshot } from '@e2e/backend/testing';
import { PRODUCT } from '@shared/contract';
import { pathsOf } from '@shared/router';
import { WAIT_MS } from '../../run/hang-limit.ts';
import type { Page } from './page.ts';
import type { Observation, SimulatedUser } from './simulated-user.ts';

const paths = pathsOf(PRODUCT.slug);
const MOST_TRIES = 10;
/** Before the test's own limit, so that it says what it waited for. */
const DEADLINE = performance.now() + WAIT_MS;
const SHOWN = new Set(['paid', 'captured', 'pending']);

/** @param read returns the current ledger */
export async function compareAfterRecovery(user: SimulatedUser, read: () => Promise<LedgerSnapshot>) {
  const wrong: string[] = [];
  // Tabs that missed messages reconnect, as after a phone leaves a tunnel.
  user.restoreMessages();
  for (const index of user.tabs) await compare(index, 'after the connection recovered');

  for (const intent of user.intents.open()) {
    const { method, cents } = intent;
    const observation = await finish(method, cents);
    if (!observation || observation.outcome === 'failed')
      wrong.push(`finishing ${cents} by ${method} showed ${observation?.outcome}, ${user.screens()}`);
    await user.dismiss(0);
  }

  // A new payment of the same amount makes a new order.
  const [first] = user.intents.all;
  if (first) {
    const earlierKeys = new Set((await read()).orders.map(({ key }) => key));
    const observation = await finish(first.method, first.cents);
    const keys = [...(observation?.intent.keys ?? [])];
    if (keys.length !== 1 || keys.some((key) => earlierKeys.has(key)))
      wrong.push(
        `a new payment of ${first.cents} by ${first.method} did not make one new order: ${observation?.outcome}, ${user.screens()}`,
      );
  }
  user.recordOutcomes();
  await compare(0, 'at the end');
  user.reload(0);
  await compare(0, 'after a reload');
  return { wrong, ledger: await read(), user };

  /**
   * Pays, again if that fails: a live message may navigate elsewhere, the overlay of a slow
   * reconnection may cover the button, or a request may time out.
   */
  async function finish(method: string, cents: number): Promise<Observation | undefined> {
    let observation: Observation | undefined;
    for (let times = 0; times < MOST_TRIES && (!observation || observation.outcome === 'failed'); times++)
      if ((await user.openConfirmation(0, method, cents / 100)) && user.confirm(0, 1, 'none'))
        observation = await user.outcome(0);
    return observation;
  }

  /** Compares until screen and ledger agree, since requests in flight may still change either. */
  async function compare(index: number, when: string) {
    const balance = async () =>
      `R$ ${((await read()).cents / 100).toFixed(2)}`.replace('.', ',').replace(THOUSANDS, '$1.$2');
    await expectAgreement(
      `${when}: balance on tab ${index}`,
      () => user.goHome(index),
      (page) => balanceOf(page) ?? 'nothing',
      balance,
    );
    await expectAgreement(
      `${when}: statement on tab ${index}`,
      async () => (await user.go(index, paths.extract())).page,
      rowsOf,
      async () => ledgerRows(await read()),
    );
  }

  /** @param go returns the page, back on the screen: a late response may navigate elsewhere */
  async function expectAgreement(
    what: string,
    go: () => Promise<Page>,
    shown: (page: Page) => string,
    truth: () => Promise<string>,
  ) {
    for (;;) {
      const page = await go();
      page.pressRetry();
      const expected = await truth();
      const seen = shown(page);
      if (seen === expected) return;
      if (performance.now() > DEADLINE)
        return wrong.push(`${what}: ${seen} on ${page.path} instead of ${expected}`);
      await wait(20);
    }
  }
}

const THOUSANDS = /(\d)(\d{3},)/;
const balanceOf = (page: Page) =>
  page.texts('header p').find(({ text }) => /^R\$ [\d.]+,\d\d$/.test(text))?.text;

const ledgerRows = ({ orders }: LedgerSnapshot) =>
  orders
    .filter(({ state }) => SHOWN.has(state))
    .map(({ id, state, cents }) => `${id} ${cents} ${state === 'paid' ? 'paid' : 'open'}`)
    .sort()
    .join();

const OPEN = /Em processamento|Aguardando pagamento/;
const rowsOf = (page: Page) =>
  page
    .texts('a[href*="/extract/credit/"]')
    .map(({ text, href }) => {
      const cents = /\+ R\$ ([\d.]+,\d\d)/.exec(text)?.[1]?.replace(/\D/g, '');
      return `${href.split('/').at(-1)} ${cents} ${OPEN.test(text) ? 'open' : 'paid'}`;
    })
    .sort()
    .join();
