import { mountStandalone } from 'shell/standalone';
import remote from './remote.ts';

mountStandalone(remote);
