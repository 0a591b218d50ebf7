import * as z from 'zod/mini';
import { id, optional, text } from './fields.ts';
import { withDefault } from './lenient.ts';

export const VehicleManufacturer = z.looseObject({
  manufacturerId: id,
  manufacturerName: withDefault(text, ''),
});
export type VehicleManufacturer = z.output<typeof VehicleManufacturer>;
export const VehicleModel = z.looseObject({ vmId: id, vmName: withDefault(text, '') });
export type VehicleModel = z.output<typeof VehicleModel>;

/** A driver's vehicle. A model or manufacturer named `_unknown` is shown as 'Não listado'. */
export const UserVehicle = z.looseObject({
  uvId: id,
  uvAnuId: optional(id),
  uvName: withDefault(text, ''),
  uvVmId: optional(id),
  uvLicencePlate: optional(text),
  uvVm: optional(z.looseObject({ vmName: optional(text), vmManufacturer: optional(VehicleManufacturer) })),
});
export type UserVehicle = z.output<typeof UserVehicle>;

/** `POST /UserVehicles`; a `PUT` has the vehicle's own id as well. */
export const NewVehicle = z.object({ uvAnuId: id, uvVmId: id, uvName: text, uvLicencePlate: text });
export const ChangedVehicle = z.extend(NewVehicle, { uvId: id });
