import { type ReactNode, useEffect, useState } from 'react';
import { Skeleton } from '../states/skeleton.tsx';
import styles from './qr-picture.module.css';

/** Draws the QR code with a library that is loaded on demand. */
async function draw(text: string): Promise<string> {
  const { default: QrCode } = await import('qrcode');
  const svg = await QrCode.toString(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

interface QrPictureProps {
  text: string;
  /** Alternative text. */
  label: string;
  /** Replaces the picture if it can't be drawn. */
  failure: ReactNode;
}

/** Shows a text as a QR code. */
export function QrPicture({ text, label, failure }: QrPictureProps) {
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

  if (picture === 'failed') return failure;
  return (
    <div className={styles.paper}>
      {picture ? (
        <img src={picture} alt={label} width={240} height={240} />
      ) : (
        <Skeleton width="15rem" height="15rem" />
      )}
    </div>
  );
}
