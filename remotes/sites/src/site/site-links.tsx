import { type ChargerSite, supportOf } from '@shared/contract';
import { brandAtom } from '@shared/state';
import { Button, Dialog } from '@shared/ui';
import { LifeBuoy, Mail, MapPin, MessageCircle, Navigation } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import styles from './site.module.css';
import { strings } from './strings.ts';

/** Buttons 'Como Chegar' and 'Ajuda', each shown only if it has links. */
export function SiteLinks({ site }: { site: ChargerSite }) {
  const [openDialog, setOpenDialog] = useState<'directions' | 'help'>();
  const { record } = useAtomValue(brandAtom);
  const support = supportOf(record);
  const directions = directionsTo(site);
  const help = [
    ...(support.whatsapp ? [{ name: strings.whatsapp, url: support.whatsapp, icon: <MessageCircle /> }] : []),
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

interface LinksDialogProps {
  title: string;
  text: string;
  links: { name: string; url: string; icon: ReactNode }[];
  onClose: () => void;
}

/** Dialog with links to external apps. */
function LinksDialog({ title, text, links, onClose }: LinksDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <List label={title}>
        {links.map(({ name, url, icon }) => (
          <ListRow
            key={name}
            render={<a href={url} target="_blank" rel="noopener noreferrer" />}
            leading={icon}
            title={name}
          />
        ))}
      </List>
    </Dialog>
  );
}

/** Returns a link with directions for each maps app; none if the site has no valid location. */
function directionsTo(site: ChargerSite): LinksDialogProps['links'] {
  if (!site.csLocation) return [];
  const [lng, lat] = site.csLocation.coordinates;
  const place = `${lat},${lng}`;
  const icon = <MapPin />;
  return [
    { name: strings.appleMaps, url: `https://maps.apple.com/?daddr=${place}&dirflg=d`, icon },
    { name: strings.googleMaps, url: `https://www.google.com/maps/dir/?api=1&destination=${place}`, icon },
    { name: strings.waze, url: `https://waze.com/ul?ll=${place}&navigate=yes`, icon },
  ];
}
