import { useEffect } from 'react';
import { report } from '../errors/report.ts';

/** Reports an error that is shown nowhere, once for each. */
export function useReported(error: unknown, where: string): void {
  useEffect(() => {
    if (error) report(error, where);
  }, [error, where]);
}
