/** A simulated user who adds credit in a browser: actions, intents, and outcomes shown. */
import { setTimeout as wait } from 'node:timers/promises';
import { PRODUCT } from '@shared/contract';
import { pathsOf } from '@shared/router';
import type { Fault } from './connection.ts';
import { FakeLocks, FakeStorage } from './device.ts';
import { type Intent, Intents, type Payment } from './intents.ts';
import { Page, type PageOptions } from './page.ts';

const paths = pathsOf(PRODUCT.slug);
/**
 * Limits are in turns of the event loop, which the test shares with the pages, the backend and
 * its embedded database: on a slow machine, the turns take longer.
 */
const TURNS = 8000;
const SETTLE_TURNS = 12;
/** For replacing a screen that may stay the same. */
const REPLACED_TURNS = 25;
/** For a dialog that may not open. */
const DIALOG_TURNS = 250;

export type ShownOutcome = 'paid' | 'code' | 'processing' | 'denied' | 'error' | 'failed';
/** An outcome that a screen showed for an intent. */
export interface Observation {
  intent: Intent;
  outcome: ShownOutcome;
  orderId?: string | undefined;
}

type Environment = Pick<PageOptions, 'script' | 'connection' | 'keyOf'>;

interface Tab {
  page: Page;
  /** Path that the user last opened. */
  visited?: string;
  /** Intent of the confirmation dialog on screen. */
  openIntent?: Intent | undefined;
  /**
   * Confirmed intents. There may be several: a user who moves on at once may confirm again before
   * the first request is sent.
   */
  confirmed: Intent[];
  /** The last confirmed intent, until its screen is left. */
  paying?: Intent | undefined;
  /** Whether the failure that is on screen has been recorded. */
  hasFailed?: boolean;
}

async function until<T>(read: () => T | undefined | false, turns = TURNS): Promise<T | undefined> {
  for (let turn = 0; turn < turns; turn++) {
    const seen = read();
    if (seen) return seen;
    await wait(8);
  }
  return undefined;
}

export class SimulatedUser {
  readonly intents = new Intents();
  readonly observations: Observation[] = [];
  readonly storage = new FakeStorage();
  readonly #tabs: (Tab | undefined)[] = [];
  readonly #options: Environment;
  readonly #locks: FakeLocks | undefined;

  constructor(token: string, secure: boolean, options: Environment) {
    this.#options = options;
    this.#locks = secure ? new FakeLocks() : undefined;
    this.storage.setItem(`token:${PRODUCT.slug}`, token);
  }

  get pages(): Page[] {
    return this.#tabs.flatMap((tab) => tab?.page ?? []);
  }

  /** Returns the path and the dialog of each tab, for failure messages. */
  screens(): string {
    return this.pages.map(({ path, dialog }) => `${path} “${dialog}”`).join(', ');
  }

