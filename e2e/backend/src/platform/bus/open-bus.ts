import type { Bus } from './bus.ts';
import { createLocalBus } from './local-bus.ts';
import { type NatsBusOptions, openNatsBus } from './nats-bus.ts';

/** Opens the bus: over NATS if there is a URL, else within this instance. */
export async function openBus({
  natsUrl,
  ...options
}: Partial<NatsBusOptions> & Pick<NatsBusOptions, 'log'>): Promise<Bus> {
  return natsUrl ? openNatsBus({ natsUrl, ...options }) : createLocalBus();
}
