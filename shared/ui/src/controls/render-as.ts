import { cloneElement, createElement, type ReactElement, type ReactNode } from 'react';

/** Element that gets the style of a component, such as a router's `<Link to="…" />`. */
export type StyledElement = ReactElement<{ className?: string | undefined; children?: ReactNode }>;

/** Applies `look` to `render`, or to a new `div`. Avoids a dependency on a router. */
export function renderAs(
  render: StyledElement | undefined,
  look: { className?: string | undefined; [attribute: `data-${string}`]: string | boolean | undefined },
  children: ReactNode,
): ReactElement {
  return render ? cloneElement(render, look, children) : createElement('div', look, children);
}
