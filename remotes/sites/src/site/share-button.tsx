import { usePaths } from '@shared/router';
import { showToastAtom } from '@shared/state';
import { IconButton } from '@shared/ui';
import { Share } from '@shared/ui/icons';
import { share } from '@shared/ui/share';
import { useSetAtom } from 'jotai';
import { strings } from './strings.ts';

/** Shares the site's link, or copies it to the clipboard if the device has no share sheet. */
export function ShareButton({ siteId, name }: { siteId: string; name: string }) {
  const paths = usePaths();
  const toast = useSetAtom(showToastAtom);
  const shareLink = async () => {
    const url = new URL(paths.charger(siteId), location.origin).href;
    const outcome = await share({ title: name, url });
    if (outcome === 'copied') toast({ id: 'share', kind: 'success', title: strings.linkCopied });
    if (outcome === 'failed') toast({ id: 'share', kind: 'info', title: strings.linkToCopy, text: url });
  };
  return <IconButton label={strings.share} icon={<Share />} onClick={shareLink} />;
}
