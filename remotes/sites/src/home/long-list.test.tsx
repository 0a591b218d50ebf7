import { beforeEach, expect, rs, test } from '@rstest/core';
import { renderScreen } from '@shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import remote from '../remote.ts';

const ROW = 200;

/** A page that is laid out: every card is 200 px high. */
beforeEach(() => {
  rs.restoreAllMocks();
  window.scrollY = 0;
  rs.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW);
  rs.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...new EventTarget(),
    ...narrow,
    media: query,
  }));
});
const narrow = {
  matches: false,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
};

const home = (count: number) =>
  renderScreen(remote, {
    at: '/marca/',
    answers: {
      'GET /ChargerSitesSearch': Array.from({ length: count }, (_, index) => ({
        csId: index,
        csName: `Local ${index}`,
      })),
    },
  });

/** Scrolls the page as a finger would. */
function scrollTo(y: number) {
  act(() => {
    window.scrollY = y;
    fireEvent.scroll(window);
  });
}
const card = (index: number) => screen.findByRole('link', { name: `Local ${index}` });

test('fifty sites are all made', async () => {
  home(50);
  await card(0);
  expect(screen.getAllByRole('listitem')).toHaveLength(50);
});

test('of ten thousand only those at hand are made, and each says which of how many it is', async () => {
  home(10_000);
  await card(0);
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeLessThan(20));
  const [first] = screen.getAllByRole('listitem');
  expect(first).toHaveAttribute('aria-setsize', '10000');
  expect(first).toHaveAttribute('aria-posinset', '1');
});

test('scrolling makes others instead', async () => {
  home(10_000);
  await card(0);
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeLessThan(20));
  scrollTo(5_000 * ROW);
  expect(await card(5_000)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Local 0' })).toBeNull();
  expect(screen.getAllByRole('listitem').length).toBeLessThan(20);
});

test('a card that holds the focus stays wherever one scrolls, with the one that Tab leads to', async () => {
  home(10_000);
  await card(0);
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeLessThan(20));
  const held = await card(1);
  act(() => held.focus());
  scrollTo(5_000 * ROW);
  await card(5_000);
  expect(held).toHaveFocus();
  expect(await card(2)).toBeInTheDocument();
});
