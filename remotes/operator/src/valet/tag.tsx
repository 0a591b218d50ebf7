import { strings } from './strings.ts';
import styles from './tag.module.css';

/** A longer prisma gets a smaller font. */
const SHORT = 4;

/** A prisma in large type, like the sign on the car. */
export function PrismaTag({ children: prisma }: { children: string }) {
  return (
    <bdi className={styles.tag} data-long={prisma.length > SHORT}>
      {prisma || strings.none}
    </bdi>
  );
}
