import { maskPlate } from '@shared/brazil';
import { queries, statusOf, useQuery, useQueryClient, writes } from '@shared/client';
import type { UserVehicle } from '@shared/contract';
import { useBack, useParams, usePaths } from '@shared/router';
import { showToastAtom } from '@shared/state';
import { FailureState, Loading, Page, Skeleton } from '@shared/ui';
import { useSetAtom } from 'jotai';
import type { VehicleFields } from '../vehicle-form/vehicle-fields.ts';
import { VehicleForm } from '../vehicle-form/vehicle-form.tsx';
import { titleOf } from '../vehicle-labels.ts';
import { DeleteVehicle } from './delete-vehicle.tsx';
import { strings } from './strings.ts';

const NOT_FOUND = 404;

/** Screen for changing or deleting a vehicle. */
export function Component() {
  const { uvId = '' } = useParams();
  const back = useBack(usePaths().vehiclesList());
  const { data, error, isFetching, refetch } = useQuery(queries.vehicle(uvId));
  if (data) return <VehicleDetail key={data.uvId} vehicle={data} locked={isFetching} onBack={back} />;
  return (
    <Page title={strings.title} onBack={back}>
      {!error && (
        <Loading>
          <Skeleton height="24rem" />
        </Loading>
      )}
      {error && statusOf(error) === NOT_FOUND && <FailureState message={strings.gone} onBack={back} />}
      {error && statusOf(error) !== NOT_FOUND && (
        <FailureState
          message={strings.failure}
          onRetry={() => refetch()}
          retrying={isFetching}
          onBack={back}
        />
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

  const change = ({ name, model, plate }: VehicleFields) =>
    writes.changeVehicle({ uvId, uvAnuId, uvVmId: model, uvName: name, uvLicencePlate: plate });
  /** Drops the outdated vehicle data from the cache and shows a toast. */
  function showToast(title: string) {
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
      onSaved={() => showToast(strings.changed)}
      more={<DeleteVehicle uvId={uvId} onDeleted={() => showToast(strings.deleted)} onBack={onBack} />}
    />
  );
}

const fieldsOf = ({ uvName, uvVmId, uvVm, uvLicencePlate }: UserVehicle): VehicleFields => ({
  name: uvName,
  make: uvVm?.vmManufacturer?.manufacturerId ?? '',
  model: uvVmId ?? '',
  plate: maskPlate(uvLicencePlate ?? ''),
});

function choiceOf({ uvVmId, uvVm }: UserVehicle) {
  if (!uvVmId || !uvVm?.vmManufacturer) return undefined;
  const { manufacturerId, manufacturerName } = uvVm.vmManufacturer;
  return {
    make: { id: manufacturerId, name: manufacturerName },
    model: { id: uvVmId, name: uvVm.vmName ?? '' },
  };
}
