/** The same shell and remotes as one ordinary bundle: the baseline for federation. */
import account from '@remotes/account';
import charging from '@remotes/charging';
import operator from '@remotes/operator';
import releases from '@remotes/releases';
import sites from '@remotes/sites';
import wallet from '@remotes/wallet';
import { bundledSource } from 'shell/bundled-source';
import { mountHost } from 'shell/host';

const source = bundledSource([sites, charging, wallet, account, operator, releases], (error) =>
  console.error(error),
);
mountHost({ source, hasHeader: true, basename: '' });
