/** Deleting a driver's account erases the plate, so only the prisma identifies the car. */
import { beforeEach, expect, test } from '@rstest/core';
import { screen } from '@testing-library/react';
import {
  CONNECTORS,
  connectors,
  DELETE,
  dialogOf,
  openValet,
  rowOf,
  START,
  waiting,
} from './valet.testing.ts';

const erased = { ...waiting, cqUvLicencePlate: null };
beforeEach(() => localStorage.clear());

test('shows the erased plate in row and dialog, and names the car by its prisma in the result', async () => {
  let queue: object[] = [erased];
  const view = openValet(() => queue, {
    [DELETE]: () => {
      queue = [];
      return new Response(null, { status: 204 });
    },
  });
  await view.user.click((await rowOf(/^12 Placa apagada/)).getByRole('button', { name: 'Excluir veículo' }));
  const dialog = await dialogOf('Excluir veículo');
  expect(dialog.getByText('Placa apagada')).toBeVisible();
  await view.user.click(dialog.getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByText('Veículo do prisma 12 removido da fila.')).toBeVisible();
});

test('starts a charge for a car with an erased plate, and warns about reusing its prisma', async () => {
  const view = openValet([erased], {
    [CONNECTORS]: connectors,
    [START]: { status: 'Accepted', info: '' },
  });
  await view.user.click((await rowOf(/Placa apagada/)).getByRole('button', { name: 'Iniciar a recarga' }));
  const dialog = await dialogOf('Iniciar a recarga');
  await view.user.click(await dialog.findByRole('radio', { name: /Vaga 2/ }));
  await view.user.click(dialog.getByRole('button', { name: 'Iniciar' }));
  const result = await dialogOf('Ação necessária');
  expect(result.getByText('Plugue o veículo do prisma 12 para iniciar a recarga.')).toBeVisible();
  await view.user.click(result.getByRole('button', { name: 'Fechar' }));

  await view.user.click(screen.getByRole('button', { name: 'Adicionar veículo' }));
  const adding = await dialogOf('Adicionar veículo');
  await view.user.type(adding.getByLabelText('Número do prisma'), '12');
  expect(adding.getByText('Este prisma já está em uso: Placa apagada, Aguardando.')).toBeVisible();
});
