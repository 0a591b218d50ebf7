import { queries, useQuery } from '@shared/client';
import type { Option } from './catalogue-select.tsx';

/** Id of what isn't in the catalogue: offered last, after all that is. */
const UNLISTED = '0';
const unlistedLast = (options: Option[]) => [
  ...options.filter(({ id }) => id !== UNLISTED),
  ...options.filter(({ id }) => id === UNLISTED),
];

/** Make and model of the edited vehicle, shown before the catalogue has loaded, or without it. */
export interface KnownChoice {
  make: Option;
  model: Option;
}

const including = (known: Option | undefined, options: Option[] | undefined) =>
  known && !options?.some(({ id }) => id === known.id) ? [known, ...(options ?? [])] : options;

/** Returns the makes and the models of the chosen make, as options with their loading state. */
export function useCatalogue(make: string, known?: KnownChoice) {
  const makes = useQuery({ ...queries.manufacturers(), staleTime: Number.POSITIVE_INFINITY });
  const models = useQuery({
    ...queries.models(make),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: make !== '',
  });
  return {
    makes: {
      options: including(
        known?.make,
        makes.data &&
          unlistedLast(makes.data.map((one) => ({ id: one.manufacturerId, name: one.manufacturerName }))),
      ),
      failure: makes.error,
      retrying: makes.isFetching,
      onRetry: () => void makes.refetch(),
    },
    models: {
      options: including(
        make === known?.make.id ? known.model : undefined,
        models.data?.map(({ vmId, vmName }) => ({ id: vmId, name: vmName })),
      ),
      failure: models.error,
      retrying: models.isFetching,
      onRetry: () => void models.refetch(),
    },
  };
}
