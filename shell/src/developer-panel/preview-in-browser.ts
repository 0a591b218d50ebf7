import { device } from '@shared/state';
import { clearPreview } from '../updates/preview/end-preview.ts';
import type { Preview } from '../updates/preview/preview.ts';
import { PREVIEW_KEY } from '../updates/preview/preview-key.ts';

/** Runs a version in every tab of this browser until the preview ends. */
export function previewInBrowser({ name, version }: Preview): void {
  clearPreview();
  device.write(PREVIEW_KEY, `${name}@${version}`);
  location.reload();
}
