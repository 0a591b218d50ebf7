import { useEffect } from 'react';
import { report } from '../errors/report.ts';

/** Reports an error that isn't shown to the user, once. */
export function useReportError(error: unknown, where: string): void {
  useEffect(() => {
    if (error) report(error, where);
  }, [error, where]);
}
