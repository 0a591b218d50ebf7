/** The shell: the host around the registry's remotes. */
// The kit's tokens name the order of the style layers, so they come before any other style.
import '@shared/ui/tokens.css';
import './remotes/shared-modules.ts';
import { report } from './errors/report.ts';
import { mountHost } from './host.tsx';
import { shellRemotes } from './remotes/shell-remotes.ts';

mountHost({ source: shellRemotes(report), hasHeader: true, basename: '' });
