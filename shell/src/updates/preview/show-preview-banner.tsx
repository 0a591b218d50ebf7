import { Button } from '@shared/ui';
import type { CSSProperties } from 'react';
import { createRoot } from 'react-dom/client';
import { endPreview, type Preview } from './preview.ts';
import { strings } from './strings.ts';

// Inline, because the page's first script has the name and hash of each style sheet.
const STYLE: CSSProperties = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 'var(--space-2)',
  padding: 'var(--space-1) var(--space-4)',
  background: '#ffd400',
  color: '#14171a',
};

/** Shows the previewed version above the page, in a React root of its own. */
export function showPreviewBanner({ name, version }: Preview): void {
  const place = document.createElement('div');
  Object.assign(place.style, { position: 'sticky', insetBlockStart: 0, zIndex: 1 });
  document.body.prepend(place);
  createRoot(place).render(
    <aside style={STYLE}>
      <span>{strings.preview(name, version)}</span>
      <Button onClick={endPreview}>{strings.endPreview}</Button>
    </aside>,
  );
}
