import { isPlate, maskPlate } from '@shared/brazil';
import type { UserVehicle } from '@shared/contract';
import { required } from '@shared/forms';
import * as z from 'zod/mini';
import { strings } from './strings.ts';

/** Schema of the vehicle form: nickname, make, model and a valid plate are required. */
export const VehicleFields = z.object({
  name: z.pipe(z.string().check(z.trim()), required),
  make: required,
  model: required,
  plate: required.check(z.overwrite(maskPlate), z.refine(isPlate, strings.invalidPlate)),
});
export type VehicleFields = z.output<typeof VehicleFields>;

export const emptyVehicle: VehicleFields = { name: '', make: '', model: '', plate: '' };

/** Returns a stored vehicle as the form's values. */
export const fieldsOf = ({ uvName, uvVmId, uvVm, uvLicencePlate }: UserVehicle): VehicleFields => ({
  name: uvName,
  make: uvVm?.vmManufacturer?.manufacturerId ?? '',
  model: uvVmId ?? '',
  plate: maskPlate(uvLicencePlate ?? ''),
});

/** Returns the form's values as fields of a request. */
export const requestFieldsOf = ({ name, model, plate }: VehicleFields) => ({
  uvVmId: model,
  uvName: name,
  uvLicencePlate: plate,
});
