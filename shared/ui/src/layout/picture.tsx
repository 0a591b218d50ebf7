import type { SyntheticEvent } from 'react';

interface PictureProps {
  src: string | undefined;
  className: string | undefined;
}

/** Decorative image. Renders nothing without a source and hides an image that fails to load. */
export function Picture({ src, className }: PictureProps) {
  return src && <img key={src} className={className} src={src} alt="" onError={hide} />;
}

function hide({ currentTarget }: SyntheticEvent<HTMLElement>) {
  currentTarget.hidden = true;
}
