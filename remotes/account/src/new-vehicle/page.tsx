import { queries, useQueryClient, writes } from '@shared/client';
import { userIdOf } from '@shared/client/user-id';
import { useBack, usePaths } from '@shared/router';
import { showToastAtom } from '@shared/state';
import { useSetAtom } from 'jotai';
import { emptyVehicle, requestFieldsOf, type VehicleFields } from '../vehicle-form/vehicle-fields.ts';
import { VehicleForm } from '../vehicle-form/vehicle-form.tsx';
import { strings } from './strings.ts';

/** Screen for adding a vehicle to the account. */
export function Component() {
  const back = useBack(usePaths().vehiclesList());
  const toast = useSetAtom(showToastAtom);
  const cache = useQueryClient();

  const add = async (values: VehicleFields) =>
    writes.addVehicle({ uvAnuId: await userIdOf(cache), ...requestFieldsOf(values) });
  function added() {
    void cache.invalidateQueries({ queryKey: queries.vehicles().queryKey });
    toast({ kind: 'success', title: strings.saved });
  }
  return (
    <VehicleForm
      title={strings.title}
      onBack={back}
      initial={emptyVehicle}
      submitLabel={strings.save}
      save={add}
      onSaved={added}
    />
  );
}
