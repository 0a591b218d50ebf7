import { isProvider, type Provider, TIME_LIMIT_MS } from './provider.ts';

const loading = new Map<string, Promise<Provider>>();

/**
 * The provider's script, fetched the first time that it is asked for and once more after a failure. The site's policy
 * lets in the origin that `config.json` names, and no other.
 * @throws Error if it can't be had in time, or isn't the provider's
 */
export function loadProvider(scriptUrl: string): Promise<Provider> {
  const known = loading.get(scriptUrl);
  if (known) return known;
  const wanted = addScript(scriptUrl);
  loading.set(scriptUrl, wanted);
  wanted.catch(() => loading.delete(scriptUrl));
  return wanted;
}

function addScript(scriptUrl: string): Promise<Provider> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const timer = setTimeout(() => fail('timeout'), TIME_LIMIT_MS);
    function fail(reason: string) {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`payment script: ${reason}`));
    }
    script.onerror = () => fail('not loaded');
    script.onload = () => {
      clearTimeout(timer);
      const found = window.Iugu;
      if (isProvider(found)) resolve(found);
      else fail('not a provider');
    };
    script.src = scriptUrl;
    document.head.append(script);
  });
}
