/** The demo's drivers. All are invented, and their e-mail addresses don't exist. */
import { PRODUCT } from '@shared/contract';

export const DEMO_PASSWORD = 'recarga123';
const at = (name: string) => `${name}@${PRODUCT.slug}.example`;
export const demoEmails = {
  ana: at('ana'),
  bruno: at('bruno'),
  valet: at('valet'),
  fleet: at('frota'),
  operator: at('operador'),
};

export const people = [
  {
    email: demoEmails.ana,
    name: 'Ana Beatriz Ferreira',
    phone: '11900000002',
    cpf: '52998224725',
    birthdate: '1990-04-12',
    vehicles: [{ model: 'Dolphin', name: 'Azulzinho', plate: 'RCG2E31' }],
  },
  {
    email: demoEmails.bruno,
    name: 'Bruno Carvalho',
    vehicles: [
      { model: 'Leaf', name: 'Leaf do trabalho', plate: 'BRN-2040' },
      { model: 'EX30', name: 'Família', plate: 'BRN3F52' },
    ],
  },
];
