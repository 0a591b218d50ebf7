import { Mail, MessageCircle, Phone } from '../icons.ts';
import { SUPPORT } from '../product-words.ts';
import { ListRow } from './list.tsx';

interface SupportRowsProps {
  /** Each is absent if the brand doesn't have it. */
  whatsapp: string | undefined;
  phone: { url: string; number: string } | undefined;
  /** `mailto:…` */
  email: string | undefined;
}

/** Rows of a `List` with a brand's support. */
export const SupportRows = ({ whatsapp, phone, email }: SupportRowsProps) => (
  <>
    {whatsapp && (
      <ListRow
        render={<a href={whatsapp} target="_blank" rel="noopener noreferrer" />}
        leading={<MessageCircle />}
        title={SUPPORT.whatsapp}
      />
    )}
    {phone && (
      <ListRow
        render={<a href={phone.url} />}
        leading={<Phone />}
        title={SUPPORT.phone}
        detail={phone.number}
      />
    )}
    {email && <ListRow render={<a href={email} />} leading={<Mail />} title={SUPPORT.email} />}
  </>
);
