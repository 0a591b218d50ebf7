/**
 * Someone with a browser who adds credit: what they do there, what they mean by it, and what they
 * are told.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { PRODUCT } from '@shared/contract';
import { pathsOf } from '@shared/router';
import { FakeLocks, FakeStorage } from './device.ts';
import { type Intent, Intents, type Payment } from './intents.ts';
import type { Fault } from './network.ts';
import { Page, type PageOptions } from './page.ts';

const paths = pathsOf(PRODUCT.slug);
/**
 * Longer than any limit of a page, three times over: a machine may be so busy that calls run into
 * them.
 */
export const PATIENCE_MS = 20_000;
const DIGESTED_MS = 12;

export type Said = 'paid' | 'code' | 'processing' | 'denied' | 'error' | 'failed';
/** What a screen said of what was paid for. */
export interface Claim {
  intent: Intent;
  said: Said;
  orderId?: string | undefined;
}

type Surroundings = Pick<PageOptions, 'script' | 'network' | 'keyOf'>;

interface Tab {
  page: Page;
  /** What the question on the screen is about. */
  asking?: Intent | undefined;
  /**
   * What was said yes to. Whoever goes on at once may have said so before the call for it is sent.
   */
  meant: Intent[];
  /** What was said yes to last, until its screen is left. */
  paying?: Intent | undefined;
}

async function until<T>(look: () => T | undefined | false, patience = PATIENCE_MS): Promise<T | undefined> {
  const end = performance.now() + patience;
  for (;;) {
    const seen = look();
    if (seen) return seen;
    if (performance.now() > end) return undefined;
    await wait(8);
  }
}

export class Person {
  readonly intents = new Intents();
  readonly claims: Claim[] = [];
  readonly storage = new FakeStorage();
  readonly #tabs: (Tab | undefined)[] = [];
  readonly #options: Surroundings;
  readonly #locks: FakeLocks | undefined;

  constructor(token: string, secure: boolean, options: Surroundings) {
    this.#options = options;
    this.#locks = secure ? new FakeLocks() : undefined;
    this.storage.setItem(`token:${PRODUCT.slug}`, token);
  }

  get pages(): Page[] {
    return this.#tabs.flatMap((tab) => tab?.page ?? []);
  }

  /** Where the tabs are, for the message of a failure. */
  screens(): string {
    return this.pages.map(({ address, dialog }) => `${address} “${dialog}”`).join(', ');
  }

