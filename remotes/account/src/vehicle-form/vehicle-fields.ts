import { isPlate, maskPlate } from '@shared/brazil';
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
