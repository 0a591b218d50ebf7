import type { ReactNode } from 'react';
import styles from './card.module.css';
import { type Dressed, renderAs } from './render-as.ts';

interface CardProps {
  /** The link that the whole card is, such as `<Link to="…" />`; a plain block without it. */
  render?: Dressed;
  /** `active` carries the brand: one a screen at most. */
  tone?: 'plain' | 'active';
  /** Without inner space, for pictures and lists that reach the edge. */
  flush?: boolean;
  children: ReactNode;
}

/** A raised piece of a screen. */
export function Card({ render, tone = 'plain', flush, children }: CardProps) {
  return renderAs(
    render,
    'div',
    { className: styles.card, 'data-tone': tone, 'data-flush': flush },
    children,
  );
}
