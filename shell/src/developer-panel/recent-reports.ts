import { placeText, type Sink } from '../errors/report.ts';

interface Report {
  error: unknown;
  where: string;
}

const MAX_KEPT = 10;
/** The last reports of this page, the newest last. */
export const recentReports: Report[] = [];

export const keepReport: Sink = (error, where) => {
  recentReports.push({ error, where: placeText(where) });
  if (recentReports.length > MAX_KEPT) recentReports.shift();
};
