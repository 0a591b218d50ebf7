import { expect, rs, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { AgainOnline } from './again-online.tsx';

test('what failed is tried again when the network is back, by its newest retry, and not once it is gone', () => {
  const first = rs.fn();
  const second = rs.fn();
  const { rerender, unmount } = render(<AgainOnline retry={first}>failed</AgainOnline>);
  expect(screen.getByText('failed')).toBeInTheDocument();
  rerender(<AgainOnline retry={second}>failed</AgainOnline>);
  expect(second).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  unmount();
  dispatchEvent(new Event('online'));
  expect(second).toHaveBeenCalledTimes(1);
});

test.for([
  ['/brand/viewers/fleet/charger-status/7', 2],
  ['/brand/valet/7', 2],
  ['/brand/extract', 0],
] as const)('at %s it is tried %i times in a minute with nobody there', ([address, times]) => {
  rs.useFakeTimers();
  history.replaceState(null, '', address);
  const retry = rs.fn();
  const { unmount } = render(<AgainOnline retry={retry}>failed</AgainOnline>);
  rs.advanceTimersByTime(60_000);
  expect(retry).toHaveBeenCalledTimes(times);
  unmount();
  rs.useRealTimers();
});
