import { Skeleton } from '@shared/ui';
import { useEffect, useState } from 'react';
import styles from './pix.module.css';
import { strings } from './strings.ts';

/** Draws the QR code with a library that is loaded on demand. */
async function draw(text: string): Promise<string> {
  const { default: QrCode } = await import('qrcode');
  const svg = await QrCode.toString(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Shows a text as a QR code, or an error that refers to the text below it. */
export function QrPicture({ text }: { text: string }) {
  const [picture, setPicture] = useState<string | 'failed'>();
  useEffect(() => {
    let active = true;
    const show = (shown: string) => active && setPicture(shown);
    draw(text).then(show, (error: unknown) => {
      console.warn('drawing the QR code failed', error);
      show('failed');
    });
    return () => {
      active = false;
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
