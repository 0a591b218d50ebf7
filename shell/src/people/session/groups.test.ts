import { beforeEach, expect, test } from '@rstest/core';
import { Brand, User } from '@shared/contract';
import { brandAtom, sessionAtom } from '@shared/state';
import { createStore } from 'jotai';
import { storeBrand } from '../../brand/stored-brand.ts';
import { followGroups, readGroups } from './groups.ts';

const record = Brand.parse({ appId: '1', appUserDomain: 'conta' });
let store: ReturnType<typeof createStore>;
beforeEach(() => {
  localStorage.clear();
  store = createStore();
  store.set(brandAtom, (brand) => ({ ...brand, slug: 'aurora', record }));
  storeBrand({ slug: 'aurora', record });
  followGroups({ store });
});
const logIn = (user: object | undefined) =>
  store.set(sessionAtom, { status: 'user', token: 'abc', user: user && User.parse({ id: '1', ...user }) });

test('keeps the groups of the profile until the session ends', () => {
  logIn({ groups: ['staff', 'testers'] });
  expect(readGroups('aurora')).toEqual(['staff', 'testers']);
  // The next page's profile isn't loaded yet.
  logIn(undefined);
  expect(readGroups('aurora')).toEqual(['staff', 'testers']);
  store.set(sessionAtom, { status: 'guest' });
  expect(readGroups('aurora')).toEqual([]);
});

test('has no groups if the backend returns none, and none of another brand', () => {
  logIn({});
  expect(readGroups('aurora')).toEqual([]);
  logIn({ groups: ['staff'] });
  expect(readGroups('faisca')).toEqual([]);
});
