import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { expect, test } from '@rstest/core';
import { isReserved } from '@shared/contract';
import { ROOT, remoteNames } from '../workspace.ts';
import { readRemote, selfDescription } from './build-remote.ts';

const remotes = await Promise.all(remoteNames().map((name) => readRemote(`${ROOT}remotes/${name}`, name)));

/** Another remote decides about its own screens. */
const OURS = ['account', 'charging', 'operator', 'releases', 'sites', 'wallet'];

test('each screen of our remotes has its access rule, and boards and valet queue run unattended', () => {
  const ours = remotes.filter(({ name }) => OURS.includes(name));
  const screens = ours.flatMap((remote) => selfDescription(remote).screens);
  const segmentsWith = (rule: object) =>
    screens
      .filter(({ access, unattended }) => JSON.stringify({ access, unattended }) === JSON.stringify(rule))
      .map(({ segment }) => segment)
      .sort();
  expect(segmentsWith({})).toEqual(['', 'charger', 'guest']);
  expect(segmentsWith({ access: 'home' })).toEqual(['extract']);
  expect(segmentsWith({ unattended: true })).toEqual(['viewers']);
  expect(segmentsWith({ access: 'login', unattended: true })).toEqual(['valet']);
  expect(segmentsWith({ access: 'login' })).toEqual([
    'accountDeletion',
    'addCredit',
    'addCreditCard',
    'addPix',
    'ch',
    'coupons',
    'paymentMethods',
    'qrcode',
    'recharge',
    'releases',
    'switchPassword',
    'userProfile',
    'vehicle-detail',
    'vehicles',
    'vehicles-list',
  ]);
});

test('each remote has a title, an owner and a budget', () => {
  for (const { title, owner, budgetKb } of remotes) {
    expect(title).not.toBe('');
    expect(owner.contact).toMatch(/@/);
    expect(budgetKb).toBeGreaterThan(0);
  }
});

test('shared code reserves no path of a remote', () => {
  const segments = remotes.flatMap((remote) => selfDescription(remote).screens.map(({ segment }) => segment));
  for (const segment of segments.filter(Boolean))
    expect([segment, isReserved(segment, new Map())]).toEqual([segment, false]);
});

test('a folder of a deleted remote that still has dependencies is no remote', async () => {
  await using left = await mkdtempDisposable(`${ROOT}remotes/left-`);
  await mkdir(`${left.path}/node_modules`);
  expect(remoteNames()).toEqual(remotes.map(({ name }) => name));
});
