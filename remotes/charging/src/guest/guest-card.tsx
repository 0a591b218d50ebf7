import { Link, usePaths } from '@shared/router';
import { Card } from '@shared/ui';
import { QrCode } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { strings } from './strings.ts';
import { useGuestCharge } from './use-guest-charge.ts';

const TITLES = new Map<string, string>(Object.entries(strings.cards));

/** Links the home to a guest's charge that isn't running: to its code, or to where its money is. */
export function GuestCard() {
  const { data } = useGuestCharge();
  const path = usePaths().guest();
  const title = TITLES.get(data?.state ?? '');
  if (title === undefined) return null;
  return (
    <Card flush>
      <List label={strings.title}>
        <ListRow render={<Link to={path} />} leading={<QrCode />} title={title} detail={strings.title} />
      </List>
    </Card>
  );
}
