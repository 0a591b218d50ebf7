/**
 * A preview: a version of a remote that runs in this tab (`?preview={name}@{version}`, or
 * `?preview={name}@localhost:{port}` for a development server) or, set in the developer panel, in
 * this browser.
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
 * Returns the preview of the tab or of the browser. A valid one in the URL replaces the tab's. The
 * parameter is removed from the URL.
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

/** Ends the preview of the tab and of the browser, and reloads the page. */
export function endPreview(): void {
  clearPreview();
  location.reload();
}
