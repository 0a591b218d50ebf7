/** Charge point models of the demo; makers are invented. */
import type { Plug } from '@shared/contract';

interface Socket {
  plug: Plug;
  current: 'AC' | 'DC';
  kw: number;
}
interface Model {
  manufacturer: string;
  model: string;
  sockets: Socket[];
}

const type2 = (kw: number): Socket => ({ plug: 'type2', current: 'AC', kw });
const dc = (plug: Plug, kw: number): Socket => ({ plug, current: 'DC', kw });

export const models = {
  box: { manufacturer: 'Voltara', model: 'Box 7', sockets: [type2(7.4)] },
  box22: { manufacturer: 'Voltara', model: 'Box 22', sockets: [type2(22)] },
  duo: { manufacturer: 'Voltara', model: 'Duo 22', sockets: [type2(22), type2(22)] },
  post: {
    manufacturer: 'Ipê Energia',
    model: 'Poste 7',
    sockets: [{ plug: 'j1772', current: 'AC', kw: 7.4 }, type2(7.4)],
  },
  multi: {
    manufacturer: 'Ipê Energia',
    model: 'Multi 50',
    sockets: [dc('ccs2', 50), dc('chademo', 50)],
  },
  mixed: { manufacturer: 'Correnteza', model: 'Mista 60', sockets: [dc('ccs2', 60), type2(22)] },
  fast: { manufacturer: 'Correnteza', model: 'Rápida 120', sockets: [dc('ccs2', 120), dc('ccs2', 120)] },
  legacy: { manufacturer: 'Correnteza', model: 'Rápida 50', sockets: [dc('ccs1', 50), dc('chademo', 50)] },
} satisfies Record<string, Model>;
export type ModelName = keyof typeof models;
