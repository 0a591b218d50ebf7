import type { User } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { Card, ConfirmDialog, words } from '@shared/ui';
import { ArrowLeftRight, Car, Lock, LogOut, Ticket, Trash } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { SWITCH_BRAND } from '@shared/ui/product-words';
import { useState } from 'react';
import { Section } from '../section.tsx';
import { useLogOut } from '../use-log-out.ts';
import { strings } from './strings.ts';

/** Links from the profile to the other account screens, and the logout button. */
export function AccountLinks({ user }: { user: User }) {
  const paths = usePaths();
  const hasPassword = user.hasPassword !== false;
  const [confirming, setConfirming] = useState(false);
  const logOut = useLogOut();
  return (
    <Section title={strings.more}>
      <Card flush>
        <List label={strings.more}>
          <ListRow render={<Link to={paths.vehiclesList()} />} leading={<Car />} title={strings.vehicles} />
          <ListRow render={<Link to={paths.coupons()} />} leading={<Ticket />} title={strings.coupons} />
          <ListRow
            render={<Link to={paths.switchPassword(hasPassword)} />}
            leading={<Lock />}
            title={hasPassword ? strings.changePassword : strings.createPassword}
          />
          <ListRow
            render={<Link to={paths.switchBrand()} />}
            leading={<ArrowLeftRight />}
            title={SWITCH_BRAND}
          />
          <ListRow
            render={<Link to={paths.accountDeletion()} />}
            leading={<Trash />}
            title={strings.delete}
          />
          <ListRow onPress={() => setConfirming(true)} leading={<LogOut />} title={words.logOut} />
        </List>
      </Card>
      {confirming && (
        <ConfirmDialog
          title={strings.logOutQuestion}
          confirmLabel={words.logOut}
          onConfirm={logOut}
          onClose={() => setConfirming(false)}
        />
      )}
    </Section>
  );
}
