/** What `pnpm payments` finds out about the providers of each brand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppConfig } from '@shared/contract';
import type { PaymentsFile } from '../domain/money/payment/payments-file.ts';
import type { Check } from '../domain/money/payment/ports.ts';
import { readBuiltBrands } from '../network/import-brands.ts';
import { systemClock } from '../platform/clock.ts';
import { systemTransports } from '../platform/transports.ts';

interface Result extends Check {
  brand: string;
  kind: 'cards' | 'Pix' | 'brand';
}

/** Compares the file with the brands and `config.json` in the web app's folder, and asks the providers. */
export async function* checkPayments(payments: PaymentsFile, webAppDir: string): AsyncIterable<Result> {
  const config = AppConfig.safeParse(JSON.parse(readFileSync(join(webAppDir, 'config.json'), 'utf8'))).data;
  const { found } = await readBuiltBrands(webAppDir);
  for (const brand of payments.brands.filter((name) => !found.some(({ slug }) => slug === name)))
    yield { brand, kind: 'brand', ok: false, text: 'the web app has no brand of this name: is it misspelt?' };
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
export async function* registerWebhooks(payments: PaymentsFile, webAppUrl: string): AsyncIterable<Result> {
  for (const { brand, kind, port } of portsOf(payments)) {
    if (kind === 'Pix' && port.registerNotices) {
      const url = `${webAppUrl}/v1/notices/pix/${port.noticeSecret}`;
      yield { brand, kind, ...(await port.registerNotices(url)) };
    } else
      yield {
        brand,
        kind,
        ok: true,
        text: `enter ${webAppUrl}/v1/notices/iugu/ and the secret as the URL of a trigger for all invoice events in iugu's panel.`,
      };
  }
}

function portsOf(payments: PaymentsFile) {
  const ports = payments.createPorts({ clock: systemClock, transports: systemTransports });
  return payments.brands.flatMap((brand) => {
    const { cards, pix } = ports.of(brand);
    return [
      ...(cards ? [{ brand, kind: 'cards' as const, port: cards }] : []),
      ...(pix ? [{ brand, kind: 'Pix' as const, port: pix }] : []),
    ];
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
