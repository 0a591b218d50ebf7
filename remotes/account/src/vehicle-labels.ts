import { maskPlate } from '@shared/brazil';
import type { UserVehicle } from '@shared/contract';

/** The server's name for a manufacturer or model that isn't in the catalogue. */
const UNKNOWN = '_unknown';
const UNLISTED = 'Não listado';
const UNNAMED = 'Veículo';

/** Returns true for the server's placeholder of an unlisted manufacturer or model. */
export const isUnlisted = (name: string) => name === UNKNOWN;

/** Returns the display name of a manufacturer or model. */
export const displayName = (name: string) => (isUnlisted(name) ? UNLISTED : name);

/**
 * Returns manufacturer and model, such as `BYD Dolphin`; a single 'Não listado' if neither is in
 * the catalogue, an empty string if the vehicle has neither.
 */
export function modelOf({ uvVm }: UserVehicle): string {
  const names = [uvVm?.vmManufacturer?.manufacturerName, uvVm?.vmName]
    .filter((name) => name !== undefined && name !== '')
    .map((name) => displayName(name ?? ''));
  return [...new Set(names)].join(' ');
}

/** Returns the vehicle's nickname, otherwise its model, otherwise its plate, otherwise 'Veículo'. */
export const titleOf = (vehicle: UserVehicle) =>
  vehicle.uvName || modelOf(vehicle) || vehicle.uvLicencePlate || UNNAMED;

export const plateOf = ({ uvLicencePlate }: UserVehicle) => uvLicencePlate && maskPlate(uvLicencePlate);
