import { showToastAtom } from '@shared/state';
import { Button, ButtonLink } from '@shared/ui';
import { writeClipboard } from '@shared/ui/share';
import { useSetAtom } from 'jotai';
import { type InAppBrowser, intentOf } from './in-app-browser.ts';
import { strings } from './strings.ts';

/** Ways from the browser of an app to the device's own, which can open the camera. */
export function OpenInBrowser({ opensLinks }: InAppBrowser) {
  const toast = useSetAtom(showToastAtom);
  const copy = async () => {
    const address = location.href;
    const copied = await writeClipboard(address);
    toast(
      copied
        ? { id: 'address', kind: 'success', title: strings.linkCopied }
        : { id: 'address', kind: 'info', title: strings.linkToCopy, text: address },
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
