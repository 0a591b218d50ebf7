/**
 * The same shell and the same remotes as one ordinary bundle: what federation is measured against.
 */
import account from '@remotes/account';
import charging from '@remotes/charging';
import operator from '@remotes/operator';
import sites from '@remotes/sites';
import wallet from '@remotes/wallet';
import { bundledSource } from 'shell/bundled-source';
import { mountHost } from 'shell/host';

const source = bundledSource([sites, charging, wallet, account, operator], (error) => console.error(error));
mountHost({ source, hasHeader: true, basename: '' });
