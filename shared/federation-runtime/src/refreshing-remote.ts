/** What a remote exposes while it is developed inside a deployed shell. */
import remote from 'exposed-remote';
import { refreshing } from './refreshing-jsx.ts';

/** The shell's own code renders these components, so they aren't in the remote's JSX. */
const withRefresh = (load: () => Promise<{ Component: unknown }>) => async () => {
  const { Component } = await load();
  return { Component: refreshing(Component) };
};

export default {
  ...remote,
  routes: remote.routes.map((route) => ({ ...route, lazy: withRefresh(route.lazy) })),
  fills: (remote.fills ?? []).map((fill) => ({ ...fill, lazy: withRefresh(fill.lazy) })),
};
