import { useQuery } from '@shared/client';

/**
 * A part of this remote that is fetched when it is needed. Unlike `React.lazy` it can be tried again, by `refetch`,
 * where its file couldn't be had.
 */
export const useModule = <Module>(name: string, load: () => Promise<Module>, enabled: boolean) =>
  useQuery({
    queryKey: ['module', name],
    queryFn: load,
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
