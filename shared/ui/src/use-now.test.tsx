import { afterEach, beforeEach, expect, rstest, test } from '@rstest/core';
import { act, render, screen } from '@testing-library/react';
import { useNow } from './use-now.ts';

beforeEach(() => {
  rstest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  rstest.useRealTimers();
});

function Clock() {
  return <time>{useNow(1000)}</time>;
}

test('updates at its interval and stops on unmount', () => {
  const { unmount } = render(<Clock />);
  expect(screen.getByText('0')).toBeInTheDocument();
  act(() => rstest.advanceTimersByTime(3000));
  expect(screen.getByText('3000')).toBeInTheDocument();
  unmount();
  expect(rstest.getTimerCount()).toBe(0);
});
