/** Makes and models of cars on sale in Brazil; id 0 is for cars that aren't listed. */
const UNKNOWN = '_unknown';

interface Make {
  name: string;
  /** Name, battery in kWh, AC charging power in kW, and km per kWh, which is 6 by default. */
  models: [name: string, batteryKwh: number, maxAcKw: number, kmPerKwh?: number][];
}

export const makes: Make[] = [
  { name: UNKNOWN, models: [[UNKNOWN, 50, 7.4]] },
  {
    name: 'BMW',
    models: [
      ['i3', 42, 11],
      ['iX1', 64.7, 11],
      ['iX3', 74, 11],
    ],
  },
  {
    name: 'BYD',
    models: [
      ['Dolphin', 44.9, 7],
      ['Dolphin Mini', 38, 6.6],
      ['Seal', 82.5, 7],
      ['Yuan Plus', 60.5, 7],
    ],
  },
  { name: 'Caoa Chery', models: [['iCar', 30.8, 6.6]] },
  { name: 'Chevrolet', models: [['Bolt EV', 66, 7.4]] },
  {
    name: 'Fiat',
    models: [
      ['500e', 42, 11],
      ['e-Scudo', 75, 11, 4.3],
    ],
  },
  {
    name: 'GWM',
    models: [
      ['Ora 03', 48, 11],
      ['Ora 03 GT', 63, 11],
    ],
  },
  {
    name: 'JAC',
    models: [
      ['e-JS1', 30.2, 6.6],
      ['iEV1200T', 97, 11, 2.5],
    ],
  },
  { name: 'Nissan', models: [['Leaf', 40, 6.6]] },
  {
    name: 'Peugeot',
    models: [
      ['e-208', 50, 7.4],
      ['e-Expert', 75, 11, 4.3],
    ],
  },
  {
    name: 'Renault',
    models: [
      ['Kangoo E-Tech', 45, 22, 5.2],
      ['Kwid E-Tech', 26.8, 7.4],
      ['Megane E-Tech', 60, 22],
      ['Zoe', 52, 22],
    ],
  },
  {
    name: 'Volvo',
    models: [
      ['EX30', 69, 11],
      ['XC40 Recharge', 78, 11],
    ],
  },
];

interface FleetVehicle {
  model: string;
  plate: string;
  /**
   * Last state of charge in percent, and its age in minutes; absent if the vehicle has never
   * reported.
   */
  telemetry?: [soc: number, minutesAgo: number];
}

/** The fleet's vehicles by number. The first ones are charging when the demo starts. */
export const fleetVehicles: FleetVehicle[] = [
  { model: 'Kangoo E-Tech', plate: 'FRT-1001', telemetry: [17, 95] },
  { model: 'Kangoo E-Tech', plate: 'FRT-1002', telemetry: [44, 80] },
  { model: 'e-Expert', plate: 'FRT1A03', telemetry: [31, 62] },
  { model: 'e-Scudo', plate: 'FRT1A04', telemetry: [12, 58] },
  { model: 'iEV1200T', plate: 'FRT1B05', telemetry: [26, 110] },
  { model: 'Kwid E-Tech', plate: 'FRT1B06', telemetry: [49, 41] },
  { model: 'Dolphin', plate: 'FRT1C07', telemetry: [38, 37] },
  { model: 'Dolphin Mini', plate: 'FRT1C08', telemetry: [20, 33] },
  { model: 'e-Expert', plate: 'FRT1D09', telemetry: [9, 24] },
  { model: 'Kangoo E-Tech', plate: 'FRT1D10', telemetry: [52, 18] },
  { model: 'e-Scudo', plate: 'FRT1E11', telemetry: [71, 12] },
  { model: 'Dolphin', plate: 'FRT1E12', telemetry: [96, 240] },
  { model: 'Kangoo E-Tech', plate: 'FRT-1013' },
  { model: 'iEV1200T', plate: 'FRT1F14' },
];
