import { type Cluster, startCluster } from '../cluster/start-cluster.ts';
import { ensureNats } from '../ensure-nats.ts';
import { ensureNginx } from '../ensure-nginx.ts';
import { logIn, startCharge, stopCharge } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { DIST, type Product, startProduct } from '../product/start-product.ts';

let cluster: Cluster | undefined;
let product: (Product & { stop: () => Promise<void> }) | undefined;
test.beforeAll(async () => {
  const nginx = ensureNginx();
  test.skip(!nginx || !ensureNats(), 'needs nginx and nats-server: install them, or run as root on Debian');
  if (!nginx) return;
  cluster = await startCluster(nginx, { count: 2, webAppDir: DIST, env: { SANDBOX: '1', NODE_ENV: 'test' } });
  product = await startProduct({ server: cluster });
});
// Stops the cluster as well.
test.afterAll(() => product?.stop());
test.use({ baseURL: async ({ playwright: _ }, use) => use(cluster?.url) });

/** Text that the screen shows for an offline charger. */
const CHARGER_OFFLINE = /O carregador está sem comunicação/;

test('a driver charges through a restart of every instance, and notices no more than the reconnect', async ({
  page,
}) => {
  if (!cluster || !product) throw new Error('the cluster is not running');
  const charger = await product.newCharger({ plugAfter: 1 });
  await logIn(page);
  await page.addInitScript(() => {
    const texts = new Set<string>();
    Object.assign(globalThis, { seenTexts: texts });
    new MutationObserver(() => texts.add(document.body?.textContent ?? '')).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  await startCharge(page, charger.number);
  const end = page.getByRole('button', { name: 'Finalizar recarga' });
  await expect(end).toBeVisible();
  for (let index = 0; index < cluster.count; index += 1) {
    const { code } = await cluster.restart(index);
    expect(code).toBe(0);
    await expect(end).toBeVisible();
  }
  const energyOf = async () => (await charger.look()).connectors[0]?.meterWh ?? 0;
  const energyBefore = await energyOf();
  await expect.poll(energyOf).toBeGreaterThan(energyBefore);
  await expect(page.getByRole('dialog', { name: 'Desconectado' })).toHaveCount(0);
  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  const texts = await page.evaluate(() => [...(Reflect.get(globalThis, 'seenTexts') as Set<string>)]);
  expect(texts.filter((text) => CHARGER_OFFLINE.test(text))).toEqual([]);
});
