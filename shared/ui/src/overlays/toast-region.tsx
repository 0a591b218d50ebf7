import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { StatusGlyph } from '../charging/status-glyph.tsx';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { X } from '../icons.ts';
import { words } from '../strings.ts';
import { useTopModalSlot } from './modal-stack.ts';
import styles from './toast-region.module.css';

/** Lifetime of a toast without buttons, in ms; one with buttons stays until one is pressed. */
const LIFETIME_MS = 6000;
/** More would cover half of a phone's screen. */
const MAX_SHOWN = 2;

export interface ToastNotice {
  id: string;
  kind: 'success' | 'failure' | 'info';
  title: ReactNode;
  text?: ReactNode;
  /** Pressing a button runs the action and dismisses the toast. */
  actions?: readonly { label: string; run: () => void }[] | undefined;
}

const GLYPHS = { success: 'done', failure: 'fault', info: 'attention' } as const;

interface ToastRegionProps {
  toasts: readonly ToastNotice[];
  onDismiss: (id: string) => void;
}

/**
 * Shows the newest toasts at the top of the page, or in the topmost dialog, as the page is then inert. An
 * earlier one is shown once a newer one is dismissed.
 */
export function ToastRegion({ toasts, onDismiss }: ToastRegionProps) {
  const modal = useTopModalSlot();
  const region = (
    <section className={styles.region} aria-label={words.notices} aria-live="polite">
      {toasts.slice(-MAX_SHOWN).map((toast) => (
        <Toast key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />
      ))}
    </section>
  );
  return (
    <>
      {/* Not in the region: opening or closing a dialog mounts that again. */}
      {toasts.filter(isTemporary).map(({ id }) => (
        <Lifetime key={id} onEnd={() => onDismiss(id)} />
      ))}
      {modal ? createPortal(region, modal) : region}
    </>
  );
}

const isTemporary = ({ actions = [] }: ToastNotice) => actions.length === 0;

function Lifetime({ onEnd }: { onEnd: () => void }) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => end(), LIFETIME_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

function Toast({ toast, onDismiss }: { toast: ToastNotice; onDismiss: () => void }) {
  const { kind, title, text, actions = [] } = toast;
  return (
    <div className={styles.toast}>
      <StatusGlyph kind={GLYPHS[kind]} />
      <div className={styles.words}>
        <p className={styles.title}>
          <bdi>{title}</bdi>
        </p>
        {text && (
          <p className={styles.text}>
            <bdi>{text}</bdi>
          </p>
        )}
        {!isTemporary(toast) && (
          <div className={styles.actions}>
            {actions.map(({ label, run }) => (
              <Button
                key={label}
                variant="quiet"
                onClick={() => {
                  onDismiss();
                  run();
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {isTemporary(toast) && <IconButton label={words.close} icon={<X />} onClick={onDismiss} />}
    </div>
  );
}
