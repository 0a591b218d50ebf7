import { expect, rs, test } from '@rstest/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { Link, useLocation, useNavigationType } from './index.ts';
import { MemoryRouter } from './router.testing.ts';

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

/** Clicks, prevents the navigation, and returns whether the link left it to the browser. */
function isLeftToBrowser(link: HTMLElement, init: MouseEventInit = {}): boolean {
  let isLeft = false;
  const onClick = (click: Event) => {
    isLeft = !click.defaultPrevented;
    click.preventDefault();
  };
  window.addEventListener('click', onClick, { once: true });
  fireEvent.click(link, init);
  return isLeft;
}

test('pushes an entry with its state', () => {
  const { link, here, unmount } = show(<Link to="/next?a=1" state="seen" />);
  expect(link.getAttribute('href')).toBe('/next?a=1');
  expect(isLeftToBrowser(link)).toBe(false);
  expect(here.textContent).toBe('PUSH /next?a=1 seen');
  unmount();
});

test('adds the base path of a standalone page', () => {
  const { link, here, unmount } = show(<Link to="/next" />, '/remotes/wallet');
  expect(link.getAttribute('href')).toBe('/remotes/wallet/next');
  isLeftToBrowser(link);
  expect(here.textContent).toBe('PUSH /next null');
  unmount();
});

test.each([
  ['with `replace`', <Link key="a" to="/next" replace />, 'REPLACE /next null'],
  ['if it links to the current URL', <Link key="b" to="/start" />, 'REPLACE /start null'],
])('replaces the entry %s', (_title, element, expected) => {
  const { link, here, unmount } = show(element);
  isLeftToBrowser(link);
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
  expect(isLeftToBrowser(link, init)).toBe(true);
  expect(here.textContent).toBe('POP /start null');
  unmount();
});

test('leaves a link with a target to the browser', () => {
  const { link, here, unmount } = show(<Link to="/next" target="_blank" />);
  expect(isLeftToBrowser(link)).toBe(true);
  expect(here.textContent).toBe('POP /start null');
  unmount();
});

test('calls its own handler first, which can prevent the navigation', () => {
  const onClick = rs.fn((event: React.MouseEvent) => event.preventDefault());
  const { link, here, unmount } = show(<Link to="/next" onClick={onClick} />);
  isLeftToBrowser(link);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(here.textContent).toBe('POP /start null');
  unmount();
});
