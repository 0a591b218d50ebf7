/** In the storage of the tab or of the browser. */
export const PREVIEW_KEY = 'remotePreview';
