import { renderScreen } from '@shared/testing';
import { screen, within } from '@testing-library/react';
import remote from '../remote.ts';

export const QUEUE = 'GET /valet/ValetQueue/7';
export const SITE = 'GET /viewer/SiteConnectorsStatus/7';
export const ADD = 'POST /valet/ValetQueue/7';
export const START = 'POST /valet/ValetRemoteStartTransaction/1';
export const DELETE = 'DELETE /valet/ValetQueue/1';
export const DISMISS = 'POST /valet/ValetDismissal/1';
export const CONNECTORS = 'GET /valet/ValetConnectors/7';

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** A waiting car with prisma 12, which arrived 12 minutes ago whenever the test runs. */
export const waiting = {
  cqId: 1,
  cqCsId: 7,
  cqCustomId: '12',
  cqUvLicencePlate: 'ABC-1234',
  get cqQueuedAt() {
    return minutesAgo(12);
  },
  status: 'QUEUED',
};
export const charging = {
  cqId: 2,
  cqCustomId: 8,
  cqUvLicencePlate: 'BRA2E19',
  cqQueuedAt: minutesAgo(60),
  status: 'CHARGING',
  chargePointName: 'Vaga 3',
  connectorId: 1,
  meterTotal: 12.34,
  startTime: '2026-11-21T10:03:00Z',
};
export const finished = {
  ...charging,
  cqId: 3,
  cqCustomId: '31',
  cqUvLicencePlate: 'QWE4R56',
  status: 'FINISHED',
  startTime: minutesAgo(90),
  duration: '01:25:59',
};
export const connectors = [
  { chargePointId: 'CP-1', connectorId: 1, name: 'Vaga 1', connectorStatus: 'Charging' },
  { chargePointId: 'CP-2', connectorId: 1, name: 'Vaga 2', connectorStatus: 'Available' },
  { chargePointId: 'CP-3', connectorId: 2, name: 'Vaga 3', connectorStatus: 'Preparing' },
];
const site = {
  csName: 'Garagem Norte',
  csBgColor: '#10204A',
  connectors: [{ cpCode: '20001', connectorId: 1, cpStatus: 'Online', connectorStatus: 'Available' }],
};

/** Renders the valet screen of site 7. */
export const openValet = (queue: unknown, responses: Record<string, unknown> = {}) =>
  renderScreen(remote, {
    at: '/marca/valet/7',
    loggedIn: true,
    responses: {
      [QUEUE]: queue,
      [CONNECTORS]: connectors,
      [SITE]: site,
      'GET /userprofile': { id: 5, name: 'Vera Lima' },
      ...responses,
    },
  });

export const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));
export const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
