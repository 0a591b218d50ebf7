import { strings } from './strings.ts';
import styles from './tag.module.css';

/** More characters than these are drawn smaller. */
const SHORT = 4;

/** A prisma as it lies on the car: one large number. */
export function PrismaTag({ children: prisma }: { children: string }) {
  return (
    <span className={styles.tag} data-long={prisma.length > SHORT}>
      {prisma || strings.none}
    </span>
  );
}
