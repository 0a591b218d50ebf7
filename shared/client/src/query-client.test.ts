import { expect, test } from '@rstest/core';
import { QueryObserver } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

/** Observes a screen's query. Its tries end with `ends`; further tries stay pending. */
function watch(...ends: (() => Promise<string>)[]) {
  const client = createQueryClient();
  const queryFn = () => ends.shift()?.() ?? new Promise<string>(() => {});
  const screen = () => new QueryObserver(client, { queryKey: ['list'], queryFn });
  return { client, queryFn, screen };
}
const refused = () => Promise.reject(new Error('refused'));

test('keeps a query failed while it is retried, until the response arrives', async () => {
  const response = Promise.withResolvers<string>();
  const observer = watch(refused, refused, () => response.promise).screen();
  observer.subscribe(() => {});
  await observer.refetch();
  for (const end of [undefined, 'there']) {
    const trial = observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ isError: true, isPending: false, isFetching: true });
    expect(observer.getCurrentResult().error).toEqual(new Error('refused'));
    if (end) response.resolve(end);
    await trial;
  }
  expect(observer.getCurrentResult()).toMatchObject({ data: 'there', error: null, isFetching: false });
});

test('a screen that mounts after a failure is loading first', async () => {
  const { screen } = watch(refused);
  const observer = screen();
  const leave = observer.subscribe(() => {});
  await observer.refetch();
  leave();
  const next = screen();
  next.subscribe(() => {});
  expect(next.getCurrentResult()).toMatchObject({ isPending: true, error: null, isFetching: true });
});

test('a screen that mounts during an unobserved retry is loading first', async () => {
  const { client, queryFn, screen } = watch(refused);
  const read = () => client.fetchQuery({ queryKey: ['list'], queryFn });
  await expect(read()).rejects.toThrow('refused');
  void read();
  const observer = screen();
  observer.subscribe(() => {});
  expect(observer.getCurrentResult()).toMatchObject({ isPending: true, error: null, isFetching: true });
});

test('forgets the failure of a removed query, as after a logout', async () => {
  const { client, screen } = watch(refused);
  const observer = screen();
  observer.subscribe(() => {});
  await observer.refetch();
  void client.resetQueries();
  expect(observer.getCurrentResult()).toMatchObject({ isPending: true, error: null, isFetching: true });
});

test('a read outside of screens succeeds although a screen that shares it is left', async () => {
  const client = createQueryClient();
  const response = Promise.withResolvers<string>();
  const query = {
    queryKey: ['shared'],
    // As the API's reads do, so that a screen that is left aborts its own.
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', reject);
        void response.promise.then(resolve);
      }),
  };
  const leave = new QueryObserver(client, query).subscribe(() => {});
  const read = client.fetchQuery(query);
  leave();
  response.resolve('data');
  expect(await read).toBe('data');
});

test('a first response that was requested before an invalidation is not shown as fresh', async () => {
  const responses = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const [old, fresh] = responses;
  const { client, screen } = watch(
    ...responses.map(
      ({ promise }) =>
        () =>
          promise,
    ),
  );
  const observer = screen();
  observer.subscribe(() => {});
  const read = client.invalidateQueries({ queryKey: ['list'] });
  old?.resolve('before the write');
  fresh?.resolve('after the write');
  await read;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after the write', isStale: false });
});

test('a first request that waits for its retry is sent again by an invalidation of what has failed', async () => {
  const { client, screen } = watch(
    () => Promise.reject(new ApiError('network', 'GET /list')),
    () => Promise.resolve('there'),
  );
  const observer = screen();
  observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().failureCount).toBe(1);
  await client.invalidateQueries({ predicate: ({ state }) => state.fetchFailureCount > 0 });
  expect(observer.getCurrentResult().data).toBe('there');
});
