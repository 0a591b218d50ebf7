import { configAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { currentPreview, endPreview } from './preview.ts';
import styles from './remotes.module.css';
import { strings } from './strings.ts';

/** Shows that this tab runs an unpublished version, if the site allows that. */
export function PreviewBanner() {
  const isAllowed = useAtomValue(configAtom)?.preview === true;
  const preview = currentPreview();
  if (!preview || !isAllowed) return null;
  return (
    <aside className={styles.preview}>
      <span>{strings.preview(preview.name, preview.version)}</span>
      <button type="button" className={styles.endPreview} onClick={endPreview}>
        {strings.endPreview}
      </button>
    </aside>
  );
}
