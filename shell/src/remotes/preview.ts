/** An unpublished version of a remote, run by this tab alone: `?preview={name}@{version}`. */
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

/** The tab's preview: the one that the address asks for (which is then taken out of it), or the one begun before. */
export function currentPreview(): Preview | undefined {
  const address = new URL(location.href);
  const asked = address.searchParams.get('preview');
  if (asked !== null) {
    if (parsePreview(asked)) tab.write(KEY, asked);
    address.searchParams.delete('preview');
    history.replaceState(history.state, '', address);
  }
  return parsePreview(tab.read(KEY));
}

export const forgetPreview = () => tab.write(KEY, undefined);

/** Returns this tab to what is published. */
export function endPreview(): void {
  forgetPreview();
  location.reload();
}
