import { supportOf } from '@shared/contract';
import { supportPhoneOf } from '@shared/contract/support-phone';
import { brandAtom } from '@shared/state';
import { Card } from '@shared/ui';
import { List } from '@shared/ui/list';
import { SupportRows } from '@shared/ui/support-rows';
import { useAtomValue } from 'jotai';
import styles from './payback.module.css';
import { strings } from './strings.ts';

/** The brand's support, for credit that only staff can return. Nothing if the brand has none. */
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
          <SupportRows whatsapp={whatsapp} phone={phone} email={email} />
        </List>
      </Card>
    </>
  );
}
