import { isPlate, maskPlate } from '@shared/brazil';
import type { UserVehicle } from '@shared/contract';
import { required, rule } from '@shared/forms';
import { strings } from './strings.ts';

/** Nickname, make, model and a valid plate are required. */
export const RULES = {
  name: { ...required, tidy: (text: string) => text.trim() },
  make: required,
  model: required,
  plate: { tidy: maskPlate, rules: [...required.rules, rule(isPlate, strings.invalidPlate)] },
};
export type VehicleFields = Record<keyof typeof RULES, string>;

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
