import { queries, useQuery } from '@shared/client';
import { brandOfLink } from '@shared/client/opened-link';
import { brandName } from '@shared/contract';
import { Link, pathsOf, usePaths } from '@shared/router';
import { brandAtom } from '@shared/state';
import { ButtonLink } from '@shared/ui';
import { SWITCH_BRAND } from '@shared/ui/product-words';
import { useAtomValue } from 'jotai';
import { strings } from './strings.ts';

/**
 * Says that an unknown charger number belongs to the operator that its sticker names, or may belong
 * to another one, and links to the brand switch.
 */
export function OtherOperator({ number }: { number: string }) {
  const paths = usePaths();
  const { slug } = useAtomValue(brandAtom);
  const other = brandOfLink(number, slug);
  const { data } = useQuery({ ...queries.brand(other ?? ''), enabled: other !== undefined });
  const next = other && data && pathsOf(other).qrcode(number);
  const query = next ? `?next=${encodeURIComponent(next)}` : '';
  return (
    <>
      <p>{next ? strings.ofOperator(brandName(data)) : strings.mayBeOfOther}</p>
      <ButtonLink render={<Link to={paths.switchBrand() + query} />}>{SWITCH_BRAND}</ButtonLink>
    </>
  );
}
