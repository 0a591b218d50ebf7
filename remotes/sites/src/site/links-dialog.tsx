import { Dialog } from '@shared/ui';
import { List, ListRow } from '@shared/ui/list';
import type { ReactNode } from 'react';

interface LinksDialogProps {
  title: string;
  text: string;
  links: { name: string; url: string; icon: ReactNode }[];
  onClose: () => void;
}

/** Dialog with links to external apps. */
export function LinksDialog({ title, text, links, onClose }: LinksDialogProps) {
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
