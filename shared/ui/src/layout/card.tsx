import type { ReactNode } from 'react';
import { renderAs, type StyledElement } from '../controls/render-as.ts';
import styles from './card.module.css';

interface CardProps {
  /** Makes the whole card a link, such as `<Link to="…" />`. */
  render?: StyledElement;
  /** `active` uses the brand colour; at most one per screen. */
  tone?: 'plain' | 'active';
  /** No padding, for images and lists that reach the edge. */
  flush?: boolean;
  children: ReactNode;
}

/** Raised section of a screen. */
export function Card({ render, tone = 'plain', flush, children }: CardProps) {
  const look = { className: styles.card, 'data-tone': tone, 'data-flush': flush };
  return renderAs(render, look, children);
}
