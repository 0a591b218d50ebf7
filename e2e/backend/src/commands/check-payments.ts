/** What `pnpm payments` finds out about the providers of each brand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppConfig } from '@shared/contract';
import type { FilePayments } from '../domain/money/payment/payments-file.ts';
import type { CardPort, Check, PixPort } from '../domain/money/payment/ports.ts';

interface Result extends Check {
  brand: string;
  kind: 'cards' | 'Pix';
}

/** Compares the providers with the site's settings, and asks them. Reads `config.json` in `siteDir`. */
export async function* checkPayments(payments: FilePayments, siteDir: string): AsyncIterable<Result> {
  const config = AppConfig.safeParse(JSON.parse(readFileSync(join(siteDir, 'config.json'), 'utf8'))).data;
  for (const { brand, kind, port } of portsOf(payments)) {
    const page = config?.brands?.[brand]?.payment ?? config?.payment;
    if (kind === 'cards') yield { brand, kind, ...checkPage(port.scriptAccountId, page) };
    const checks = await port
      .check()
      .catch((error: unknown) => [
        { ok: false, text: error instanceof Error ? error.message : String(error) },
      ]);
    for (const check of checks) yield { brand, kind, ...check };
  }
}

/** Registers the URL of notices where a provider has a call for that. */
export async function* registerWebhooks(payments: FilePayments, siteUrl: string): AsyncIterable<Result> {
  for (const { brand, kind, port } of portsOf(payments)) {
    if ('registerNotices' in port && port.registerNotices) {
      const url = `${siteUrl}/v1/notices/pix/${port.noticeSecret}`;
      yield { brand, kind, ...(await port.registerNotices(url)) };
    } else
      yield {
        brand,
        kind,
        ok: true,
        text: `enter ${siteUrl}/v1/notices/iugu/ and the secret as the URL of a trigger for all invoice events in iugu's panel.`,
      };
  }
}

function portsOf(payments: FilePayments) {
  return payments.brands.flatMap((brand) => {
    const { cards, pix } = payments.of(brand);
    const found: {
      brand: string;
      kind: Result['kind'];
      port: (CardPort | PixPort) & { scriptAccountId?: string };
    }[] = [];
    if (cards) found.push({ brand, kind: 'cards', port: cards });
    if (pix) found.push({ brand, kind: 'Pix', port: pix });
    return found;
  });
}

/** Compares the account of a provider's script, which creates the tokens of cards. */
function checkPage(accountId: string | undefined, page: AppConfig['payment']): Check {
  if (!page?.scriptUrl)
    return { ok: false, text: 'config.json has no payment.scriptUrl: no card can be entered.' };
  if (page.accountId !== accountId)
    return {
      ok: false,
      text: 'payment.accountId in config.json is another account than accountId in the file.',
    };
  if (page.testMode)
    return {
      ok: false,
      text: 'payment.testMode in config.json creates tokens that can only be charged in tests.',
    };
  return { ok: true, text: 'config.json has the script of this account.' };
}
