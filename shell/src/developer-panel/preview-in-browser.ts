import { device } from '@shared/state';
import { clearPreview, PREVIEW_KEY, type Preview } from '../remotes/preview.ts';

/** Runs a version in every tab of this browser until the preview ends. */
export function previewInBrowser({ name, version }: Preview): void {
  clearPreview();
  device.write(PREVIEW_KEY, `${name}@${version}`);
  location.reload();
}
