import { mountStandalone } from 'shell/host';
import remote from './remote.ts';

mountStandalone(remote);
