import { queries, statusOf, useQuery, useQueryClient, writes } from '@shared/client';
import type { UserVehicle } from '@shared/contract';
import { DeleteButton } from '@shared/forms';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { useBack, useParams, usePaths } from '@shared/router';
import { showToastAtom } from '@shared/state';
import { FailureState, Page, QueryState } from '@shared/ui';
import { useSetAtom } from 'jotai';
import { VehicleCar } from '../tags/vehicle-car.tsx';
import { fieldsOf, requestFieldsOf, type VehicleFields } from '../vehicle-form/vehicle-fields.ts';
import { VehicleForm } from '../vehicle-form/vehicle-form.tsx';
import { titleOf } from '../vehicle-labels.ts';
import { strings } from './strings.ts';

const NOT_FOUND = 404;

/** Screen for changing or deleting a vehicle. */
export function Component() {
  const { uvId = '' } = useParams();
  const back = useBack(usePaths().vehiclesList());
  const query = useQuery(queries.vehicle(uvId));
  useFailureToast(query, strings.failure);
  const { data } = query;
  if (data) return <VehicleDetail key={data.uvId} vehicle={data} locked={query.isFetching} onBack={back} />;
  return (
    <Page title={strings.title} onBack={back}>
      {statusOf(query.error) === NOT_FOUND ? (
        <FailureState message={strings.gone} onBack={back} />
      ) : (
        <QueryState query={query} failure={strings.failure} onBack={back} height="24rem" />
      )}
    </Page>
  );
}

interface VehicleDetailProps {
  vehicle: UserVehicle;
  /** True while the vehicle is being fetched: saving now could overwrite a newer version. */
  locked: boolean;
  onBack: () => void;
}

function VehicleDetail({ vehicle, locked, onBack }: VehicleDetailProps) {
  const toast = useSetAtom(showToastAtom);
  const cache = useQueryClient();
  const { uvId, uvAnuId = '' } = vehicle;

  const change = (values: VehicleFields) =>
    writes.changeVehicle({ uvId, uvAnuId, ...requestFieldsOf(values) });
  /** Drops the outdated vehicle data from the cache and shows a toast. */
  function clearCacheAndToast(title: string) {
    void cache.invalidateQueries({ queryKey: queries.vehicles().queryKey });
    cache.removeQueries({ queryKey: queries.vehicle(uvId).queryKey });
    toast({ kind: 'success', title });
  }
  return (
    <VehicleForm
      title={titleOf(vehicle)}
      onBack={onBack}
      initial={fieldsOf(vehicle)}
      known={choiceOf(vehicle)}
      submitLabel={strings.change}
      locked={locked}
      save={change}
      onSaved={() => clearCacheAndToast(strings.changed)}
      below={<VehicleCar uvId={uvId} />}
      more={
        <DeleteButton
          question={strings.question}
          consequence={strings.consequence}
          failure={strings.deletionFailed}
          toastId="vehicle"
          send={() => writes.deleteVehicle(uvId)}
          onDeleted={() => clearCacheAndToast(strings.deleted)}
          next={onBack}
        />
      }
    />
  );
}

function choiceOf({ uvVmId, uvVm }: UserVehicle) {
  if (!uvVmId || !uvVm?.vmManufacturer) return undefined;
  const { manufacturerId, manufacturerName } = uvVm.vmManufacturer;
  return {
    make: { id: manufacturerId, name: manufacturerName },
    model: { id: uvVmId, name: uvVm.vmName ?? '' },
  };
}
