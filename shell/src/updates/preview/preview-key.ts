/** Key in session storage (for the tab) or local storage (for the browser). */
export const PREVIEW_KEY = 'remotePreview';
