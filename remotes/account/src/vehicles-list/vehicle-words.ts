import { maskPlate } from '@shared/brazil';
import type { UserVehicle } from '@shared/contract';
import { strings } from './strings.ts';

/** A manufacturer or model that isn't in the catalogue (specification, section 3). */
const UNKNOWN = '_unknown';

const shown = (name: string | undefined) => (name === UNKNOWN ? strings.unlisted : name);

/** Manufacturer and model: `BYD Dolphin`; 'Não listado' once where neither is in the catalogue. Empty where unknown. */
export function modelOf({ uvVm }: UserVehicle): string {
  const words = [shown(uvVm?.vmManufacturer?.manufacturerName), shown(uvVm?.vmName)].filter(Boolean);
  return [...new Set(words)].join(' ');
}

/** What the list calls a vehicle: its nickname, else its model, else its plate. */
export const titleOf = (vehicle: UserVehicle) =>
  vehicle.uvName || modelOf(vehicle) || (vehicle.uvLicencePlate ?? '');

export const plateOf = ({ uvLicencePlate }: UserVehicle) => uvLicencePlate && maskPlate(uvLicencePlate);
