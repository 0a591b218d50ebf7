import { afterEach, expect, rs, test } from '@rstest/core';
import { DATA_ID, PLACE_COOKIE } from '@shared/contract/view-names';
import { renderScreen } from '@shared/testing';
import { screen, waitFor } from '@testing-library/react';
import remote from '../remote.ts';

type OnPosition = (position: { coords: { latitude: number; longitude: number; accuracy: number } }) => void;
type OnError = (error: { code: number; PERMISSION_DENIED: number }) => void;

/** Mocks the device's geolocation and permission. */
function mockDevice(permission: PermissionState, locate: (onPosition: OnPosition, onError: OnError) => void) {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: locate },
  });
  Object.defineProperty(navigator, 'permissions', {
    configurable: true,
    value: { query: async () => ({ state: permission }) },
  });
}
/** Sets the cookie with the remembered place. */
function setPlace(value: string, maxAge = 1000) {
  // biome-ignore lint/suspicious/noDocumentCookie: the simulated browser has no Cookie Store API.
  document.cookie = `${PLACE_COOKIE}=${value}; path=/; max-age=${maxAge}`;
}
afterEach(() => {
  localStorage.clear();
  document.getElementById(DATA_ID)?.remove();
  setPlace('', 0);
  Reflect.deleteProperty(navigator, 'geolocation');
  Reflect.deleteProperty(navigator, 'permissions');
});

const here: Parameters<OnPosition>[0] = {
  coords: { latitude: -22.906847, longitude: -43.172897, accuracy: 12 },
};
const home = () => renderScreen(remote, { at: '/marca/', responses: { 'GET /ChargerSitesSearch': [] } });

test('uses the location without a press if permission was granted earlier, rounded to about ten metres', async () => {
  mockDevice('granted', (onPosition) => onPosition(here));
  const { requests } = home();
  await waitFor(() => expect(requests.join()).toContain('lat=-22.9068&lng=-43.1729'));
  expect(screen.queryByRole('button', { name: 'Usar minha localização' })).toBeNull();
});

test('waits for a device that was located before, and searches once', async () => {
  mockDevice('granted', (onPosition) => void setTimeout(() => onPosition(here), 50));
  const first = home();
  await waitFor(() => expect(first.requests).toHaveLength(2));
  first.unmount();
  const { requests } = home();
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toContain('lat=-22.9068');
});

test('waits at most a second for a device that was located before', async () => {
  localStorage.setItem('located', 'yes');
  mockDevice('granted', () => undefined);
  const { requests } = home();
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toContain('lat=-23.56');
});

test('searches at once when the permission was revoked', async () => {
  localStorage.setItem('located', 'yes');
  mockDevice('prompt', () => undefined);
  const { setTimeout } = globalThis;
  // Never end the wait, so that a search that waits isn't sent.
  const timers = rs
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((callback: () => void, ms?: number) =>
      ms === 1000 ? 0 : setTimeout(callback, ms)) as typeof setTimeout);
  const { requests } = home();
  await waitFor(() => expect(requests).toHaveLength(1));
  timers.mockRestore();
});

test('requests the location only on a press if the permission was not granted before', async () => {
  let times = 0;
  mockDevice('prompt', (onPosition) => {
    times++;
    onPosition(here);
  });
  const { user, requests } = home();
  const button = await screen.findByRole('button', { name: 'Usar minha localização' });
  expect(times).toBe(0);
  await user.click(button);
  await waitFor(() => expect(requests.join()).toContain('lat=-22.9068'));
});

test('explains a denied permission and keeps the list', async () => {
  mockDevice('prompt', (_, onError) => onError({ code: 1, PERMISSION_DENIED: 1 }));
  const { user } = home();
  await user.click(await screen.findByRole('button', { name: 'Usar minha localização' }));
  expect(await screen.findByText(/localização está bloqueada/)).toBeVisible();
  expect(screen.getByText('Não há sites de carregamento disponíveis')).toBeVisible();
});

/** Marks the page as prerendered by our server. */
function prerender() {
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = DATA_ID;
  document.body.append(data);
}

test('on a prerendered page, searches around the remembered place at once, then around the device', async () => {
  prerender();
  setPlace('-22.91,-43.17');
  localStorage.setItem('located', 'yes');
  mockDevice('granted', (onPosition) => void setTimeout(() => onPosition(here), 50));
  const { requests } = home();
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[0]).toContain('lat=-22.91&lng=-43.17');
  expect(requests[1]).toContain('lat=-22.9068&lng=-43.1729');
  expect(screen.queryByRole('button', { name: 'Usar minha localização' })).toBeNull();
});

test('remembers the device’s place on a prerendered page only, rounded to about a kilometre', async () => {
  mockDevice('granted', (onPosition) => onPosition(here));
  const first = home();
  await waitFor(() => expect(first.requests.join()).toContain('lat=-22.9068'));
  expect(document.cookie).not.toContain(PLACE_COOKIE);
  first.unmount();
  prerender();
  home();
  await waitFor(() => expect(document.cookie).toContain(`${PLACE_COOKIE}=-22.91,-43.17`));
});

test('says that distances are from the last visit while the device is not located', async () => {
  prerender();
  setPlace('-22.91,-43.17');
  mockDevice('prompt', (onPosition) => onPosition(here));
  const { user } = home();
  expect(await screen.findByText('Distâncias da última visita.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Usar minha localização' }));
  await waitFor(() => expect(screen.queryByText(/Distâncias/)).toBeNull());
});

test('forgets the remembered place when the device can’t be located', async () => {
  prerender();
  setPlace('-22.91,-43.17');
  mockDevice('granted', (_, onError) => onError({ code: 1, PERMISSION_DENIED: 1 }));
  const { requests } = home();
  await waitFor(() => expect(requests.join()).toContain('lat=-23.56'));
  // A removed cookie expires at the current time, which stands still.
  rs.setSystemTime(Date.now() + 1);
  expect(document.cookie).not.toContain(PLACE_COOKIE);
});
