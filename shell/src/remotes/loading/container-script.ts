/** A federation container, and elements with a file that the browser checks against its hash. */
import type { RegistryFile } from '@shared/registry';
import { LOAD_LIMIT_MS } from '@shared/router/rendering';
import { FileFailure } from '../health/failed-loads.ts';

/** `Module` is what an exposed module exports. */
export interface Container<Module = unknown> {
  init: (sharedModules: object) => unknown;
  get: (module: string) => Promise<() => Module>;
}

/** The exports of an ES module are an object that isn't an instance of `Object`. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The modules' type isn't checked. */
export const isContainer = <Module>(value: unknown): value is Container<Module> =>
  isObject(value) && 'init' in value && 'get' in value;

/**
 * Runs a script of the registry.
 * @param type `module` if it is an ES module
 * @throws if it can't be fetched, or has another hash
 */
export async function loadScript(file: RegistryFile, type = ''): Promise<void> {
  const script = document.createElement('script');
  script.type = type;
  script.src = file.url;
  await loadElement(script, file).finally(() => script.remove());
}

/**
 * Adds an element that has the file's URL to the page, and waits until it has loaded.
 * @throws if it can't be fetched, or has another hash
 */
export function loadElement(element: HTMLScriptElement | HTMLLinkElement, file: RegistryFile): Promise<void> {
  element.integrity = file.integrity;
  element.crossOrigin = 'anonymous';
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => reject(new FileFailure(file, reason));
    timer = setTimeout(fail, LOAD_LIMIT_MS, 'did not load in time');
    element.onload = () => resolve();
    element.onerror = () => fail('could not be fetched, or does not match its hash');
    document.head.append(element);
  }).finally(() => clearTimeout(timer));
}
