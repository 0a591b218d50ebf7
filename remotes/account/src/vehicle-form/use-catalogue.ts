import { type QueryResult, queries, useQuery } from '@shared/client';
import { isUnlisted } from '../vehicle-labels.ts';
import type { Option } from './catalogue-select.tsx';

const collator = new Intl.Collator('pt-BR');
/** Sorts by name, with the unlisted option last. */
const sorted = (options: Option[]) =>
  [...options].sort(
    (one, other) =>
      Number(isUnlisted(one.name)) - Number(isUnlisted(other.name)) || collator.compare(one.name, other.name),
  );

/** Make and model of the edited vehicle, shown even if the catalogue lacks them or isn't loaded. */
export interface KnownChoice {
  make: Option;
  model: Option;
}

/**
 * Returns the props of a select: the query's options, sorted, with the vehicle's own choice if the
 * catalogue lacks it, and their loading state.
 */
function selectOf(query: QueryResult<unknown>, options: Option[] | undefined, known: Option | undefined) {
  const isMissing = known && !options?.some(({ id }) => id === known.id);
  return {
    options: isMissing ? sorted([known, ...(options ?? [])]) : options && sorted(options),
    failure: query.error,
    retrying: query.isFetching,
    onRetry: () => void query.refetch(),
  };
}

/** Returns the makes and the models of the chosen make, as options with their loading state. */
export function useCatalogue(make: string, known?: KnownChoice) {
  const makes = useQuery({ ...queries.manufacturers(), staleTime: Number.POSITIVE_INFINITY });
  const models = useQuery({
    ...queries.models(make),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: make !== '',
  });
  return {
    makes: selectOf(
      makes,
      makes.data?.map((one) => ({ id: one.manufacturerId, name: one.manufacturerName })),
      known?.make,
    ),
    models: selectOf(
      models,
      models.data?.map(({ vmId, vmName }) => ({ id: vmId, name: vmName })),
      make === known?.make.id ? known.model : undefined,
    ),
  };
}
