import type { QueryCache } from '@tanstack/react-query';

/**
 * Keeps a failed query in the error state while it is retried, so that its message and the pressed
 * 'Tentar novamente' stay on screen with the focus; TanStack Query would reset it to pending. A
 * screen that mounts afterwards is loading first.
 */
export function keepErrorWhileRetrying(cache: QueryCache): void {
  const failures = new WeakMap<object, Error>();
  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'observerAdded') failures.delete(query);
    if (event.type !== 'updated') return;
    const failure = failures.get(query);
    if (event.action.type === 'fetch' && failure && query.isActive() && query.state.data === undefined)
      query.setState({ status: 'error', error: failure });
    else if (query.state.error) failures.set(query, query.state.error);
    else failures.delete(query);
  });
}
