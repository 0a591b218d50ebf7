/** Paths of the modules that the build adds to what runs in a browser. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const CONTAINER = require.resolve('@shared/federation-runtime/container');
/** The bundler requires an entry, also where plugins add all the code. */
export const EMPTY = 'data:text/javascript,';
export const ICON = require.resolve('@shared/federation-runtime/icon');
export const REFRESHING_JSX = require.resolve('@shared/federation-runtime/refreshing-jsx');
export const REFRESHING_REMOTE = require.resolve('@shared/federation-runtime/refreshing-remote');
export const SAME_SOCKET_URL = require.resolve('@shared/federation-runtime/same-socket-url');
