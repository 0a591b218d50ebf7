/** Maximum length of a vehicle's name. */
export const MAX_VEHICLE_NAME = 40;
