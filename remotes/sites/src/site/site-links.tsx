import { type ChargerSite, supportOf } from '@shared/contract';
import { supportPhoneOf } from '@shared/contract/support-phone';
import { brandAtom } from '@shared/state';
import { Button } from '@shared/ui';
import { LifeBuoy, Mail, MapPin, MessageCircle, Navigation, Phone } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { directionsTo } from './directions.ts';
import { LinksDialog } from './links-dialog.tsx';
import styles from './site.module.css';
import { strings } from './strings.ts';

/** Buttons 'Como Chegar' and 'Ajuda', each shown only if it has links. */
export function SiteLinks({ site }: { site: ChargerSite }) {
  const [openDialog, setOpenDialog] = useState<'directions' | 'help'>();
  const { record } = useAtomValue(brandAtom);
  const support = supportOf(record);
  const phone = supportPhoneOf(record);
  const directions = directionsTo(site).map((direction) => ({ ...direction, icon: <MapPin /> }));
  const help = [
    ...(support.whatsapp ? [{ name: strings.whatsapp, url: support.whatsapp, icon: <MessageCircle /> }] : []),
    ...(phone ? [{ name: strings.phone(phone.number), url: phone.url, icon: <Phone /> }] : []),
    ...(support.email ? [{ name: strings.email, url: support.email, icon: <Mail /> }] : []),
  ];
  const close = () => setOpenDialog(undefined);
  return (
    <div className={styles.siteLinks}>
      {directions.length > 0 && (
        <Button icon={<Navigation />} aria-haspopup="dialog" onClick={() => setOpenDialog('directions')}>
          {strings.directions}
        </Button>
      )}
      {help.length > 0 && (
        <Button icon={<LifeBuoy />} aria-haspopup="dialog" onClick={() => setOpenDialog('help')}>
          {strings.help}
        </Button>
      )}
      {openDialog === 'directions' && (
        <LinksDialog
          title={strings.directions}
          text={strings.directionsText}
          links={directions}
          onClose={close}
        />
      )}
      {openDialog === 'help' && (
        <LinksDialog title={strings.help} text={strings.helpText} links={help} onClose={close} />
      )}
    </div>
  );
}
