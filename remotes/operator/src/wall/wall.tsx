import { useImage } from '@shared/client';
import { supportOf } from '@shared/contract';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { brandAtom } from '@shared/state';
import { QueryState } from '@shared/ui';
import { MessageCircle } from '@shared/ui/icons';
import { Picture } from '@shared/ui/picture';
import { useAtomValue } from 'jotai';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import type { Fit } from './fit-rows.ts';
import { strings } from './strings.ts';
import styles from './wall.module.css';
import footStyles from './wall-foot.module.css';

interface WallProps {
  fit: Fit;
  /** File id of the site's background image. */
  backgroundId?: string | undefined;
  /** The board's query. */
  query: Parameters<typeof useFailureToast>[0] & ComponentProps<typeof QueryState>['query'];
  /** Message shown if the query fails: in place, or as a toast while older data is shown. */
  failure: string;
  /** Stays mounted when the data arrives, so that its heading keeps the focus. */
  head: ReactNode;
  /** The board, once its data has loaded. */
  children: ReactNode;
}

/** Frame of a board: dark, scaled to the screen, with the support contact at the bottom. */
export function Wall({ fit, backgroundId, query, failure, head, children }: WallProps) {
  const background = useImage(backgroundId);
  useFailureToast(query, failure);
  return (
    <main className={styles.wall} data-scheme="dark" data-look={fit.look} style={sizesOf(fit)}>
      <Picture className={styles.background} src={background} />
      {head}
      {children ?? <QueryState query={query} failure={failure} height="70dvh" />}
      <WallFoot />
    </main>
  );
}

function sizesOf(fit: Fit): CSSProperties | undefined {
  if (fit.look === 'handheld') return undefined;
  const sizes: Record<`--${string}`, string> = {
    '--size': `${fit.size}px`,
    '--columns': String(fit.columns),
    '--rows': String(fit.rows),
    '--around': `${fit.around}px`,
  };
  return sizes;
}

/** Formats the number of a WhatsApp link, which a TV can't open; empty if there is no number. */
function formatPhone(link: string): string {
  const digits = /wa\.me\/(\d+)/.exec(link)?.[1] ?? '';
  return digits.replace(/^55(\d{2})(\d{4,5})(\d{4})$/, '($1)\u00a0$2-$3');
}

/** Support contact for problems with a charger; nothing if the brand has no WhatsApp number. */
function WallFoot() {
  const { whatsapp } = supportOf(useAtomValue(brandAtom).record);
  if (!whatsapp) return null;
  return (
    <footer className={footStyles.foot}>
      <p>{strings.problems}</p>
      <a href={whatsapp} target="_blank" rel="noopener noreferrer">
        <MessageCircle />
        {strings.contact} {formatPhone(whatsapp)}
      </a>
    </footer>
  );
}