  /** Indexes of the open tabs. */
  get tabs(): number[] {
    return [...this.#tabs.keys()].filter((index) => this.#tabs[index]);
  }

  /** Opens a path in a tab by loading the page. */
  open(index: number, path = paths.home()): Tab {
    this.recordOutcomes();
    this.#tabs[index]?.page.close();
    const tabOf = (page: Page) => this.#tabs.find((one) => one?.page === page);
    const tab: Tab = {
      confirmed: [],
      page: new Page(path, {
        ...this.#options,
        storage: this.storage,
        locks: this.#locks,
        onPaying: (page, payment, key) =>
          this.intents.recordRequest(findConfirmed(tabOf(page), payment), key),
        onOutcome: (key) => this.intents.markSettled(key),
      }),
    };
    this.#tabs[index] = tab;
    return tab;
  }

  reload(index: number): void {
    const tab = this.#tabs[index];
    if (tab) this.open(index, tab.page.path);
  }

  /** Navigates to a screen within the page. */
  async go(index: number, path: string): Promise<Tab> {
    const tab = this.#tabs[index] ?? this.open(index);
    if (tab.page.dialog) await this.dismiss(index);
    const previousScreen = await until(() => {
      tab.page.pressRetry();
      return tab.page.screen;
    });
    if (tab.page.path !== path) {
      this.recordOutcomes();
      tab.openIntent = tab.paying = undefined;
      // A page that leaves `path` automatically and returns before its next screen is ready keeps
      // its screen.
      const mayStay = tab.visited === path;
      tab.page.navigate(path);
      // The previous screen stays until the next one is ready.
      await until(
        () => tab.page.screen !== previousScreen && tab.page.screen,
        mayStay ? REPLACED_TURNS : TURNS,
      );
    }
    tab.visited = path;
    return tab;
  }

  async goHome(index: number): Promise<Page> {
    return (await this.go(index, paths.home())).page;
  }

  /** Silently loses all further messages of a tab's live connection. */
  missMessages(index: number): void {
    const tab = this.#tabs[index];
    if (tab) tab.page.dropsMessages = true;
  }

  /** Replaces silent connections with working ones. */
  restoreMessages(): void {
    for (const page of this.pages) {
      if (page.dropsMessages) page.closeSockets();
      page.dropsMessages = false;
    }
  }

  /**
   * Selects an amount and opens its confirmation dialog. The intent depends on the outcomes known
   * at that moment.
   * @returns whether the dialog opened
   */
  async openConfirmation(index: number, method: string, reais: number): Promise<boolean> {
    const path = paths.addCredit(method);
    const tab = await this.go(index, path);
    // The page may navigate elsewhere automatically meanwhile.
    await until(() => tab.page.path !== path || tab.page.find('button', 'Adicionar Créditos'));
    const held = Promise.withResolvers<void>();
    this.#options.connection.responsesReleased = held.promise;
    for (let turn = 0; turn < SETTLE_TURNS; turn++) await wait(1);
    tab.page.find('label', `R$ ${reais},00`)?.click();
    await wait(1);
    const button = tab.page.find('button', 'Adicionar Créditos');
    if (button && tab.page.path === path) {
      this.recordOutcomes();
      tab.openIntent = this.intents.getOrCreate(method, reais * 100);
      button.click();
    }
    held.resolve();
    return (
      (await until(() => tab.page.dialog === `Confirmar crédito de R$ ${reais},00`, DIALOG_TURNS)) ?? false
    );
  }

  /**
   * Confirms the open dialog.
   * @returns whether there was one
   */
  confirm(index: number, taps: number, fault: Fault): boolean {
    const tab = this.#tabs[index];
    const intent = tab?.openIntent;
    const button = tab?.page.find('button', 'Confirmar');
    if (!tab || !intent || !button) return false;
    this.recordOutcomes();
    this.#options.connection.fault = fault;
    tab.confirmed.push(intent);
    tab.paying = intent;
    tab.openIntent = undefined;
    tab.hasFailed = false;
    for (let tap = 0; tap < taps; tap++) button.click();
    return true;
  }

  /** Closes the topmost dialog. */
  async dismiss(index: number): Promise<void> {
    const tab = this.#tabs[index];
    this.recordOutcomes();
    for (const words of ['Cancelar', 'Fechar', 'Entendi']) tab?.page.find('dialog button', words)?.click();
    await wait(1);
  }

  /** Waits until the screen shows the outcome of the confirmed payment. */
  async outcome(index: number): Promise<Observation | undefined> {
    const countBefore = this.observations.length;
    const tab = this.#tabs[index];
    return until(() => {
      this.recordOutcomes();
      return this.observations
        .slice(countBefore)
        .find(({ intent }) => intent === tab?.paying || tab?.paying === undefined);
    });
  }

  /** Records the outcomes that the screens show. */
  recordOutcomes(): void {
    for (const tab of this.#tabs) {
      const outcome = tab?.paying && readOutcome(tab.page);
      if (!tab?.paying || !outcome) continue;
      const [orderId] = /\d+$/.exec(tab.page.path) ?? [];
      if (outcome === 'failed' && tab.hasFailed) continue;
      tab.hasFailed = outcome === 'failed';
      this.observations.push({ intent: tab.paying, outcome, ...(outcome === 'code' && { orderId }) });
      if (outcome !== 'failed') tab.paying = undefined;
    }
  }
}

/** Returns the tab's confirmed intent that a payment request belongs to. */
const findConfirmed = (tab: Tab | undefined, payment: Payment) =>
  tab?.confirmed.findLast(({ method, cents }) => method === payment.method && cents === payment.cents);

/** Returns the outcome that a screen shows; undefined if it shows none yet. */
function readOutcome(page: Page): ShownOutcome | undefined {
  const { path, dialog } = page;
  if (path === paths.home()) return 'paid';
  if (path.startsWith(paths.addPix('')) || path.startsWith(paths.creditReceipt(''))) return 'code';
  if (dialog === 'Procesando crédito...') return 'processing';
  if (dialog === 'Não autorizado') return 'denied';
  if (dialog !== 'Falha') return undefined;
  return page.text('p').includes('Erro ao completar') ? 'error' : 'failed';
}
