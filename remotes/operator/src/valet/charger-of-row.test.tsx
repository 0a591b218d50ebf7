import { expect, test } from '@rstest/core';
import { screen } from '@testing-library/react';
import { charging, finished, minutesAgo, openValet, rowOf, waiting } from './valet.testing.ts';

const platesInOrder = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('asks valets to free blocked chargers only, even hours after the charge ended', async () => {
  const longFinished = { startTime: minutesAgo(300), duration: '01:00:00' };
  openValet([
    { ...finished, cqId: 5, cqUvLicencePlate: 'GONE-001', blocksCharger: false },
    { ...waiting, cqId: 6 },
    { ...finished, ...longFinished, cqId: 7, cqUvLicencePlate: 'STAY-001', blocksCharger: true },
    { ...charging, cqId: 8, cqUvLicencePlate: 'FULL-001', blocksCharger: true },
    { ...charging, cqId: 9, cqUvLicencePlate: 'BUSY-001', blocksCharger: false },
  ]);
  await rowOf(/GONE-001/);
  const freeCharger = 'Libere o carregador';
  expect((await rowOf(/STAY-001/)).getByText(freeCharger)).toBeVisible();
  const full = await rowOf(/FULL-001/);
  expect(full.getByText(freeCharger)).toBeVisible();
  expect(full.getByText(/o veículo parou de carregar$/)).toBeVisible();
  expect(screen.getAllByText(freeCharger)).toHaveLength(2);
  expect(platesInOrder().slice(0, 2).sort()).toEqual(['FULL-001', 'STAY-001']);
  expect(platesInOrder().slice(2)).toEqual(['ABC-1234', 'BUSY-001', 'GONE-001']);
});

test('counts down the time to plug in, then shows that it has expired', async () => {
  const row = { ...waiting, chargePointName: 'Vaga 2', connectorId: 1 };
  openValet([
    { ...row, plugWaitUntil: minutesAgo(-0.7) },
    { ...row, cqId: 2, cqUvLicencePlate: 'BRA2E19', plugWaitUntil: minutesAgo(0.1) },
  ]);
  expect((await rowOf(/ABC-1234/)).getByText(/^Plugue o veículo em\s00:42$/)).toBeVisible();
  expect((await rowOf(/BRA2E19/)).getByText('O tempo de conexão do veículo expirou.')).toBeVisible();
});

test.each([
  ['ConnectionTimeOut', 'O tempo de conexão do veículo expirou.'],
  ['Rejected', 'A recarga não começou. Tente novamente ou use outro carregador.'],
  ['ConnectorLockFailure', 'O plug não travou. Encaixe-o novamente.'],
  ['GroundFailure', 'Falha no carregador. Tente novamente ou use outro carregador.'],
])(
  'shows on the row that its start failed with %s, and offers another start',
  async (startError, message) => {
    openValet([{ ...waiting, startError }]);
    const row = await rowOf(/ABC-1234/);
    expect(row.getByText(message)).toBeVisible();
    expect(row.getByRole('button', { name: 'Iniciar a recarga' })).toBeEnabled();
  },
);

test('does not show a cancelled start as a failure', async () => {
  openValet([{ ...waiting, startError: 'Cancelled' }]);
  const row = await rowOf(/ABC-1234/);
  expect(row.queryByText(/Falha|não começou/)).not.toBeInTheDocument();
});
