/** Name of the environment that builds a server bundle. */
export const PRERENDER = 'prerender';
/** Modules of a remote that only its server bundle has. */
export const PRERENDER_FILE = /(?:^|\/)prerender\.tsx$/;
/** Folder of the shell's files for prerendering in a web app, and the prefixes of their names. */
export const PRERENDER_FOLDER = 'static/prerender';
export const SERVER_NAME = 'server';
export const INLINE_NAME = 'inline';
