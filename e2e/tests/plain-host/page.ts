/** The script of a web app that isn't ours, which has nothing but Module Federation's runtime. */
import { createInstance } from '@module-federation/enhanced/runtime';
import type { Mount } from 'shell/mount-options';

const host = createInstance({ name: 'plain_host', remotes: [] });

export interface PlainHost {
  /** Names a remote, by the URL of its manifest or, with the name of its global, of its entry. */
  register: (alias: string, entry: string, entryGlobalName?: string) => void;
  /** Mounts an exposed module, such as `recargas/mount`. Shows why if it can't be loaded. */
  show: (module: string, options: Parameters<Mount>[1]) => Promise<void>;
  /** Removes what is mounted. */
  hide: () => void;
  /** What the screen reported. */
  paths: string[];
  errors: string[];
}

const place = document.querySelector('#place') as Element;
let unmount = () => {};

const plainHost: PlainHost = {
  paths: [],
  errors: [],
  register(alias, entry, entryGlobalName) {
    host.registerRemotes([
      { name: `remote_${alias}`, alias, entry, ...(entryGlobalName && { entryGlobalName }) },
    ]);
  },
  async show(module, options) {
    try {
      const loaded = await host.loadRemote<{ mount: Mount }>(module);
      if (!loaded) throw new Error(`${module} is empty`);
      unmount = loaded.mount(place, {
        ...options,
        onNavigate: (path) => plainHost.paths.push(path),
        onError: (error) => plainHost.errors.push(String(error)),
      });
    } catch (error) {
      place.textContent = `Host: ${error}`;
    }
  },
  hide: () => unmount(),
};

Object.assign(window, { plainHost });
