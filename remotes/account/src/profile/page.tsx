import { queries, useQuery, useQueryClient } from '@shared/client';
import { supportOf, type User } from '@shared/contract';
import { supportPhoneOf } from '@shared/contract/support-phone';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Link, useBack, usePaths, useSearchParams } from '@shared/router';
import { brandAtom, Slot, sessionAtom, showToastAtom } from '@shared/state';
import { Card, Loading, Page } from '@shared/ui';
import { EyeOff, Info } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { LoadFailureDialog } from '@shared/ui/load-failure-dialog';
import { SupportRows } from '@shared/ui/support-rows';
import { useAtomValue, useSetAtom } from 'jotai';
import { NoticeSettings } from '../notices/notice-settings.tsx';
import { Section } from '../section.tsx';
import { cards } from '../slots.ts';
import { AccountLinks } from './account-links.tsx';
import { ProfileForm } from './profile-form.tsx';
import { strings } from './strings.ts';

/**
 * Profile screen: the user's data and links to the other account screens. `?required=cpf` makes the
 * CPF mandatory and goes back once it is saved.
 */
export function Component() {
  const back = useBack(usePaths().home());
  const [params] = useSearchParams();
  const query = useQuery(queries.userProfile());
  useFailureToast(query, strings.loadFailed);
  const { data: user, error, isFetching, refetch } = query;
  const onSaved = useApplySavedProfile();
  const cpfRequired = params.get('required') === 'cpf';
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
          <NoticeSettings />
          <HelpLinks />
          {/* Last, because nothing that is on screen may move when they arrive. */}
          <Slot of={cards} props={{}} />
        </>
      ) : (
        <Loading height="28rem" />
      )}
      {!user && error && (
        <LoadFailureDialog
          text={strings.loadFailed}
          retrying={isFetching}
          onRetry={() => refetch()}
          onBack={back}
        />
      )}
    </Page>
  );
}

/** Returns a callback that updates the cached profile and the session, and shows a toast. */
function useApplySavedProfile() {
  const cache = useQueryClient();
  const setSession = useSetAtom(sessionAtom);
  const toast = useSetAtom(showToastAtom);
  return (user: User) => {
    const { queryKey } = queries.userProfile();
    // By the time the save ends, the user may have logged out or another one may have logged in.
    if (cache.getQueryData(queryKey)?.id === user.id) {
      cache.setQueryData(queryKey, user);
      setSession((session) => (session.status === 'user' ? { ...session, user } : session));
    }
    toast({ id: 'profile', kind: 'success', title: strings.saved });
  };
}

/** Links to the brand's support, terms and privacy policy. */
function HelpLinks() {
  const paths = usePaths();
  const { record } = useAtomValue(brandAtom);
  const { whatsapp, email } = supportOf(record);
  const phone = supportPhoneOf(record);
  return (
    <Section title={strings.help}>
      <Card flush>
        <List label={strings.help}>
          <SupportRows whatsapp={whatsapp} phone={phone} email={email} />
          <ListRow render={<Link to={paths.terms()} />} leading={<Info />} title={strings.terms} />
          <ListRow render={<Link to={paths.privacy()} />} leading={<EyeOff />} title={strings.privacy} />
        </List>
      </Card>
    </Section>
  );
}
