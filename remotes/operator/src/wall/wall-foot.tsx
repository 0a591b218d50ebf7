import { supportOf } from '@shared/contract';
import { brandAtom } from '@shared/state';
import { MessageCircle } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { strings } from './strings.ts';
import styles from './wall-foot.module.css';

/** Formats the number of a WhatsApp link, which a TV can't open; empty if there is no number. */
function formatPhone(link: string): string {
  const digits = /wa\.me\/(\d+)/.exec(link)?.[1] ?? '';
  return digits.replace(/^55(\d{2})(\d{4,5})(\d{4})$/, '($1)\u00a0$2-$3');
}

/** Support contact for problems with a charger; nothing if the brand has no WhatsApp number. */
export function WallFoot() {
  const { whatsapp } = supportOf(useAtomValue(brandAtom).record);
  if (!whatsapp) return null;
  return (
    <footer className={styles.foot}>
      <p>{strings.problems}</p>
      <a href={whatsapp} target="_blank" rel="noopener noreferrer">
        <MessageCircle />
        {strings.contact} {formatPhone(whatsapp)}
      </a>
    </footer>
  );
}
