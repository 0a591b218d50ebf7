import { Button, IconButton } from '@shared/ui';
import { ChevronLeft, ChevronRight } from '@shared/ui/icons';
import styles from './pager.module.css';
import { strings } from './strings.ts';
import type { Pages } from './use-pages.ts';

/** Shows the current page with buttons to turn and pause; nothing for a single page. */
export function Pager({ page, pages, turn, paused, pause }: Pages<unknown>) {
  if (pages < 2) return null;
  return (
    <nav className={styles.pager} aria-label={strings.pages}>
      <Button variant="quiet" onClick={() => pause(!paused)}>
        {paused ? strings.resume : strings.pause}
      </Button>
      <IconButton label={strings.previousPage} icon={<ChevronLeft />} onClick={() => turn(-1)} />
      <span>{strings.page(page + 1, pages)}</span>
      <IconButton label={strings.nextPage} icon={<ChevronRight />} onClick={() => turn(1)} />
    </nav>
  );
}
