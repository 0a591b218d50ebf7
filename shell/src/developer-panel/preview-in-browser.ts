import { device } from '@shared/state';
import { clearPreview } from '../remotes/end-preview.ts';
import type { Preview } from '../remotes/preview.ts';
import { PREVIEW_KEY } from '../remotes/preview-key.ts';

/** Runs a version in every tab of this browser until the preview ends. */
export function previewInBrowser({ name, version }: Preview): void {
  clearPreview();
  device.write(PREVIEW_KEY, `${name}@${version}`);
  location.reload();
}
