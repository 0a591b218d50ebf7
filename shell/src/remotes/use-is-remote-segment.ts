import { useEffect, useState } from 'react';
import type { RemoteSource } from './remote-source.ts';

/** Returns whether a remote renders a first path segment; undefined until that is known. */
export function useIsRemoteSegment(source: RemoteSource, segment: string): boolean | undefined {
  const [answer, setAnswer] = useState<{ segment: string; served: boolean }>();
  useEffect(() => {
    let current = true;
    source.serves(segment).then(
      (served) => current && setAnswer({ segment, served }),
      (error: unknown) => source.report(error, `segment ${segment}`),
    );
    return () => {
      current = false;
    };
  }, [source, segment]);
  return answer?.segment === segment ? answer.served : undefined;
}
