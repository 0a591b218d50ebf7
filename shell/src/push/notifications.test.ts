import { beforeEach, expect, rs, test } from '@rstest/core';
import { openScreen, showMessage } from './notifications.ts';

const shown: [string, NotificationOptions][] = [];
const target = {
  showNotification: async (title: string, options: NotificationOptions) => void shown.push([title, options]),
};
beforeEach(() => void shown.splice(0));

const message = {
  title: 'Faísca · Recarga finalizada',
  body: 'R$ 12,30',
  path: '/faisca/extract/recharge/7',
  tag: 'charge-7',
};

test("shows a message with the brand's icon, replacing an earlier one of the same charge", async () => {
  await showMessage(target, JSON.stringify(message));
  const { title, body, tag, path: data } = message;
  expect(shown).toMatchObject([[title, { body, tag, data, icon: '/brands/faisca/icon-192.png' }]]);
});

test("fills in a time in the device's time zone", async () => {
  const at = '2026-03-01T13:05:00Z';
  await showMessage(target, JSON.stringify({ ...message, body: 'A partir das {time}.', at }));
  const local = new Date(at).toTimeString().slice(0, 5);
  expect(shown[0]?.[1].body).toBe(`A partir das ${local}.`);
});

test.each(['', 'null', '[]', '{}', 'x', JSON.stringify({ ...message, path: 7 })])(
  'shows nothing for %s',
  async (json) => {
    await showMessage(target, json);
    expect(shown).toEqual([]);
  },
);

function windowsAt(...paths: string[]) {
  const open = paths.map((path) => ({
    url: new URL(path, location.origin).href,
    focus: rs.fn(async () => {}),
  }));
  return { open, matchAll: async () => open, openWindow: rs.fn(async () => {}) };
}

test('focuses the window that shows the screen already', async () => {
  const windows = windowsAt('/faisca/', message.path);
  await openScreen(windows, message.path);
  expect(windows.open[1]?.focus).toHaveBeenCalled();
  expect(windows.openWindow).not.toHaveBeenCalled();
});

test('opens the screen without touching windows that show another one', async () => {
  const windows = windowsAt('/faisca/userProfile');
  await openScreen(windows, message.path);
  expect(windows.openWindow).toHaveBeenCalledWith(new URL(message.path, location.origin).href);
  expect(windows.open[0]?.focus).not.toHaveBeenCalled();
});

test.each(['https://evil.example/', '//evil.example/x', 'javascript:alert(1)', undefined, 7])(
  'opens the start page instead of %s',
  async (path) => {
    const windows = windowsAt();
    await openScreen(windows, path);
    expect(windows.openWindow).toHaveBeenCalledWith(new URL('/', location.origin).href);
  },
);
