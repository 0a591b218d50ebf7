import { expect, test } from '@rstest/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useNavigationType, useSearchParams } from './index.ts';
import { MemoryRouter } from './router.testing.ts';

function Range() {
  const [params, setParams] = useSearchParams();
  return (
    <>
      <output>{`${useNavigationType()} ${params.get('days')} ${params.get('of')}`}</output>
      <button type="button" onClick={() => setParams({ days: '7 & 8' }, { replace: true })}>
        seven
      </button>
      <button type="button" onClick={() => setParams(new URLSearchParams({ of: 'all' }))}>
        all
      </button>
    </>
  );
}

test("reads and sets the URL's query parameters", () => {
  render(
    <MemoryRouter initialEntries={['/extract?days=30']}>
      <Range />
    </MemoryRouter>,
  );
  const shown = screen.getByRole('status');
  expect(shown.textContent).toBe('POP 30 null');
  fireEvent.click(screen.getByText('seven'));
  expect(shown.textContent).toBe('REPLACE 7 & 8 null');
  fireEvent.click(screen.getByText('all'));
  expect(shown.textContent).toBe('PUSH null all');
});
