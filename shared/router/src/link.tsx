import type { ComponentProps, MouseEvent } from 'react';
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** Whether the current history entry is replaced; by default only if it has the same URL. */
  replace?: boolean;
  state?: unknown;
}

/** Navigates without loading a page. The browser handles clicks that open a tab or window. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const target = createPath(useResolvedPath(to));
  const current = createPath(useLocation());
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event, rest.target)) return;
    event.preventDefault();
    navigate(to, { replace: replace ?? target === current, state });
  };
  return <a {...rest} href={useHref(to)} onClick={follow} />;
}

function opensElsewhere(event: MouseEvent, target: string | undefined): boolean {
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return event.button !== 0 || isModified || (target !== undefined && target !== '_self');
}
