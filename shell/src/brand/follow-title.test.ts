import { afterEach, expect, test } from '@rstest/core';
import type { Brand } from '@shared/contract';
import { brandAtom } from '@shared/state';
import { waitFor } from '@testing-library/react';
import { createStore } from 'jotai';
import { followTitle } from './follow-title.ts';

let stop = () => {};
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

function openAt(path: string, html: string) {
  history.replaceState(null, '', path);
  document.body.innerHTML = html;
}
const titleToBe = (title: string) => waitFor(() => expect(document.title).toBe(title));

test('shows screen and brand in the title, and the brand alone on the home', async () => {
  const store = createStore();
  store.set(brandAtom, { slug: 'marca', record: { appId: '2', appDisplayName: 'Marca' } as Brand });
  openAt('/marca/', '<main><h1>Próximo a você</h1></main>');
  stop = followTitle({ store, basename: '' });
  await titleToBe('Marca');
  openAt('/marca/login', '<header><h1>Faça seu login</h1></header><main></main>');
  await titleToBe('Faça seu login – Marca');
  openAt('/marca/charger/7', '<main aria-busy="true"></main>');
  await titleToBe('Marca');
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<h1>Estação Trianon</h1>');
  await titleToBe('Estação Trianon – Marca');
  store.set(brandAtom, { slug: 'marca', record: { appId: '2', appDisplayName: 'Nova' } as Brand });
  await titleToBe('Estação Trianon – Nova');
});

test("keeps a remote's own title until its screen is left", async () => {
  const store = createStore();
  openAt('/remotes/sites/marca/extract', '<main><h1>Extrato</h1><p></p></main>');
  stop = followTitle({ store, basename: '/remotes/sites' });
  await titleToBe('Extrato – Faísca');
  document.title = 'Own title';
  document.querySelector('p')?.append('30 dias');
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.title).toBe('Own title');
  openAt('/remotes/sites/marca/extract/recharge/7', '<main><h1>Extrato</h1></main>');
  await titleToBe('Extrato – Faísca');
});
