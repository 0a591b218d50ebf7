/** Returns whether the page shows this path, which begins with the brand. */
export const isOnScreen = (path: string) => location.pathname.replace(/\/$/, '').endsWith(path);
