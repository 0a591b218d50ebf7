/** Parts of the responses for boards. */

const AT = '2026-01-05T13:00:00Z';

export const boardConnector = {
  name: 'Carregador 01',
  uvName: 'Van 12',
  soC: 63.4,
  cpCode: '20001',
  connectorId: 1,
  transactionId: 5,
  meterKWH: 12.34,
  chargeRateKW: 21.92,
  requiredChargeTime: '01:25:10',
  startTime: AT,
  cpStatus: 'Online',
  connectorStatus: 'Charging',
};
export const fleetVehicle = {
  vmName: 'eT3',
  uvId: 1,
  uvLicencePlate: 'CCC3C33',
  uvTelemetrySoc: 44.4,
  uvTelemetryTimestamp: AT,
  isCharging: true,
  autonomyKm: 96.4,
  chargeTimeAC: '03:21:59',
};
