import { guestCharge } from '@remotes/charging/settings';
import { queries, statusOf, useQuery } from '@shared/client';
import { ChargerSite } from '@shared/contract';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Link, useBack, useLocation, useParams, usePaths, useSearchParams } from '@shared/router';
import { liveConnectionAtom } from '@shared/state';
import { useMayStart, useToken } from '@shared/state/guest-session';
import { useSetting } from '@shared/state/settings';
import { ButtonLink, EmptyState, Page, QueryState, Skeleton } from '@shared/ui';
import { LogIn, MapPin, QrCode } from '@shared/ui/icons';
import { SWITCH_BRAND } from '@shared/ui/product-words';
import { useAtomValue } from 'jotai';
import { useLine } from '../waiting-line/use-line.ts';
import { Connectors } from './connectors.tsx';
import styles from './site.module.css';
import { SiteHead } from './site-head.tsx';
import { SiteLinks } from './site-links.tsx';
import { strings } from './strings.ts';

/** Refetch interval without a live connection. */
const OFFLINE_REFETCH_MS = 30_000;
/** With a live connection, which reports changes at sites fetched in the last 10 minutes. */
const LIVE_REFETCH_MS = 300_000;

/** Site page: details, directions, support, connectors, and the start of a charge. */
export function Component() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const back = useBack(paths.home());
  const mayStart = useMayStart(useSetting(guestCharge, id));
  const hasSession = useToken() !== undefined;
  const receivesEvents = useAtomValue(liveConnectionAtom) === 'open';
  const refetchInterval = receivesEvents ? LIVE_REFETCH_MS : OFFLINE_REFETCH_MS;
  const fetched = useQuery(queries.chargerSite(id));
  const connectors = useQuery({
    ...queries.siteConnectors(id),
    refetchInterval,
    refetchOnWindowFocus: !receivesEvents,
    // With a session, the live connection refetches when it reopens.
    refetchOnReconnect: !hasSession,
  });
  const siteFromNavigation = useSiteFromNavigation(id);
  const site = fetched.data ?? siteFromNavigation;
  // Not from `siteFromNavigation`: the map's distance is measured from its centre.
  const isUnknown = statusOf(fetched.error) === 404;
  const { isError, refetch } = fetched;
  useFailureToast({ data: isUnknown ? undefined : site, isError, refetch }, strings.failure);
  useFailureToast(connectors, strings.connectorsFailure);
  const line = useLine();
  const distance = useDistance() ?? fetched.data?.distanceMeters;

  if (isUnknown) return <UnknownSite onBack={back} />;
  if (!site) {
    return (
      <Page wide>
        <h1 data-spoken>{strings.title}</h1>
        <QueryState query={fetched} failure={strings.failure} onBack={back}>
          <Skeleton height="12rem" />
          <Skeleton width="70%" height="2rem" />
          <Skeleton width="90%" />
          <Skeleton height="3rem" />
          <Skeleton height="7rem" />
          <Skeleton height="7rem" />
        </QueryState>
      </Page>
    );
  }
  return (
    <Page wide actions={<StartAction mayStart={mayStart} />}>
      <div className={styles.columns}>
        <div className={styles.about}>
          <SiteHead site={site} distance={distance} onBack={back} />
          <SiteLinks site={site} />
          {line && connectors.data && <line.SiteLine site={site} connectors={connectors.data} />}
        </div>
        <Connectors query={connectors} oldAfterMs={2 * refetchInterval} mayStart={mayStart} />
      </div>
    </Page>
  );
}

/** Returns the site from the navigation state, which is validated like a response. */
function useSiteFromNavigation(id: string): ChargerSite | undefined {
  const state: { site?: unknown } | null = useLocation().state;
  const site = ChargerSite.safeParse(state?.site);
  return site.success && site.data.csId === id ? site.data : undefined;
}

/** Returns the distance in metres from the URL (`?dist=`). */
function useDistance(): number | undefined {
  const [params] = useSearchParams();
  const metres = Number(params.get('dist') || Number.NaN);
  return Number.isFinite(metres) && metres >= 0 ? metres : undefined;
}

function StartAction({ mayStart }: { mayStart: boolean }) {
  const paths = usePaths();
  return mayStart ? (
    <ButtonLink variant="primary" full icon={<QrCode />} render={<Link to={paths.qrcode()} />}>
      {strings.startByQr}
    </ButtonLink>
  ) : (
    <ButtonLink variant="primary" full icon={<LogIn />} render={<Link to={paths.login()} />}>
      {strings.loginToStart}
    </ButtonLink>
  );
}

/** Shown if the site doesn't exist, or no longer does. */
function UnknownSite({ onBack }: { onBack: () => void }) {
  const paths = usePaths();
  return (
    <Page title={strings.notFound} onBack={onBack}>
      <EmptyState
        icon={<MapPin />}
        title={strings.notFoundText}
        action={
          <>
            <ButtonLink variant="primary" render={<Link to={paths.home()} />}>
              {strings.toHome}
            </ButtonLink>
            {/* A link to another brand opens with the stored brand, which may lack the site. */}
            <ButtonLink variant="quiet" render={<Link to={paths.switchBrand()} />}>
              {SWITCH_BRAND}
            </ButtonLink>
          </>
        }
      />
    </Page>
  );
}