  /** Places of the tabs that are open. */
  get tabs(): number[] {
    return [...this.#tabs.keys()].filter((index) => this.#tabs[index]);
  }

  /** Types an address: the page is loaded anew. */
  open(index: number, path = paths.home()): Tab {
    this.look();
    this.#tabs[index]?.page.close();
    const tabOf = (page: Page) => this.#tabs.find((one) => one?.page === page);
    const tab: Tab = {
      meant: [],
      page: new Page(path, {
        ...this.#options,
        storage: this.storage,
        locks: this.#locks,
        onPaying: (page, payment, key) => this.intents.sent(meantBy(tabOf(page), payment), key),
        onTold: (key) => this.intents.tell(key),
      }),
    };
    this.#tabs[index] = tab;
    return tab;
  }

  reload(index: number): void {
    const tab = this.#tabs[index];
    if (tab) this.open(index, tab.page.address);
  }

  /** Goes to a screen within the page. */
  async go(index: number, path: string): Promise<Tab> {
    const tab = this.#tabs[index] ?? this.open(index);
    if (tab.page.dialog) await this.dismiss(index);
    const before = await until(() => {
      tab.page.tryAgain();
      return tab.page.screen;
    });
    if (tab.page.address === path) return tab;
    this.look();
    tab.asking = tab.paying = undefined;
    tab.page.follow(path);
    // The screen before it stays for a moment.
    await until(() => tab.page.screen !== before && tab.page.screen);
    return tab;
  }

  async goHome(index: number): Promise<Page> {
    return (await this.go(index, paths.home())).page;
  }

  /** The live connection of a tab goes dead without a word. */
  missMessages(index: number): void {
    const tab = this.#tabs[index];
    if (tab) tab.page.deaf = true;
  }

  /** Dead connections are found out, and made anew. */
  hearAgain(): void {
    for (const page of this.pages) {
      if (page.deaf) page.hangUp();
      page.deaf = false;
    }
  }

  /**
   * Chooses an amount and taps the button; what is meant by that depends on what is known by then.
   */
  async ask(index: number, method: string, reais: number): Promise<boolean> {
    const path = paths.addCredit(method);
    const tab = await this.go(index, path);
    // It may have led elsewhere by itself meanwhile.
    await until(() => tab.page.address !== path || tab.page.find('button', 'Adicionar Créditos'));
    const goOn = Promise.withResolvers<void>();
    this.#options.network.calm = goOn.promise;
    await wait(DIGESTED_MS);
    tab.page.find('label', `R$ ${reais},00`)?.click();
    await wait(1);
    const button = tab.page.find('button', 'Adicionar Créditos');
    if (button && tab.page.address === path) {
      this.look();
      tab.asking = this.intents.asked(method, reais * 100);
      button.click();
    }
    goOn.resolve();
    return (await until(() => tab.page.dialog === `Confirmar crédito de R$ ${reais},00`, 2000)) ?? false;
  }

  /** @returns whether there was anything to say yes to */
  sayYes(index: number, taps: number, fault: Fault): boolean {
    const tab = this.#tabs[index];
    const asked = tab?.asking;
    const button = tab?.page.find('button', 'Confirmar');
    if (!tab || !asked || !button) return false;
    this.look();
    this.#options.network.fault = fault;
    tab.meant.push(asked);
    tab.paying = asked;
    tab.asking = undefined;
    for (let tap = 0; tap < taps; tap++) button.click();
    return true;
  }

  /** Puts the dialog in front away. */
  async dismiss(index: number): Promise<void> {
    const tab = this.#tabs[index];
    this.look();
    for (const words of ['Cancelar', 'Fechar', 'Entendi']) tab?.page.find('dialog button', words)?.click();
    await wait(1);
  }

  /** Until the screen says how it ended. */
  async outcome(index: number): Promise<Claim | undefined> {
    const before = this.claims.length;
    const tab = this.#tabs[index];
    return until(() => {
      this.look();
      return this.claims
        .slice(before)
        .find(({ intent }) => intent === tab?.paying || tab?.paying === undefined);
    });
  }

  /** Takes note of what the screens say. */
  look(): void {
    for (const tab of this.#tabs) {
      const said = tab?.paying && readOutcome(tab.page);
      if (!tab?.paying || !said) continue;
      const [orderId] = /\d+$/.exec(tab.page.address) ?? [];
      const known = this.claims.at(-1);
      if (said === 'failed' && known?.intent === tab.paying && known.said === said) continue;
      this.claims.push({ intent: tab.paying, said, ...(said === 'code' && { orderId }) });
      if (said !== 'failed') tab.paying = undefined;
    }
  }
}

/** Which of a tab's yeses a call carries out. */
const meantBy = (tab: Tab | undefined, payment: Payment) =>
  tab?.meant.findLast(({ method, cents }) => method === payment.method && cents === payment.cents);

/** How a top-up ended, by what its screen shows; undefined while it doesn't tell. */
function readOutcome(page: Page): Said | undefined {
  const { address, dialog } = page;
  if (address === paths.home()) return 'paid';
  if (address.startsWith(paths.addPix('')) || address.startsWith(paths.creditReceipt(''))) return 'code';
  if (dialog === 'Procesando crédito...') return 'processing';
  if (dialog === 'Não autorizado') return 'denied';
  if (dialog !== 'Falha') return undefined;
  return page.text('p').includes('Erro ao completar') ? 'error' : 'failed';
}
