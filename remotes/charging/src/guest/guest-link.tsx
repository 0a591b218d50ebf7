import { usePaths } from '@shared/router';
import { sessionAtom } from '@shared/state';
import { Button, Dialog } from '@shared/ui';
import { QrCode } from '@shared/ui/icons';
import { QrPicture } from '@shared/ui/qr-picture';
import { writeClipboard } from '@shared/ui/share';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import styles from './guest.module.css';
import { strings } from './strings.ts';

/** Button that shows the secret link of a guest's charge. Renders nothing for a user. */
export function GuestLink() {
  const { status, token } = useAtomValue(sessionAtom);
  const paths = usePaths();
  const [isOpen, setOpen] = useState(false);
  if (status === 'user' || token === undefined) return null;
  const url = new URL(`${paths.guest()}#${token}`, location.origin).href;
  return (
    <>
      <Button full icon={<QrCode />} onClick={() => setOpen(true)}>
        {strings.otherDevice}
      </Button>
      {isOpen && <LinkDialog url={url} onClose={() => setOpen(false)} />}
    </>
  );
}

function LinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const [copy, setCopy] = useState<'copied' | 'failed'>();
  return (
    <Dialog
      title={strings.otherDevice}
      onClose={onClose}
      actions={
        <Button
          variant="primary"
          onClick={async () => setCopy((await writeClipboard(url)) ? 'copied' : 'failed')}
        >
          <span aria-live="polite">{copy === 'copied' ? strings.copied : strings.copyLink}</span>
        </Button>
      }
    >
      <p>{strings.otherDeviceText}</p>
      <div className={styles.qr}>
        <QrPicture text={url} label={strings.qr} failure={<p>{strings.qrFailed}</p>} />
      </div>
      {copy === 'failed' && (
        <input
          aria-label={strings.linkToCopy}
          className={styles.url}
          value={url}
          readOnly
          onFocus={({ target }) => target.select()}
        />
      )}
    </Dialog>
  );
}
