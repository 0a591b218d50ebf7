import { expect, rs, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MapBoundary } from './map-boundary.tsx';

test('shows a failure in place of a map that cannot be rendered, and renders it again on request', async () => {
  rs.spyOn(console, 'error').mockImplementation(() => undefined);
  let fails = true;
  const FakeMap = () => {
    if (fails) throw new Error('no WebGL context');
    return <p>Mapa</p>;
  };
  render(
    <MapBoundary>
      <FakeMap />
    </MapBoundary>,
  );
  expect(screen.getByText('Não foi possível abrir o mapa.')).toBeVisible();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(screen.getByText('Mapa')).toBeVisible();
});
