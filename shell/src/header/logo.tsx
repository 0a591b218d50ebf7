import { brandName } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { brandAtom } from '@shared/state';
import { Zap } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { logoPendingAtom } from '../brand/logo-pending.ts';
import styles from './logo.module.css';
import { strings } from './strings.ts';

/** Links to the home with the brand's logo, or its name if there is no logo. */
export function LogoLink() {
  const { record, logoUrl } = useAtomValue(brandAtom);
  const pending = useAtomValue(logoPendingAtom);
  const name = brandName(record);
  return (
    <Link to={usePaths().home()} className={styles.link} aria-label={strings.home(name)}>
      {logoUrl && <img className={styles.picture} src={logoUrl} alt="" />}
      {!logoUrl && !pending && (
        <>
          <span className={styles.mark}>
            <Zap />
          </span>
          <bdi>{name}</bdi>
        </>
      )}
    </Link>
  );
}
