import { connectorUse } from '@shared/charging/connector-use';
import { plugName } from '@shared/charging/plug-name';
import type { ChargerSite, SiteConnector } from '@shared/contract';
import { positionAtom } from '@shared/state';
import { useSetting } from '@shared/state/settings';
import { Button, Card, ConfirmDialog } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { waitingLine } from '../settings.ts';
import { OwnPlace } from './own-place.tsx';
import { reachOf } from './reach.ts';
import { strings } from './strings.ts';
import { useLineWrites, usePlace } from './use-place.ts';
import styles from './waiting-line.module.css';

interface SiteLineProps {
  site: ChargerSite;
  connectors: readonly SiteConnector[];
}

/** The user's place in the line of a site, or the plugs for which they may wait if the setting offers it. */
export function SiteLine({ site, connectors }: SiteLineProps) {
  const { data } = usePlace();
  const isOffered = useSetting(waitingLine, site.csId);
  // The backend has no lines, or the user's place isn't known yet.
  if (!data) return null;
  if (data.place?.csId === site.csId) return <OwnPlace place={data.place} />;
  const plugs = isOffered ? busyPlugs(connectors) : [];
  if (plugs.length === 0) return null;
  return (
    <Card>
      <section className={styles.section} aria-label={strings.title}>
        {plugs.map((plug) => (
          <Offer key={plug} site={site} plug={plug} elsewhere={data.place?.csName} />
        ))}
      </section>
    </Card>
  );
}

/** Returns the plugs of which none is free, but some connector is in use. */
function busyPlugs(connectors: readonly SiteConnector[]): string[] {
  const plugs = new Set(connectors.flatMap(({ cctName }) => cctName ?? []));
  const isUsedAs = (plug: string, wanted: string) =>
    connectors.some(
      ({ cctName, cpStatus, connectorStatus }) =>
        cctName === plug && connectorUse(cpStatus !== 'Offline', connectorStatus) === wanted,
    );
  return [...plugs].filter((plug) => isUsedAs(plug, 'inUse') && !isUsedAs(plug, 'available'));
}

interface OfferProps {
  site: ChargerSite;
  plug: string;
  /** Name of the site where the user waits now. */
  elsewhere: string | undefined;
}

function Offer({ site, plug, elsewhere }: OfferProps) {
  const { join } = useLineWrites();
  const [isAsking, setAsking] = useState(false);
  const reach = reachOf(site, useAtomValue(positionAtom));
  const enter = () => {
    setAsking(false);
    join.mutate({ csId: site.csId, plug });
  };
  return (
    <div className={styles.actions}>
      <p>{strings.offer(plugName(plug))}</p>
      {reach === 'far' ? (
        <p className={styles.note}>{strings.tooFar}</p>
      ) : (
        <Button full pending={join.isPending} onClick={() => (reach === 'near' ? enter() : setAsking(true))}>
          {strings.join}
          <span data-spoken>{strings.ofPlug(plugName(plug))}</span>
        </Button>
      )}
      {elsewhere && <p className={styles.note}>{strings.elsewhere(elsewhere)}</p>}
      {isAsking && (
        <ConfirmDialog
          title={strings.near}
          confirmLabel={strings.confirmNear}
          onConfirm={enter}
          onClose={() => setAsking(false)}
        >
          <p>{strings.nearText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
