import { cloneElement, createElement, type ReactElement, type ReactNode } from 'react';

/** An element to be dressed as a component of the kit, such as a router's `<Link to="…" />`. */
export type Dressed = ReactElement<{ className?: string | undefined; children?: ReactNode }>;

/** The element with the kit's look put on, or a plain one of the given tag. The kit thus needs no router. */
export function renderAs(
  render: Dressed | undefined,
  tag: string,
  look: { className?: string | undefined; [attribute: `data-${string}`]: string | boolean | undefined },
  children: ReactNode,
): ReactElement {
  return render ? cloneElement(render, look, children) : createElement(tag, look, children);
}
