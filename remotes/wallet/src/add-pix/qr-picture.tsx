import { Skeleton } from '@shared/ui';
import { useEffect, useState } from 'react';
import styles from './pix.module.css';
import { strings } from './strings.ts';

/** The library that draws it is fetched with it alone. */
async function draw(text: string): Promise<string> {
  const { default: QrCode } = await import('qrcode');
  const svg = await QrCode.toString(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A text as a QR code. Where it can't be drawn, says so: the text itself stands below. */
export function QrPicture({ text }: { text: string }) {
  const [picture, setPicture] = useState<string | 'failed'>();
  useEffect(() => {
    let wanted = true;
    const show = (shown: string) => wanted && setPicture(shown);
    draw(text).then(show, (error: unknown) => {
      console.warn('QR code', error);
      show('failed');
    });
    return () => {
      wanted = false;
    };
  }, [text]);

  if (picture === 'failed') return <p className={styles.hint}>{strings.qrFailed}</p>;
  return (
    <div className={styles.paper}>
      {picture ? (
        <img src={picture} alt={strings.qr} width={240} height={240} />
      ) : (
        <Skeleton width="15rem" height="15rem" />
      )}
    </div>
  );
}
