/**
 * Loads the HTTP client, once. It is a script of its own, since a guest's page with a prerendered view
 * makes no request before it is interactive.
 */
export const loadSend = () => import(/* webpackChunkName: "send" */ './send.ts');
