import { showToastAtom } from '@shared/state';
import { Button, ButtonLink } from '@shared/ui';
import { writeClipboard } from '@shared/ui/share';
import { useSetAtom } from 'jotai';
import { type InAppBrowser, intentOf } from './in-app-browser.ts';
import { strings } from './strings.ts';

/** Links from an in-app browser to the device's own browser, which can open the camera. */
export function OpenInBrowser({ opensLinks }: InAppBrowser) {
  const toast = useSetAtom(showToastAtom);
  const copy = async () => {
    const url = location.href;
    const copied = await writeClipboard(url);
    toast(
      copied
        ? { id: 'address', kind: 'success', title: strings.linkCopied }
        : { id: 'address', kind: 'info', title: strings.linkToCopy, text: url },
    );
  };
  return (
    <>
      {opensLinks && (
        <ButtonLink render={<a href={intentOf(location.href)} />}>{strings.openInBrowser}</ButtonLink>
      )}
      <Button variant={opensLinks ? 'quiet' : 'secondary'} onClick={copy}>
        {strings.copyLink}
      </Button>
    </>
  );
}
