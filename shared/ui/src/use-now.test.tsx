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

test('all components with the same interval share one timer and update at the same time', () => {
  render(<Clock />);
  act(() => rstest.advanceTimersByTime(400));
  render(<Clock />);
  expect(rstest.getTimerCount()).toBe(1);
  act(() => rstest.advanceTimersByTime(600));
  expect(screen.getAllByText('1000')).toHaveLength(2);
});

test('has no timer while the page is hidden, and shows the time at once when it is visible again', () => {
  render(<Clock />);
  const visibility = rstest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(rstest.getTimerCount()).toBe(0);
  rstest.setSystemTime(3_600_000);
  visibility.mockRestore();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText('3600000')).toBeInTheDocument();
  act(() => rstest.advanceTimersByTime(1000));
  expect(screen.getByText('3601000')).toBeInTheDocument();
});
