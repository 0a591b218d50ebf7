import { queries, useQuery, useQueryClient } from '@shared/client';
import type { User } from '@shared/contract';
import { useBack, usePaths, useSearchParams } from '@shared/router';
import { sessionAtom, showToastAtom } from '@shared/state';
import { Button, Dialog, Loading, Page, Skeleton } from '@shared/ui';
import { useSetAtom } from 'jotai';
import { AccountLinks } from './account-links.tsx';
import { ProfileForm } from './profile-form.tsx';
import { strings } from './strings.ts';

/** The person's own data, and the ways to what else is theirs. `?required=cpf`: sent here to give the CPF. */
export function Component() {
  const back = useBack(usePaths().home());
  const [address] = useSearchParams();
  const { data: user, error, isFetching, refetch } = useQuery(queries.userProfile());
  const onSaved = useSaved();
  const cpfRequired = address.get('required') === 'cpf';
  return (
    <Page title={strings.title} onBack={back}>
      {user ? (
        <>
          <ProfileForm
            key={user.id}
            user={user}
            locked={isFetching}
            cpfRequired={cpfRequired}
            onSaved={onSaved}
            next={cpfRequired ? back : undefined}
          />
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
  const setSession = useSetAtom(sessionAtom);
  const toast = useSetAtom(showToastAtom);
  return (user: User) => {
    const { queryKey } = queries.userProfile();
    // Whoever left meanwhile may have logged out, or be somebody else by now.
    if (cache.getQueryData(queryKey)?.id === user.id) {
      cache.setQueryData(queryKey, user);
      setSession((session) => (session.status === 'user' ? { ...session, user } : session));
    }
    toast({ id: 'profile', kind: 'success', title: strings.saved });
  };
}
