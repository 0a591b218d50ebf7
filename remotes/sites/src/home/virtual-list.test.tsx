import { beforeEach, expect, rs, test } from '@rstest/core';
import { renderScreen } from '@shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import remote from '../remote.ts';

const ROW = 200;

/** Mocks a layout in which every card is 200 px high. */
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
    responses: {
      'GET /ChargerSitesSearch': Array.from({ length: count }, (_, index) => ({
        csId: index,
        csName: `Local ${index}`,
      })),
    },
  });

/** Scrolls the page to `y`. */
function scrollTo(y: number) {
  act(() => {
    window.scrollY = y;
    fireEvent.scroll(window);
  });
}
const card = (index: number) => screen.findByRole('link', { name: `Local ${index}` });

test('renders all of fifty sites', async () => {
  home(50);
  await card(0);
  expect(screen.getAllByRole('listitem')).toHaveLength(50);
});

test('renders only the rows near the screen of ten thousand sites, each with its position and the total', async () => {
  home(10_000);
  await card(0);
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeLessThan(20));
  const [first] = screen.getAllByRole('listitem');
  expect(first).toHaveAttribute('aria-setsize', '10000');
  expect(first).toHaveAttribute('aria-posinset', '1');
});

test('replaces the rendered sites on scroll', async () => {
  home(10_000);
  await card(0);
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeLessThan(20));
  scrollTo(5_000 * ROW);
  expect(await card(5_000)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Local 0' })).toBeNull();
  expect(screen.getAllByRole('listitem').length).toBeLessThan(20);
});

test('keeps the focused card and the next one in tab order rendered on scroll', async () => {
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
