import { codeOf, request, useQuery, useQueryClient, useWrite } from '@shared/client';
import { tagCalls, type UserTag, type UserTags } from '@shared/contract/tags';
import { showToastAtom } from '@shared/state';
import { useSetAtom } from 'jotai';
import { strings } from './strings.ts';

const KEY = [tagCalls.tags.path];

/** Polling interval while a charge point may still recognise the car, in ms. */
const POLL_MS = 15_000;

/** Reads the user's cards and cars. Without data, there is nothing to show: the backend may lack the call. */
export const useTags = (polls = false) =>
  useQuery<UserTags>({
    queryKey: KEY,
    queryFn: ({ signal }) => request(tagCalls.tags, { signal }),
    refetchInterval: ({ state }) => polls && state.data !== undefined && POLL_MS,
  });

/** Changes of the user's cards and cars, each with a toast. */
export function useTagWrites() {
  const cache = useQueryClient();
  const toast = useSetAtom(showToastAtom);
  const settle = () => cache.invalidateQueries({ queryKey: KEY });
  const fail = (title: string = strings.failed) => toast({ id: 'tags', kind: 'failure', title });
  const link = useWrite<unknown, string>({
    mutationFn: (transactionId) => request(tagCalls.linkCar, { body: { TransactionID: transactionId } }),
    onSuccess: () => toast({ id: 'tags', kind: 'success', title: strings.switchedOn }),
    onError: (error) => fail(codeOf(error) === 'CAR_TAKEN' ? strings.taken : strings.failed),
    onSettled: settle,
  });
  const switchOff = useWrite<unknown, UserTag>({
    mutationFn: (tag) => setAllowed(tag, false),
    onSuccess: (_, { kind }) =>
      toast({ id: 'tags', kind: 'success', title: kind === 'car' ? strings.switchedOff : strings.blocked }),
    onError: () => fail(),
    onSettled: settle,
  });
  const allow = useWrite<unknown, UserTag>({
    mutationFn: (tag) => setAllowed(tag, true),
    onSuccess: () => toast({ id: 'tags', kind: 'success', title: strings.allowed }),
    onError: () => fail(),
    onSettled: settle,
  });
  return { link, switchOff, allow };
}

/** Blocks or allows a card. A car's identifier is forgotten, since the car may get another owner. */
const setAllowed = ({ kind, tagId }: UserTag, isAllowed: boolean) =>
  kind === 'car'
    ? request(tagCalls.deleteTag, { path: { tagId } })
    : request(tagCalls.changeTag, { path: { tagId }, body: { Blocked: !isAllowed } });
