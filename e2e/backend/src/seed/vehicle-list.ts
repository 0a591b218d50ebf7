/** Makes and models of cars on sale in Brazil; id 0 stands for one that isn't listed. */
const UNKNOWN = '_unknown';

interface Make {
  name: string;
  /** Name, battery in kWh, what it takes of alternating current in kW. */
  models: [name: string, batteryKwh: number, maxAcKw: number][];
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
      ['e-Scudo', 75, 11],
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
      ['iEV1200T', 97, 11],
    ],
  },
  { name: 'Nissan', models: [['Leaf', 40, 6.6]] },
  {
    name: 'Peugeot',
    models: [
      ['e-208', 50, 7.4],
      ['e-Expert', 75, 11],
    ],
  },
  {
    name: 'Renault',
    models: [
      ['Kangoo E-Tech', 45, 22],
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

/** The fleet's vehicles: model, plate. They are named by their number. */
export const fleetVehicles: [model: string, plate: string][] = [
  ['Kangoo E-Tech', 'FRT-1001'],
  ['Kangoo E-Tech', 'FRT-1002'],
  ['e-Expert', 'FRT1A03'],
  ['e-Scudo', 'FRT1A04'],
  ['iEV1200T', 'FRT1B05'],
  ['Kwid E-Tech', 'FRT1B06'],
  ['Dolphin', 'FRT1C07'],
  ['Dolphin Mini', 'FRT1C08'],
  ['e-Expert', 'FRT1D09'],
  ['Kangoo E-Tech', 'FRT1D10'],
];
