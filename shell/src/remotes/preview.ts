/**
 * An unpublished version of a remote that runs in this tab only: `?preview={name}@{version}`, or
 * `?preview={name}@localhost:{port}` for a development server.
 */
import { device, tab } from '@shared/state';
import { PREVIEW_KEY } from './preview-key.ts';

export interface Preview {
  name: string;
  version: string;
}

const PREVIEW_PATTERN = /^([a-z][a-z0-9-]*)@([0-9A-Za-z][0-9A-Za-z.-]*(?::\d+)?)$/;

export function parsePreview(text: string | undefined): Preview | undefined {
  const [, name, version] = PREVIEW_PATTERN.exec(text ?? '') ?? [];
  return name && version ? { name, version } : undefined;
}

/**
 * Returns the preview of the tab or of the browser. One in the URL replaces it, and is removed from
 * the URL.
 */
export function currentPreview(): Preview | undefined {
  const url = new URL(location.href);
  const requested = url.searchParams.get('preview');
  if (requested !== null) {
    if (parsePreview(requested)) tab.write(PREVIEW_KEY, requested);
    url.searchParams.delete('preview');
    history.replaceState(history.state, '', url);
  }
  return parsePreview(tab.read(PREVIEW_KEY) ?? device.read(PREVIEW_KEY));
}

export function clearPreview(): void {
  tab.write(PREVIEW_KEY, undefined);
  device.write(PREVIEW_KEY, undefined);
}

/** Ends the preview, so that this tab runs the published version again. */
export function endPreview(): void {
  clearPreview();
  location.reload();
}
