import { currentPreview, endPreview } from './preview.ts';
import styles from './remotes.module.css';
import { strings } from './strings.ts';

/** Says that this tab runs an unpublished version; nothing where it doesn't. */
export function PreviewBanner() {
  const preview = currentPreview();
  if (!preview) return null;
  return (
    <aside className={styles.preview}>
      <span>{strings.preview(preview.name, preview.version)}</span>
      <button type="button" className={styles.endPreview} onClick={endPreview}>
        {strings.endPreview}
      </button>
    </aside>
  );
}
