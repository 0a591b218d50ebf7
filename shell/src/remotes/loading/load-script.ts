import type { RegistryFile } from '@shared/contract';
import { LOAD_LIMIT_MS } from '@shared/router/screens';

/**
 * Runs a script of the registry, which the browser checks against its hash.
 * @throws if it can't be fetched, or has another hash
 */
export function loadScript({ url, integrity }: RegistryFile): Promise<void> {
  const script = document.createElement('script');
  script.src = url;
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${url} ${reason}`));
    timer = setTimeout(fail, LOAD_LIMIT_MS, 'did not load in time');
    script.onload = () => resolve();
    script.onerror = () => fail('could not be fetched, or does not match its hash');
    document.head.append(script);
  }).finally(() => {
    clearTimeout(timer);
    script.remove();
  });
}
