import { placeText, type Sink } from '../errors/report.ts';

interface Report {
  error: unknown;
  where: string;
}

const MAX_KEPT = 10;
const recent: Report[] = [];

/** Keeps a report for the panel. */
export const keepReport: Sink = (error, where) => {
  recent.push({ error, where: placeText(where) });
  if (recent.length > MAX_KEPT) recent.shift();
};

/** Returns the last reports of this page, the newest last. */
export const recentReports = (): readonly Report[] => recent;
