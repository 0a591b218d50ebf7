import { expect, test } from '@rstest/core';
import { SiteBoard } from '@shared/contract';
import { render, screen } from '@testing-library/react';
import { BoardTable } from './board-table.tsx';

const POLLS = 2000;
const connectors = Array.from({ length: 12 }, (_, index) => ({
  cpCode: 20_000 + index,
  connectorId: 1,
  name: `Carregador ${index}`,
  cpStatus: 'Online',
  connectorStatus: 'Charging',
  meterKWH: 12.34,
}));
/** The board as a poll brings it: every object new, one figure of one connector different. */
const boardAt = (poll: number) =>
  SiteBoard.parse({
    connectors: connectors.map((one, index) => (index === 3 ? { ...one, meterKWH: poll } : { ...one })),
  });

test('2,000 polls touch only what changed and leave nothing behind', () => {
  const { container, rerender } = render(<BoardTable board={boardAt(0)} />);
  const nodes = container.querySelectorAll('*').length;
  const rows = screen.getAllByRole('row');
  const observer = new MutationObserver(() => {});
  observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });

  for (let poll = 1; poll <= POLLS; poll++) rerender(<BoardTable board={boardAt(poll)} />);

  const changes = observer.takeRecords();
  observer.disconnect();
  expect(screen.getByText(/^2\.000,0\skWh$/)).toBeVisible();
  expect(changes).toHaveLength(POLLS);
  expect(new Set(changes.map(({ target }) => target)).size).toBe(1);
  expect(container.querySelectorAll('*')).toHaveLength(nodes);
  expect(screen.getAllByRole('row')).toEqual(rows);
});

test('a connector that comes or goes leaves the others their rows', () => {
  const { rerender } = render(<BoardTable board={boardAt(0)} />);
  const kept = screen.getByRole('row', { name: /Carregador 7/ });
  const board = boardAt(0);
  rerender(<BoardTable board={{ ...board, connectors: board.connectors.slice(5) }} />);
  expect(screen.getByRole('row', { name: /Carregador 7/ })).toBe(kept);
});
