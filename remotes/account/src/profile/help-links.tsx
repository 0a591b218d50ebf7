import { supportOf } from '@shared/contract';
import { supportPhoneOf } from '@shared/contract/support-phone';
import { Link, usePaths } from '@shared/router';
import { brandAtom } from '@shared/state';
import { Card } from '@shared/ui';
import { EyeOff, Info, Mail, MessageCircle, Phone } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { useAtomValue } from 'jotai';
import styles from './profile.module.css';
import { strings } from './strings.ts';

/** Links to the brand's support, terms and privacy policy. */
export function HelpLinks() {
  const paths = usePaths();
  const { record } = useAtomValue(brandAtom);
  const { whatsapp, email } = supportOf(record);
  const phone = supportPhoneOf(record);
  return (
    <section className={styles.more}>
      <h2 className={styles.heading}>{strings.help}</h2>
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
          <ListRow render={<Link to={paths.terms()} />} leading={<Info />} title={strings.terms} />
          <ListRow render={<Link to={paths.privacy()} />} leading={<EyeOff />} title={strings.privacy} />
        </List>
      </Card>
    </section>
  );
}
