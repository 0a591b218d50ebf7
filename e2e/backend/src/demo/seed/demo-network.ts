/** The network of the demo, which is an ordinary network file. */
import { fileURLToPath } from 'node:url';
import { type Network, readNetwork } from '../../network/read-network.ts';

const DEMO_NETWORK = fileURLToPath(new URL('network/network.yaml', import.meta.url));

/** Site with a valet queue. */
export const VALET_SITE = 'Pompeia Shows';

/** @param slugs the brands of the installation; all of the file by default */
export async function readDemoNetwork(slugs?: string[]): Promise<Network> {
  const { network } = await readNetwork(DEMO_NETWORK);
  if (!slugs) return network;
  const isKnown = (slug: string) => slugs.includes(slug);
  return {
    ...network,
    brands: network.brands.filter(({ slug }) => isKnown(slug)),
    sites: Object.fromEntries(
      Object.entries(network.sites).map(([key, site]) => [
        key,
        { ...site, brands: site.brands.filter(isKnown) },
      ]),
    ),
    coupons: network.coupons.filter(({ brand }) => isKnown(brand)),
  };
}
