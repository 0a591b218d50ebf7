/** An unpublished version of a remote that runs in this tab only: `?preview={name}@{version}`. */
import { tab } from '@shared/state';

export interface Preview {
  name: string;
  version: string;
}

const KEY = 'remotePreview';
const FORM = /^([a-z][a-z0-9-]*)@([0-9A-Za-z][0-9A-Za-z.-]*)$/;

export function parsePreview(text: string | undefined): Preview | undefined {
  const [, name, version] = FORM.exec(text ?? '') ?? [];
  return name && version ? { name, version } : undefined;
}

/** Returns the tab's preview. One in the address replaces it, and is removed from the address. */
export function currentPreview(): Preview | undefined {
  const address = new URL(location.href);
  const requested = address.searchParams.get('preview');
  if (requested !== null) {
    if (parsePreview(requested)) tab.write(KEY, requested);
    address.searchParams.delete('preview');
    history.replaceState(history.state, '', address);
  }
  return parsePreview(tab.read(KEY));
}

export const clearPreview = () => tab.write(KEY, undefined);

/** Ends the preview, so that this tab runs the published version again. */
export function endPreview(): void {
  clearPreview();
  location.reload();
}
