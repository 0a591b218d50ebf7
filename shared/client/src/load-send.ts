/**
 * Loads the HTTP client once. It is a separate script, because a guest's page with a prerendered
 * view makes no request before it is interactive. `boot.tsx` loads it then.
 */
export const loadSend = () => import(/* webpackChunkName: "send" */ './send.ts');
