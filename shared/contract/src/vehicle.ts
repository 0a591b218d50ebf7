import * as z from 'zod/mini';
import { id, optional, shownText } from './fields.ts';
import { withDefault } from './lenient.ts';

export const VehicleManufacturer = z.looseObject({
  manufacturerId: id,
  manufacturerName: withDefault(shownText, ''),
});
export type VehicleManufacturer = z.output<typeof VehicleManufacturer>;
export const VehicleModel = z.looseObject({ vmId: id, vmName: withDefault(shownText, '') });
export type VehicleModel = z.output<typeof VehicleModel>;

/** A driver's vehicle. A model or manufacturer named `_unknown` is shown as 'Não listado'. */
export const UserVehicle = z.looseObject({
  uvId: id,
  uvAnuId: optional(id),
  uvName: withDefault(shownText, ''),
  uvVmId: optional(id),
  uvLicencePlate: optional(shownText),
  uvVm: optional(
    z.looseObject({ vmName: optional(shownText), vmManufacturer: optional(VehicleManufacturer) }),
  ),
});
export type UserVehicle = z.output<typeof UserVehicle>;

/** `POST /UserVehicles`; a `PUT` has the vehicle's own id as well. */
export const NewVehicle = z.object({ uvAnuId: id, uvVmId: id, uvName: shownText, uvLicencePlate: shownText });
export const ChangedVehicle = z.object({ ...NewVehicle.shape, uvId: id });
