import { expect, test } from '@rstest/core';
import { isolate } from './isolate.ts';

test.each(['Eletroposto Norte', 'Ana D´Ávila', '10001-1', '充電', ''])(
  'leaves the name %j as it is',
  (name) => expect(isolate(name)).toBe(name),
);

test.each(['شحن', 'טעינה 2', 'Carro شحن'])('isolates the right-to-left name %j', (name) =>
  expect(`Veículo ${isolate(name)} 5`).toBe(`Veículo \u2068${name}\u2069 5`),
);
