import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { type Dressed, renderAs } from './render-as.ts';
import { Spinner } from './spinner.tsx';
import { strings } from './strings.ts';

interface Look {
  /** One primary a screen. `quiet` has no ground; `danger` destroys something. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: ReactNode;
  /** As wide as its column. */
  full?: boolean;
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** The action runs: the button keeps its focus and its size, can't be pressed again, and says 'Aguarde…'. */
  pending?: boolean | undefined;
}

/** A button with words. `type` is `button` unless said otherwise. */
export function Button({
  variant = 'secondary',
  icon,
  full,
  pending,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // `disabled` would drop the focus; a pending submit button must not submit by Enter either.
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button
        type="button"
        {...props}
        className={styles.button}
        data-variant={variant}
        data-full={full}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
        onClick={press}
      >
        {pending ? <Spinner /> : icon}
        <span className={styles.label}>{children}</span>
      </button>
      {pending !== undefined && (
        <span className={styles.announcement} aria-live="polite">
          {pending ? strings.wait : ''}
        </span>
      )}
    </>
  );
}

interface ButtonLinkProps extends Look {
  /** The link to dress: `<Link to="…" />` or `<a href="…" />`. */
  render: Dressed;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ render, variant = 'secondary', icon, full, children }: ButtonLinkProps) {
  const look = { className: styles.button, 'data-variant': variant, 'data-full': full };
  return renderAs(
    render,
    'a',
    look,
    <>
      {icon}
      <span className={styles.label}>{children}</span>
    </>,
  );
}
