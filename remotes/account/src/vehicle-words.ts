import { maskPlate } from '@shared/brazil';
import type { UserVehicle } from '@shared/contract';

/** A manufacturer or model that isn't in the catalogue (specification, section 3). */
const UNKNOWN = '_unknown';
const UNLISTED = 'Não listado';

/** Returns true for the catalogue's own placeholder of a manufacturer or model. */
export const isUnlisted = (name: string) => name === UNKNOWN;

/** What a manufacturer or model is called on screen. */
export const shown = (name: string) => (isUnlisted(name) ? UNLISTED : name);

/** Manufacturer and model: `BYD Dolphin`; 'Não listado' once where neither is in the catalogue. Empty where unknown. */
export function modelOf({ uvVm }: UserVehicle): string {
  const words = [uvVm?.vmManufacturer?.manufacturerName, uvVm?.vmName]
    .filter((name) => name !== undefined && name !== '')
    .map((name) => shown(name ?? ''));
  return [...new Set(words)].join(' ');
}

/** What a vehicle is called: its nickname, else its model, else its plate. */
export const titleOf = (vehicle: UserVehicle) =>
  vehicle.uvName || modelOf(vehicle) || (vehicle.uvLicencePlate ?? '');

export const plateOf = ({ uvLicencePlate }: UserVehicle) => uvLicencePlate && maskPlate(uvLicencePlate);
