import { containerName, DEVELOPMENT_HASH } from '@shared/registry/names';

/** Name of the compiled container on a development server, where `entry.js` is the text below. */
export const COMPILED_CONTAINER = 'container.js';

/**
 * Returns the entry of a remote under development. It loads the compiled container when it is used,
 * so its hash is known without a compilation and stays the same after every edit.
 * @param serverUrl of the remote's development server
 */
export function developmentEntry(name: string, serverUrl: string): string {
  const global = containerName(name, DEVELOPMENT_HASH);
  return `var ${global} = (() => {
  let container;
  const loaded = () => (container ??= load().catch((error) => {
    container = undefined;
    throw error;
  }));
  const load = () => new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = '${serverUrl}/${COMPILED_CONTAINER}';
    script.crossOrigin = 'anonymous';
    script.onload = () => resolve(window.${global});
    script.onerror = () => reject(new Error('${serverUrl} does not respond, or has an error'));
    document.head.append(script);
  });
  return {
    init: async (...values) => (await loaded()).init(...values),
    get: async (...values) => (await loaded()).get(...values),
  };
})();
`;
}
