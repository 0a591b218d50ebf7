import { type ChargerSite, supportOf } from '@shared/contract';
import { brandAtom } from '@shared/state';
import { Button } from '@shared/ui';
import { LifeBuoy, Mail, MapPin, MessageCircle, Navigation } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { directionsTo } from './directions.ts';
import { LinksDialog } from './links-dialog.tsx';
import styles from './site.module.css';
import { strings } from './strings.ts';

/** Buttons 'Como Chegar' and 'Ajuda', each shown only if it has links. */
export function WaysOut({ site }: { site: ChargerSite }) {
  const [asked, setAsked] = useState<'directions' | 'help'>();
  const support = supportOf(useAtomValue(brandAtom).record);
  const directions = directionsTo(site).map((direction) => ({ ...direction, icon: <MapPin /> }));
  const help = [
    ...(support.whatsapp ? [{ name: strings.whatsapp, url: support.whatsapp, icon: <MessageCircle /> }] : []),
    ...(support.email ? [{ name: strings.email, url: support.email, icon: <Mail /> }] : []),
  ];
  const close = () => setAsked(undefined);
  return (
    <div className={styles.waysOut}>
      {directions.length > 0 && (
        <Button icon={<Navigation />} aria-haspopup="dialog" onClick={() => setAsked('directions')}>
          {strings.directions}
        </Button>
      )}
      {help.length > 0 && (
        <Button icon={<LifeBuoy />} aria-haspopup="dialog" onClick={() => setAsked('help')}>
          {strings.help}
        </Button>
      )}
      {asked === 'directions' && (
        <LinksDialog
          title={strings.directions}
          text={strings.directionsText}
          links={directions}
          onClose={close}
        />
      )}
      {asked === 'help' && (
        <LinksDialog title={strings.help} text={strings.helpText} links={help} onClose={close} />
      )}
    </div>
  );
}
