import { useQuery } from '@shared/client';

/** Loads a module on demand. Unlike with `React.lazy`, `refetch` retries a load that failed. */
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
