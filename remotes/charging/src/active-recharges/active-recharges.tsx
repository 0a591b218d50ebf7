import { formatCountdown } from '@shared/brazil';
import { PLUG_WAIT_MS } from '@shared/charging/plug-wait';
import { queries, serverTime, useQuery } from '@shared/client';
import type { ActiveRecharge, StartAttempt } from '@shared/contract';
import { RECHARGES_HEIGHT } from '@shared/contract/view-names';
import { Link, usePaths } from '@shared/router';
import { connectorKey, device, isLoggedInAtom, onlineAtom, plugWaitsAtom } from '@shared/state';
import { useToken } from '@shared/state/guest-session';
import { Card, QueryState, Skeleton, useNow } from '@shared/ui';
import { ChevronRight } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { GuestCard } from '../guest/guest-card.tsx';
import { releaseHomeSpace } from '../home-space.ts';
import { Ring } from '../ring.tsx';
import { ActiveRechargeCard } from './active-recharge-card.tsx';
import styles from './active-recharges.module.css';
import { strings } from './strings.ts';

const RETRY_MS = 30_000;
const POLL_MS = 5_000;

/**
 * Lists the running charges of a user or guest, and the starts that wait for the plug, on the home.
 * Renders nothing without a session, or if there are none; their space of the last time until they
 * are known.
 */
export function Component() {
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const enabled = useToken() !== undefined;
  const isOnline = useAtomValue(onlineAtom);
  const query = useQuery({
    ...queries.activeRecharges(),
    enabled,
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_MS,
  });
  const { data: recharges = [], isPending, isSuccess } = query;
  const storedWaits = useAtomValue(plugWaitsAtom);
  const { data } = useQuery({
    ...queries.startAttempts(),
    enabled,
    // Another device may cancel a wait, which no event reports.
    refetchInterval: ({ state }) => state.data?.some(isWaiting) && POLL_MS,
  });
  const now = serverTime(useNow(1000));
  // The call is optional, so without a response show the waits that this device began.
  const attempts = data ?? attemptsOf(storedWaits);
  const waits = attempts.filter(
    (attempt) => isWaiting(attempt) && !recharges.some((recharge) => keyOf(recharge) === keyOf(attempt)),
  );
  const isSiteShared = (card: ActiveRecharge | StartAttempt) =>
    [...recharges, ...waits].filter((one) => siteOf(one) === siteOf(card)).length > 1;
  // Offline, the shell says so.
  const hasFailed = query.isLoadingError && isOnline;
  const isEmpty = recharges.length + waits.length === 0;
  const [lastHeight] = useState(() => device.read(RECHARGES_HEIGHT));
  useEffect(() => {
    if (isSuccess && isEmpty) releaseHomeSpace();
  }, [isSuccess, isEmpty]);

  if (!enabled) return null;
  // Not `QueryState`, whose `aria-busy` would keep the prerendered view on the screen.
  if (isPending && lastHeight && waits.length === 0) return <Skeleton height={lastHeight} />;
  return (
    <>
      {hasFailed && (
        <Card flush>
          <QueryState query={query} failure={strings.failure} />
        </Card>
      )}
      {isEmpty && !isLoggedIn && <GuestCard />}
      {!isEmpty && (
        <section ref={rememberHeight} aria-label={strings.title} className={styles.cards}>
          {recharges.map((recharge) => (
            <ActiveRechargeCard
              key={keyOf(recharge)}
              recharge={recharge}
              isSiteShared={isSiteShared(recharge)}
            />
          ))}
          {waits.map((attempt) => (
            <WaitCard key={keyOf(attempt)} attempt={attempt} isSiteShared={isSiteShared(attempt)} now={now} />
          ))}
        </section>
      )}
    </>
  );
}

/** Stores the height of the cards for the next visit. */
function rememberHeight(cards: HTMLElement | null) {
  if (!cards) return;
  const observer = new ResizeObserver(() => device.write(RECHARGES_HEIGHT, `${cards.offsetHeight}px`));
  observer.observe(cards);
  return () => observer.disconnect();
}

const keyOf = ({ chargePointId, connectorId }: { chargePointId: string; connectorId: string }) =>
  connectorKey(chargePointId, connectorId);

const isWaiting = ({ waitUntil = '' }: StartAttempt) => Date.parse(waitUntil) > serverTime(Date.now());

const siteOf = ({ chargerSite }: ActiveRecharge | StartAttempt) => chargerSite?.csName;

/** Returns the waits that this device began as attempts, by the server's clock. */
const attemptsOf = (storedWaits: Readonly<Record<string, number>>): StartAttempt[] =>
  Object.entries(storedWaits).flatMap(([key, deadline]) => {
    const [chargePointId = '', connectorId = ''] = key.split('/');
    // A later deadline comes from a clock that has been changed since.
    if (deadline > Date.now() + PLUG_WAIT_MS) return [];
    const waitUntil = new Date(serverTime(deadline)).toISOString();
    const place = { chargePointId, connectorId };
    return { attemptId: key, ...place, waitUntil, errorCode: undefined, chargerSite: undefined };
  });

interface WaitCardProps {
  attempt: StartAttempt;
  /** Another wait or charge is listed at the same site. */
  isSiteShared: boolean;
  /** The server's time, in ms since 1970. */
  now: number;
}

/** An accepted start that waits for the plug: its countdown, and a link to the recharge screen. */
function WaitCard({ attempt, isSiteShared, now }: WaitCardProps) {
  const { chargePointId, connectorId, waitUntil = '', chargerSite } = attempt;
  const left = Math.min(PLUG_WAIT_MS, Date.parse(waitUntil) - now);
  const name = chargerSite?.csName;
  const needsNumber = isSiteShared || !name;
  const { data } = useQuery({
    ...queries.connectorStatus(chargePointId, connectorId),
    enabled: needsNumber,
  });
  const place = [name, needsNumber && data?.[0]?.chargerId].filter(Boolean).join(' · ');
  return (
    <Card tone="active" render={<Link to={usePaths().recharge(chargePointId, connectorId)} />}>
      <div className={styles.card}>
        <div className={styles.ring}>
          <Ring label={strings.waitLeft} value={left / PLUG_WAIT_MS} tone="still">
            <strong>{formatCountdown(Math.ceil(left / 1000))}</strong>
          </Ring>
        </div>
        <div className={styles.words}>
          <strong className={styles.first}>{strings.plugIn}</strong>
          {place && <bdi className={styles.place}>{place}</bdi>}
        </div>
        <ChevronRight className={styles.chevron} />
      </div>
    </Card>
  );
}
