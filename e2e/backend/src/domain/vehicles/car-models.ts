/** Electric vehicles of the Brazilian market, from which drivers choose. */
import type { Db } from '../../platform/database/database.ts';
import { manufacturers, models } from '../../platform/database/schema.ts';

type CarModel = Omit<typeof models.$inferInsert, 'id' | 'manufacturerId'> & { make: string };

/** Name of make and model with id 0, for cars that aren't listed. */
const UNKNOWN = '_unknown';

const carModels: CarModel[] = [
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

/** Adds the car models unless the database has any, and returns how many were added. */
export async function addCarModels(tx: Db): Promise<number> {
  const [existing] = await tx.select({ id: models.id }).from(models).limit(1);
  if (existing) return 0;
  const makes = [...Map.groupBy(carModels, ({ make }) => make)];
  // A hundred ids per make, so that adding a model changes no id of another make.
  const rows = makes.flatMap(([, ofMake], manufacturerId) =>
    ofMake.map(({ make: _, ...model }, i) => ({ id: manufacturerId * 100 + i, manufacturerId, ...model })),
  );
  await tx.insert(manufacturers).values(makes.map(([name], id) => ({ id, name })));
  await tx.insert(models).values(rows);
  return rows.length;
}
