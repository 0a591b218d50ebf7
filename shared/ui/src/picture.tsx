import type { SyntheticEvent } from 'react';

interface PictureProps {
  src: string | undefined;
  className: string | undefined;
}

/** A stored picture, for the eye alone. Where there is none, or one that can't be drawn, its ground is left. */
export function Picture({ src, className }: PictureProps) {
  return src && <img key={src} className={className} src={src} alt="" onError={hide} />;
}

function hide({ currentTarget }: SyntheticEvent<HTMLElement>) {
  currentTarget.hidden = true;
}
