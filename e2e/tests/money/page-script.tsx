/** The real shell and wallet, with a home that shows only the shell's header. */
import wallet from '@remotes/wallet';
import type { RunnableRemote } from '@shared/contract';
import { bundledSource } from 'shell/bundled-source';
import { mountHost } from 'shell/host';

const home: RunnableRemote = {
  name: 'sites',
  routes: [{ path: '', lazy: async () => ({ Component: () => <main /> }) }],
};
const source = bundledSource([home, wallet], (error) => console.error(error));
mountHost({ source, hasHeader: true, basename: '' });
