import { isPlate, maskPlate } from '@shared/brazil';
import { required } from '@shared/forms';
import * as z from 'zod/mini';
import { strings } from './strings.ts';

/** What a person types of a vehicle: valid when nickname, make, model and plate are set (specification, section 5). */
export const VehicleFields = z.object({
  name: z.pipe(z.string().check(z.trim()), required),
  make: required,
  model: required,
  plate: required.check(z.overwrite(maskPlate), z.refine(isPlate, strings.invalidPlate)),
});
export type VehicleFields = z.output<typeof VehicleFields>;

export const emptyVehicle: VehicleFields = { name: '', make: '', model: '', plate: '' };
