import type { ComponentProps, MouseEvent } from 'react';
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** Whether the current history entry is replaced; by default only if it has the same address. */
  replace?: boolean;
  state?: unknown;
}

/** Navigates without loading the page. What opens elsewhere is left to the browser. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const address = createPath(useResolvedPath(to));
  const current = createPath(useLocation());
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event, rest.target)) return;
    event.preventDefault();
    navigate(to, { replace: replace ?? address === current, state });
  };
  return <a {...rest} href={useHref(to)} onClick={follow} />;
}

function opensElsewhere(event: MouseEvent, target: string | undefined): boolean {
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return event.button !== 0 || isModified || (target !== undefined && target !== '_self');
}
