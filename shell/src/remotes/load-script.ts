import type { RegistryFile } from '@shared/contract';

/** In ms. */
const LOAD_TIMEOUT = 120_000;

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
    timer = setTimeout(fail, LOAD_TIMEOUT, 'did not load in time');
    script.onload = () => resolve();
    script.onerror = () => fail('could not be fetched, or does not match its hash');
    document.head.append(script);
  }).finally(() => {
    clearTimeout(timer);
    script.remove();
  });
}
