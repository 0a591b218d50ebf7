import type { ReactNode } from 'react';
import styles from './plug-glyph.module.css';

const pin = (x: number, y: number, radius: number) => (
  <circle key={`${x} ${y}`} className={styles.pin} cx={x} cy={y} r={radius} />
);
/** The two large DC pins below a CCS plug. */
const direct = [pin(12.5, 25.5, 2.4), pin(19.5, 25.5, 2.4)];
const CCS_FRAME = 'M9.6 20.6h12.8a4.9 4.9 0 0 1 0 9.8H9.6a4.9 4.9 0 0 1 0-9.8Z';

const type2 = (scale: string) => (
  <g key="type2" transform={scale}>
    <path d="M8.6 5.2h14.8A12.2 12.2 0 1 1 8.6 5.2Z" />
    {[pin(12, 9.8, 1.4), pin(20, 9.8, 1.4), pin(9.6, 15.4, 1.9), pin(16, 15.4, 1.9), pin(22.4, 15.4, 1.9)]}
    {[pin(12.6, 21.4, 1.9), pin(19.4, 21.4, 1.9)]}
  </g>
);

const type1 = (scale: string) => (
  <g key="type1" transform={scale}>
    <circle cx="16" cy="16" r="12.2" />
    {[pin(11.4, 12, 2.2), pin(20.6, 12, 2.2), pin(10.4, 18.4, 1.5), pin(21.6, 18.4, 1.5), pin(16, 21.4, 2.2)]}
  </g>
);

const UPPER = 'translate(5.6 -.4) scale(.65)';

/** Front view of each plug, as printed next to a charger's sockets. */
const FACES: ReadonlyMap<string, ReactNode> = new Map(
  Object.entries({
    type2: type2(''),
    j1772: type1(''),
    chademo: [
      <circle key="frame" cx="16" cy="16" r="12.2" />,
      pin(10, 16, 3.1),
      pin(22, 16, 3.1),
      pin(16, 9.4, 1.8),
      pin(16, 22.6, 1.8),
    ],
    ccs1: [type1(UPPER), <path key="frame" d={CCS_FRAME} />, ...direct],
    ccs2: [type2(UPPER), <path key="frame" d={CCS_FRAME} />, ...direct],
  }),
);

/** Icon of a plug (`cctName`). Hidden from screen readers: show `plugName` beside it. */
export function PlugGlyph({ plug }: { plug: string | undefined }) {
  return (
    <svg className={styles.glyph} viewBox="0 0 32 32" aria-hidden="true">
      {(plug && FACES.get(plug)) ?? <circle cx="16" cy="16" r="12.2" />}
    </svg>
  );
}
