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
