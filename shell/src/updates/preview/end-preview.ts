import { device, tab } from '@shared/state';
import { PREVIEW_KEY } from './preview-key.ts';

export function clearPreview(): void {
  tab.write(PREVIEW_KEY, undefined);
  device.write(PREVIEW_KEY, undefined);
}

/** Ends the preview of the tab and of the browser, and reloads the page. */
export function endPreview(): void {
  clearPreview();
  location.reload();
}
