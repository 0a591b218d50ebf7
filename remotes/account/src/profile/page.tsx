import { queries, useQuery, useQueryClient } from '@shared/client';
import type { User } from '@shared/contract';
import { useBack, usePaths, useSearchParams } from '@shared/router';
import { sessionAtom, showToastAtom } from '@shared/state';
import { Button, Dialog, Loading, Page, Skeleton } from '@shared/ui';
import { useAtom, useSetAtom } from 'jotai';
import { AccountLinks } from './account-links.tsx';
import { ProfileForm } from './profile-form.tsx';
import { strings } from './strings.ts';

/** The person's own data, and the ways to what else is theirs. `?required=cpf`: sent here to give the CPF. */
export function Component() {
  const back = useBack(usePaths().home());
  const [address] = useSearchParams();
  const { data: user, error, isFetching, refetch } = useQuery(queries.userProfile());
  const saved = useSaved();
  const cpfRequired = address.get('required') === 'cpf';

  function onSaved(changed: User) {
    saved(changed);
    if (cpfRequired) back();
  }
  return (
    <Page title={strings.title} onBack={back}>
      {user ? (
        <>
          <ProfileForm key={user.id} user={user} cpfRequired={cpfRequired} onSaved={onSaved} />
          <AccountLinks user={user} />
        </>
      ) : (
        <Loading>
          <Skeleton height="28rem" />
        </Loading>
      )}
      {!user && error && (
        <Dialog
          title={strings.loadFailed}
          onClose={back}
          actions={
            <>
              <Button variant="primary" pending={isFetching} onClick={() => refetch()}>
                {strings.retry}
              </Button>
              <Button onClick={back}>{strings.back}</Button>
            </>
          }
        >
          <p>{strings.loadFailedText}</p>
        </Dialog>
      )}
    </Page>
  );
}

/** Tells of the change, to the person and to everything that shows their name. */
function useSaved() {
  const cache = useQueryClient();
  const [session, setSession] = useAtom(sessionAtom);
  const toast = useSetAtom(showToastAtom);
  return (user: User) => {
    cache.setQueryData(queries.userProfile().queryKey, user);
    if (session.status === 'user') setSession({ ...session, user });
    toast({ id: 'profile', kind: 'success', title: strings.saved });
  };
}
