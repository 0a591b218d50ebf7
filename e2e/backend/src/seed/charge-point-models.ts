/** Charge point models of the demo; makers are invented. */
import type { Plug } from '@shared/contract';

interface Model {
  manufacturer: string;
  model: string;
  sockets: { plug: Plug; current: 'AC' | 'DC'; kw: number }[];
}

const type2Box = { plug: 'type2', current: 'AC', kw: 7.4 } as const;
const type2 = { plug: 'type2', current: 'AC', kw: 22 } as const;
const ccs2 = { plug: 'ccs2', current: 'DC' } as const;
const chademo = { plug: 'chademo', current: 'DC', kw: 50 } as const;

export const models = {
  box: { manufacturer: 'Voltara', model: 'Box 7', sockets: [type2Box] },
  box22: { manufacturer: 'Voltara', model: 'Box 22', sockets: [type2] },
  duo: { manufacturer: 'Voltara', model: 'Duo 22', sockets: [type2, type2] },
  post: {
    manufacturer: 'Ipê Energia',
    model: 'Poste 7',
    sockets: [{ plug: 'j1772', current: 'AC', kw: 7.4 }, type2Box],
  },
  multi: { manufacturer: 'Ipê Energia', model: 'Multi 50', sockets: [{ ...ccs2, kw: 50 }, chademo] },
  mixed: { manufacturer: 'Correnteza', model: 'Mista 60', sockets: [{ ...ccs2, kw: 60 }, type2] },
  fast: {
    manufacturer: 'Correnteza',
    model: 'Rápida 120',
    sockets: [
      { ...ccs2, kw: 120 },
      { ...ccs2, kw: 120 },
    ],
  },
  legacy: {
    manufacturer: 'Correnteza',
    model: 'Rápida 50',
    sockets: [{ plug: 'ccs1', current: 'DC', kw: 50 }, chademo],
  },
} satisfies Record<string, Model>;
export type ModelName = keyof typeof models;
