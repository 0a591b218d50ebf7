import { expect, rs, test } from '@rstest/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { Link, useLocation, useNavigationType } from './index.ts';
import { MemoryRouter } from './testing.ts';

function Here() {
  const { pathname, search, state } = useLocation();
  return <output>{`${useNavigationType()} ${pathname}${search} ${state}`}</output>;
}

function show(link: React.ReactElement, basename = '/') {
  const { unmount } = render(
    <MemoryRouter basename={basename} initialEntries={[`${basename}/start`.replace('//', '/')]}>
      {link}
      <Here />
    </MemoryRouter>,
  );
  return { link: screen.getByRole('link'), here: screen.getByRole('status'), unmount };
}

/** Clicks, and returns whether the link left the click to the browser, which is then kept from following it. */
function leaves(link: HTMLElement, init: MouseEventInit = {}): boolean {
  let left = false;
  const onClick = (click: Event) => {
    left = !click.defaultPrevented;
    click.preventDefault();
  };
  window.addEventListener('click', onClick, { once: true });
  fireEvent.click(link, init);
  return left;
}

test('navigates with its state, and pushes an entry', () => {
  const { link, here, unmount } = show(<Link to="/next?a=1" state="seen" />);
  expect(link.getAttribute('href')).toBe('/next?a=1');
  expect(leaves(link)).toBe(false);
  expect(here.textContent).toBe('PUSH /next?a=1 seen');
  unmount();
});

test('links below the base path of a standalone page', () => {
  const { link, here, unmount } = show(<Link to="/next" />, '/remotes/wallet');
  expect(link.getAttribute('href')).toBe('/remotes/wallet/next');
  leaves(link);
  expect(here.textContent).toBe('PUSH /next null');
  unmount();
});

test.each([
  ['when it says so', <Link key="a" to="/next" replace />, 'REPLACE /next null'],
  ['when it leads to the current address', <Link key="b" to="/start" />, 'REPLACE /start null'],
])('replaces the entry %s', (_title, element, expected) => {
  const { link, here, unmount } = show(element);
  leaves(link);
  expect(here.textContent).toBe(expected);
  unmount();
});

test.each([
  ['Ctrl', { ctrlKey: true }],
  ['Meta', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
  ['the middle button', { button: 1 }],
])('leaves a click with %s to the browser', (_name, init) => {
  const { link, here, unmount } = show(<Link to="/next" />);
  expect(leaves(link, init)).toBe(true);
  expect(here.textContent).toBe('POP /start null');
  unmount();
});

test('leaves a link with a target to the browser', () => {
  const { link, here, unmount } = show(<Link to="/next" target="_blank" />);
  expect(leaves(link)).toBe(true);
  expect(here.textContent).toBe('POP /start null');
  unmount();
});

test('calls its own handler first, which can prevent the navigation', () => {
  const onClick = rs.fn((event: React.MouseEvent) => event.preventDefault());
  const { link, here, unmount } = show(<Link to="/next" onClick={onClick} />);
  leaves(link);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(here.textContent).toBe('POP /start null');
  unmount();
});
