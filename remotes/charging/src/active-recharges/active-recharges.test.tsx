import { beforeEach, expect, test } from '@rstest/core';
import { sessionAtom } from '@shared/state';
import { screen, waitFor } from '@testing-library/react';
import { connector, fakeBackend, transaction } from '../testing/backend.ts';
import { renderSlot } from '../testing/render-at.tsx';
import { Component } from './active-recharges.tsx';

beforeEach(() => localStorage.clear());

const ACTIVE = 'GET UserActiveTransactions';
const running = { ...connector, status: 'Charging', soC: 41, chargeRateKW: 7.4, transaction };

test('shows a running charge as a card with ring, power and time that links to its screen', async () => {
  fakeBackend({ [ACTIVE]: [transaction], 'GET OnlineConnectorStatus': [running] });
  renderSlot(<Component />);
  const card = await screen.findByRole('link', { name: /Carregando/ });
  expect(card).toHaveAttribute('href', '/brand/recharge/cp/1');
  expect(card).toHaveTextContent('41%');
  expect(card).toHaveTextContent('7,4 kW');
  expect(card).toHaveTextContent(/00:10:0\d/);
});

test('renders nothing without a running charge and makes no request for a guest', async () => {
  const backend = fakeBackend();
  renderSlot(<Component />);
  await waitFor(() => expect(backend.requests(ACTIVE)).toHaveLength(1));
  renderSlot(<Component />, (store) => store.set(sessionAtom, { status: 'guest' }));
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(backend.requests(ACTIVE)).toHaveLength(1);
});
