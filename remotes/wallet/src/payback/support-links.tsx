import { supportOf } from '@shared/contract';
import { supportPhoneOf } from '@shared/contract/support-phone';
import { brandAtom } from '@shared/state';
import { Card } from '@shared/ui';
import { Mail, MessageCircle, Phone } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { useAtomValue } from 'jotai';
import styles from './payback.module.css';
import { strings } from './strings.ts';

/** The brand's support, for credit that only a person can give back. Nothing if the brand has none. */
export function SupportLinks() {
  const { record } = useAtomValue(brandAtom);
  const { whatsapp, email } = supportOf(record);
  const phone = supportPhoneOf(record);
  if (!whatsapp && !phone && !email) return null;
  return (
    <>
      <p className={styles.note}>{strings.help}</p>
      <Card flush>
        <List label={strings.help}>
          {whatsapp && (
            <ListRow
              render={<a href={whatsapp} target="_blank" rel="noopener noreferrer" />}
              leading={<MessageCircle />}
              title={strings.helpByWhatsapp}
            />
          )}
          {phone && (
            <ListRow
              render={<a href={phone.url} />}
              leading={<Phone />}
              title={strings.helpByPhone}
              detail={phone.number}
            />
          )}
          {email && <ListRow render={<a href={email} />} leading={<Mail />} title={strings.helpByEmail} />}
        </List>
      </Card>
    </>
  );
}
