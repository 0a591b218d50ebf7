import * as z from 'zod/mini';
import { id, optional, text, withDefault } from './fields.ts';

export const VehicleManufacturer = z.looseObject({
  manufacturerId: id,
  manufacturerName: withDefault(text, ''),
});
export const VehicleModel = z.looseObject({ vmId: id, vmName: withDefault(text, '') });

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
