import type { ReactNode } from 'react';
import { renderAs, type StyledElement } from '../controls/render-as.ts';
import { ChevronRight } from '../icons.ts';
import styles from './list.module.css';

/** List of rows divided by hairlines. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return <ul aria-label={label}>{children}</ul>;
}

interface ListRowProps {
  /** Makes the row a link, such as `<Link to="…" />`. */
  render?: StyledElement;
  /** Makes the row a button if it isn't a link. */
  onPress?: () => void;
  /** Shown before the text: an icon or a glyph. */
  leading?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** Shown at the end of the title's line, or below it on a narrow screen: a figure or a status. */
  trailing?: ReactNode;
}

/** One row of a `List`, at least 64 px high; links and buttons end in a chevron. */
export function ListRow({ render, onPress, leading, title, detail, trailing }: ListRowProps) {
  const content = (
    <>
      {leading && <span className={styles.leading}>{leading}</span>}
      <span className={styles.content}>
        <bdi className={styles.title}>{title}</bdi>
        {detail && <bdi className={styles.detail}>{detail}</bdi>}
        {trailing && <span className={styles.trailing}>{trailing}</span>}
      </span>
      {(render || onPress) && <ChevronRight className={styles.chevron} />}
    </>
  );
  return (
    <li className={styles.item}>
      {onPress ? (
        <button type="button" className={styles.row} onClick={onPress}>
          {content}
        </button>
      ) : (
        renderAs(render, { className: styles.row }, content)
      )}
    </li>
  );
}
