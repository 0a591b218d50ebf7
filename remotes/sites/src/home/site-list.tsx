import type { ChargerSite } from '@shared/contract';
import { VIEW_ID } from '@shared/contract/view-names';
import { FailureState, Skeleton, useNow } from '@shared/ui';
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { SiteCard } from '../site-card/site-card.tsx';
import { useModule } from '../use-module.ts';
import styles from './site-list.module.css';
import { strings } from './strings.ts';
import type { CardListProps } from './virtual-list.tsx';

const MINUTE = 60_000;
/** Maximum number of cards rendered at once; longer lists are virtualized. */
const ALL_AT_ONCE = 50;

interface SiteListProps {
  /** Nearest first. */
  sites: ChargerSite[];
  label: string;
  /** True while `sites` are still the results of the previous search. */
  outdated: boolean;
}

/** List of site cards. */
export function SiteList({ sites, label, outdated }: SiteListProps) {
  const now = useNow(MINUTE);
  const isLong = sites.length > ALL_AT_ONCE;
  const longList = useModule('virtual-list', () => import('./virtual-list.tsx'), isLong);
  const list = { className: styles.list, 'aria-label': label, 'aria-busy': outdated };
  if (isLong && longList.data) return <longList.data.VirtualList {...list} sites={sites} now={now} />;
  return (
    <>
      <AllCards {...list} sites={sites.slice(0, ALL_AT_ONCE)} now={now} />
      {isLong && longList.isError && (
        <FailureState
          message={strings.restFailure}
          onRetry={() => longList.refetch()}
          retrying={longList.isFetching}
        />
      )}
    </>
  );
}

/** Heights of the cards when the list was unmounted, in px, to restore the scroll position. */
const lastHeights = new Map<string, number>();

function AllCards({ sites, now, ...list }: CardListProps) {
  const element = useRef<HTMLUListElement>(null);
  const [view] = useState(measureView);
  const count = useDeferredValue(sites.length, view?.cards ?? sites.length);
  useLayoutEffect(() => {
    const cards = element.current?.children ?? [];
    return () => {
      for (const card of cards)
        if (card instanceof HTMLElement) lastHeights.set(card.dataset.site ?? '', card.offsetHeight);
    };
  }, []);
  return (
    <ul
      ref={element}
      {...list}
      data-all="true"
      style={count < sites.length ? { minHeight: view?.height } : undefined}
    >
      {sites.slice(0, count).map((site) => (
        <li key={site.csId} data-site={site.csId} style={sizeOf(lastHeights.get(site.csId))}>
          <SiteCard site={site} now={now} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns the height of the prerendered list in px, and how many of its cards are on the screen or above it,
 * if the page shows one. The app replaces it with those cards, and renders the others afterwards.
 */
function measureView() {
  const list = globalThis.document?.querySelector(`#${VIEW_ID} ul[data-all]`);
  if (!list) return undefined;
  const cards = [...list.children].filter((card) => card.getBoundingClientRect().top < innerHeight);
  return { cards: cards.length, height: list.clientHeight };
}

const sizeOf = (height: number | undefined) =>
  height === undefined ? undefined : { containIntrinsicBlockSize: `auto ${height}px` };

/** Skeletons at the size of the list's cards. */
export function SiteSkeletons() {
  return (
    <div className={styles.list}>
      {[1, 2, 3, 4, 5, 6].map((key) => (
        <Skeleton key={key} height="12.5rem" />
      ))}
    </div>
  );
}
