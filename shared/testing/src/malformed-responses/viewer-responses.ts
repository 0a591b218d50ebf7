/** Parts of the responses for boards and for the valet queue. */

const AT = '2026-01-05T13:00:00Z';
const LATER = '2026-01-05T14:12:00Z';

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
  waitsForPower: true,
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
  departsAt: LATER,
  readyAt: LATER,
  readiness: 'ready',
};
export const measurement = {
  reliability: { succeeded: 11, attempts: 12, lowPercent: 64.6, highPercent: 98.5 },
  lastGoodCharge: { endedAt: LATER, energyKwh: 47 },
};
export const measuredConnector = {
  ...measurement,
  name: 'Carregador 01',
  cpCode: '20001',
  connectorId: 1,
  cpStatus: 'Online',
  connectorStatus: 'Available',
};
export const queueItem = {
  cqId: 2,
  cqCsId: 1,
  cqCustomId: '12',
  cqUvLicencePlate: 'ABC-1234',
  cqQueuedAt: AT,
  status: 'CHARGING',
  chargePointName: 'Vaga 1',
  connectorId: 1,
  meterTotal: 12.34,
  startTime: AT,
  duration: '01:25:59',
  blocksCharger: true,
  plugWaitUntil: LATER,
  startError: 'ConnectionTimeOut',
  canDismiss: true,
};

const releaseVersion = {
  opened: 4200,
  failed: 6,
  vitals: [{ name: 'LCP', good: 90, needsImprovement: 8, poor: 2 }],
  failedLoads: [{ phase: 'script', retry: 3, fallback: 2, unrecovered: 1 }],
  sizeBytes: 21_400,
  since: AT,
  by: 'Ana Souza',
};
const [V1, V2, V3] = ['1.0.0-1a2b3c4d', '1.1.0-2b3c4d5e', '1.2.0-3c4d5e6f'];

/** What the registry names of a remote, with each rule of a target. */
const NAMED = {
  live: V2,
  previous: V1,
  candidate: V3,
  traffic: 5,
  target: { brands: ['aurora'], sites: ['18'], accounts: ['staff'], screens: 5 },
};

export const releases = {
  serial: 41,
  locked: 'signed',
  canUndo: true,
  remotes: [
    {
      name: 'wallet',
      title: 'Wallet',
      team: 'Wallet',
      contact: 'wallet@faisca.example',
      versions: [
        {
          ...releaseVersion,
          version: V3,
          role: 'candidate',
          share: 0,
          target: { brands: ['aurora'], sites: ['18'], accounts: ['staff'], screens: 5 },
          withdrawn: {
            reason: 'Falha ao abrir',
            at: LATER,
            by: 'Olga Prado',
            figures: { opened: 40, failed: 12, predecessor: { version: V2, opened: 1000, failed: 1 } },
            canReinstate: true,
          },
          missingCalls: [{ name: 'tariffs', optional: true }],
        },
        { ...releaseVersion, version: V2, role: 'live', share: 100 },
        { ...releaseVersion, version: V1, role: 'previous', share: 0 },
      ],
    },
  ],
  history: [
    {
      at: LATER,
      who: 'Olga Prado',
      action: 'publish',
      remote: 'wallet',
      serial: 41,
      before: NAMED,
      after: NAMED,
      version: V3,
      reason: 'Falha ao abrir',
    },
  ],
};
