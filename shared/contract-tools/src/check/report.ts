import { allCalls, type CallName, isCall } from '../call-details.ts';
import type { Difference } from './compare.ts';

/** What is checked: a call, or behaviour that all calls share. */
export type Subject = CallName | keyof typeof OTHER_SUBJECTS;

const OTHER_SUBJECTS = {
  unknownPaths: 'unknown paths',
  cors: 'CORS',
  liveStream: 'live stream',
} as const;

const SUBJECTS: readonly Subject[] = [
  ...Object.keys(allCalls).filter(isCall),
  ...(Object.keys(OTHER_SUBJECTS) as (keyof typeof OTHER_SUBJECTS)[]),
];

/** Returns the printed name of a subject. */
export function titleOf(subject: Subject): string {
  return isCall(subject) ? `${allCalls[subject].method} ${allCalls[subject].path}` : OTHER_SUBJECTS[subject];
}

/**
 * - `checked`: a successful response was compared
 * - `refusals`: only refusals were compared
 */
type Progress = 'checked' | 'refusals';

export interface SubjectResult {
  subject: Subject;
  progress: Progress | undefined;
  differences: readonly Difference[];
  /** Why the subject wasn't checked completely. */
  reason: string | undefined;
}

export type Report = ReturnType<typeof createReport>;

/** Collects the results of a check. */
export function createReport() {
  const progress = new Map<Subject, Progress>();
  const differences = new Map<Subject, Difference[]>();
  const reasons = new Map<Subject, string>();
  return {
    checked: (subject: Subject) => void progress.set(subject, 'checked'),
    refused(subject: Subject) {
      if (!progress.has(subject)) progress.set(subject, 'refusals');
    },
    /** Adds the differences that the subject doesn't have yet. */
    differs(subject: Subject, ...found: Difference[]) {
      const known = differences.get(subject) ?? [];
      const isNew = (one: Difference) => !known.some((other) => keyOf(other) === keyOf(one));
      for (const difference of found) if (isNew(difference)) known.push(difference);
      differences.set(subject, known);
    },
    /** Records why a subject can't be checked, unless there is a reason already. */
    skipped(subject: Subject, reason: string) {
      if (!reasons.has(subject)) reasons.set(subject, reason);
    },
    results: (): SubjectResult[] =>
      SUBJECTS.map((subject) => ({
        subject,
        progress: progress.get(subject),
        differences: differences.get(subject) ?? [],
        reason: progress.get(subject) === 'checked' ? undefined : reasons.get(subject),
      })),
  };
}

/** Returns a key that is the same for all items of a list. */
const keyOf = ({ place, expected, received }: Difference) =>
  [place.replace(/\[\d+\]/g, '[]'), expected, received].join('\n');

/** Returns the lines that the command prints: each subject with its differences, and a summary. */
export function printable(results: readonly SubjectResult[]): string[] {
  const checked = results.filter(({ progress }) => progress === 'checked').length;
  const count = results.flatMap(({ differences }) => differences).length;
  return [
    ...results.flatMap(({ subject, progress, differences, reason }) => [
      progress === 'checked' || differences.length > 0
        ? `${differences.length > 0 ? '✗' : '✓'} ${titleOf(subject)}`
        : `- ${titleOf(subject)}: ${progress ? 'only refusals checked' : 'not checked'}${reason ? `, ${reason}` : ''}`,
      ...differences.map(
        ({ place, expected, received }) => `    ${place}: expected ${expected}, received ${received}`,
      ),
    ]),
    '',
    `${checked} of ${results.length} checked, ${count} difference${count === 1 ? '' : 's'}.`,
  ];
}
