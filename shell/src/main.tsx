/** The shell: the host around the registry's remotes. */
import './remotes/shared-modules.ts';
import { report } from './errors/report.ts';
import { mountHost } from './host.tsx';
import { shellRemotes } from './remotes/shell-remotes.ts';

mountHost({ source: shellRemotes(report), hasHeader: true, basename: '' });
