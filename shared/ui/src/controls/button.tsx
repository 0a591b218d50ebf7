import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { words } from '../strings.ts';
import styles from './button.module.css';
import { renderAs, type StyledElement } from './render-as.ts';
import spinnerStyles from './spinner.module.css';

interface Look {
  /** At most one primary button per screen. `danger` is for destructive actions. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: ReactNode;
  /** Fills the width of its container. */
  full?: boolean;
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Keeps focus and size, ignores presses and announces 'Aguarde…'. */
  pending?: boolean | undefined;
}

/** Button with a text label. `type` defaults to `button`. */
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
    // `disabled` would drop the focus. Preventing the default also stops submitting by Enter.
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
        <span data-spoken aria-live="polite">
          {pending ? words.wait : ''}
        </span>
      )}
    </>
  );
}

interface ButtonLinkProps extends Look {
  /** Link element to style: `<Link to="…" />` or `<a href="…" />`. */
  render: StyledElement;
  children: ReactNode;
}

/** Link with the look of a button. */
export function ButtonLink({ render, variant = 'secondary', icon, full, children }: ButtonLinkProps) {
  const look = { className: styles.button, 'data-variant': variant, 'data-full': full };
  return renderAs(
    render,
    look,
    <>
      {icon}
      <span className={styles.label}>{children}</span>
    </>,
  );
}

/** Spinner with the text's colour and height. Show what is loading beside it. */
export function Spinner() {
  return <span className={spinnerStyles.spinner} aria-hidden="true" />;
}
