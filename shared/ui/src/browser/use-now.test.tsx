import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { act, render, screen } from '@testing-library/react';
import { useNow } from './use-now.ts';

beforeEach(() => {
  rs.useFakeTimers({ now: 0 });
});
afterEach(() => {
  rs.useRealTimers();
});

function Clock() {
  return <time>{useNow(1000)}</time>;
}

test('updates at its interval and stops on unmount', () => {
  const { unmount } = render(<Clock />);
  expect(screen.getByText('0')).toBeInTheDocument();
  act(() => rs.advanceTimersByTime(3000));
  expect(screen.getByText('3000')).toBeInTheDocument();
  unmount();
  expect(rs.getTimerCount()).toBe(0);
});

test('has no timer while the page is hidden, and shows the time at once when it is visible again', () => {
  render(<Clock />);
  const visibility = rs.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(rs.getTimerCount()).toBe(0);
  rs.setSystemTime(3_600_000);
  visibility.mockRestore();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText('3600000')).toBeInTheDocument();
  act(() => rs.advanceTimersByTime(1000));
  expect(screen.getByText('3601000')).toBeInTheDocument();
});
