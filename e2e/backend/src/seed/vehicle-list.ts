/** Car models on sale in Brazil, and the vehicles of the demo's fleet. */
interface DemoModel {
  make: string;
  name: string;
  batteryKwh: number;
  maxAcKw: number;
  /** 6 by default. */
  kmPerKwh?: number;
}

/** Name of make and model with id 0, for cars that aren't listed. */
const UNKNOWN = '_unknown';

export const carModels: DemoModel[] = [
  { make: UNKNOWN, name: UNKNOWN, batteryKwh: 50, maxAcKw: 7.4 },
  { make: 'BMW', name: 'i3', batteryKwh: 42, maxAcKw: 11 },
  { make: 'BMW', name: 'iX1', batteryKwh: 64.7, maxAcKw: 11 },
  { make: 'BMW', name: 'iX3', batteryKwh: 74, maxAcKw: 11 },
  { make: 'BYD', name: 'Dolphin', batteryKwh: 44.9, maxAcKw: 7 },
  { make: 'BYD', name: 'Dolphin Mini', batteryKwh: 38, maxAcKw: 6.6 },
  { make: 'BYD', name: 'Seal', batteryKwh: 82.5, maxAcKw: 7 },
  { make: 'BYD', name: 'Yuan Plus', batteryKwh: 60.5, maxAcKw: 7 },
  { make: 'Caoa Chery', name: 'iCar', batteryKwh: 30.8, maxAcKw: 6.6 },
  { make: 'Chevrolet', name: 'Bolt EV', batteryKwh: 66, maxAcKw: 7.4 },
  { make: 'Fiat', name: '500e', batteryKwh: 42, maxAcKw: 11 },
  { make: 'Fiat', name: 'e-Scudo', batteryKwh: 75, maxAcKw: 11, kmPerKwh: 4.3 },
  { make: 'GWM', name: 'Ora 03', batteryKwh: 48, maxAcKw: 11 },
  { make: 'GWM', name: 'Ora 03 GT', batteryKwh: 63, maxAcKw: 11 },
  { make: 'JAC', name: 'e-JS1', batteryKwh: 30.2, maxAcKw: 6.6 },
  { make: 'JAC', name: 'iEV1200T', batteryKwh: 97, maxAcKw: 11, kmPerKwh: 2.5 },
  { make: 'Nissan', name: 'Leaf', batteryKwh: 40, maxAcKw: 6.6 },
  { make: 'Peugeot', name: 'e-208', batteryKwh: 50, maxAcKw: 7.4 },
  { make: 'Peugeot', name: 'e-Expert', batteryKwh: 75, maxAcKw: 11, kmPerKwh: 4.3 },
  { make: 'Renault', name: 'Kangoo E-Tech', batteryKwh: 45, maxAcKw: 22, kmPerKwh: 5.2 },
  { make: 'Renault', name: 'Kwid E-Tech', batteryKwh: 26.8, maxAcKw: 7.4 },
  { make: 'Renault', name: 'Megane E-Tech', batteryKwh: 60, maxAcKw: 22 },
  { make: 'Renault', name: 'Zoe', batteryKwh: 52, maxAcKw: 22 },
  { make: 'Volvo', name: 'EX30', batteryKwh: 69, maxAcKw: 11 },
  { make: 'Volvo', name: 'XC40 Recharge', batteryKwh: 78, maxAcKw: 11 },
];

interface FleetVehicle {
  model: string;
  plate: string;
  /** Last reported state of charge in percent; absent if the vehicle has never reported. */
  soc?: number;
  reportedMinutesAgo?: number;
}

/** The fleet's vehicles by number. The first ones are charging when the demo starts. */
export const fleetVehicles: FleetVehicle[] = [
  { model: 'Kangoo E-Tech', plate: 'FRT-1001', soc: 17, reportedMinutesAgo: 95 },
  { model: 'Kangoo E-Tech', plate: 'FRT-1002', soc: 44, reportedMinutesAgo: 80 },
  { model: 'e-Expert', plate: 'FRT1A03', soc: 31, reportedMinutesAgo: 62 },
  { model: 'e-Scudo', plate: 'FRT1A04', soc: 12, reportedMinutesAgo: 58 },
  { model: 'iEV1200T', plate: 'FRT1B05', soc: 26, reportedMinutesAgo: 110 },
  { model: 'Kwid E-Tech', plate: 'FRT1B06', soc: 49, reportedMinutesAgo: 41 },
  { model: 'Dolphin', plate: 'FRT1C07', soc: 38, reportedMinutesAgo: 37 },
  { model: 'Dolphin Mini', plate: 'FRT1C08', soc: 20, reportedMinutesAgo: 33 },
  { model: 'e-Expert', plate: 'FRT1D09', soc: 9, reportedMinutesAgo: 24 },
  { model: 'Kangoo E-Tech', plate: 'FRT1D10', soc: 52, reportedMinutesAgo: 18 },
  { model: 'e-Scudo', plate: 'FRT1E11', soc: 71, reportedMinutesAgo: 12 },
  { model: 'Dolphin', plate: 'FRT1E12', soc: 96, reportedMinutesAgo: 240 },
  { model: 'Kangoo E-Tech', plate: 'FRT-1013' },
  { model: 'iEV1200T', plate: 'FRT1F14' },
];
