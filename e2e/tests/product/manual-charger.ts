import { setTimeout as wait } from 'node:timers/promises';

/**
 * A minimal charge point that sends meter values only when the test calls `meter`, for tests that
 * count or time frames.
 */
export interface ManualCharger {
  id: string;
  /** Resolves once a remote start has begun a transaction. */
  started: Promise<void>;
  /** Sends one meter value; resolves when the central system has confirmed it. */
  meter: (wh: number, watts?: number, soc?: number) => Promise<void>;
  stop: () => Promise<void>;
  close: () => void;
}

type Payload = Record<string, unknown>;
// Message types (OCPP-J 1.6 §4.1.3).
const CALL = 2;
const RESULT = 3;
const ERROR = 4;

/**
 * Opens an OCPP-J connection that sends calls, and replies to incoming calls with `respond`.
 */
async function openConnection(url: string, respond: (action: string, payload: Payload) => Payload) {
  const socket = new WebSocket(url, ['ocpp1.6']);
  const waiting = new Map<string, { resolve: (payload: Payload) => void; reject: (error: Error) => void }>();
  socket.addEventListener('message', ({ data }) => {
    const [kind, id, third, fourth] = JSON.parse(String(data)) as [number, string, unknown, unknown];
    if (kind === CALL) socket.send(JSON.stringify([RESULT, id, respond(String(third), fourth as Payload)]));
    if (kind === RESULT) waiting.get(id)?.resolve(third as Payload);
    if (kind === ERROR) waiting.get(id)?.reject(new Error(`${String(third)} ${String(fourth)}`));
    if (kind !== CALL) waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)));
  });
  let last = 0;
  return {
    call: (action: string, payload: Payload) =>
      new Promise<Payload>((resolve, reject) => {
        const id = String(++last);
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify([CALL, id, action, payload]));
      }),
    close: () => socket.close(),
  };
}

const now = () => new Date().toISOString();

export async function connectManualCharger(serverUrl: string, id: string): Promise<ManualCharger> {
  const { promise: started, resolve: resolveStarted } = Promise.withResolvers<void>();
  let transactionId: unknown;
  let lastWh = 0;
  const commands: Record<string, (payload: Payload) => void> = {
    RemoteStartTransaction: ({ idTag }) => void begin(idTag),
    RemoteStopTransaction: () => void stop(),
  };
  const connection = await openConnection(
    `${serverUrl.replace(/^http/, 'ws')}/ocpp/${id}`,
    (action, payload) => {
      if (action === 'GetConfiguration') return {};
      commands[action]?.(payload);
      return { status: 'Accepted' };
    },
  );
  const status = (connectorId: number, name: string) =>
    connection.call('StatusNotification', {
      connectorId,
      errorCode: 'NoError',
      status: name,
      timestamp: now(),
    });
  const begin = async (idTag: unknown) => {
    // After the response, like a charge point with the cable already plugged in.
    await wait(50);
    await status(1, 'Preparing');
    ({ transactionId } = await connection.call('StartTransaction', {
      connectorId: 1,
      idTag,
      meterStart: 0,
      timestamp: now(),
    }));
    await status(1, 'Charging');
    resolveStarted();
  };
  const stop = async () => {
    await wait(50);
    await connection.call('StopTransaction', {
      transactionId,
      meterStop: lastWh,
      timestamp: now(),
      reason: 'Local',
    });
    await status(1, 'Finishing');
    await status(1, 'Available');
  };
  await connection.call('BootNotification', { chargePointVendor: 'Bancada', chargePointModel: 'Manual' });
  await status(0, 'Available');
  await status(1, 'Available');
  return {
    id,
    started,
    stop,
    meter: async (wh, watts = 7_000, soc) => {
      lastWh = wh;
      const sampledValue = [
        { value: String(wh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
        { value: String(watts), measurand: 'Power.Active.Import', unit: 'W' },
        ...(soc === undefined ? [] : [{ value: String(soc), measurand: 'SoC', unit: 'Percent' }]),
      ];
      await connection.call('MeterValues', {
        connectorId: 1,
        transactionId,
        meterValue: [{ timestamp: now(), sampledValue }],
      });
    },
    close: connection.close,
  };
}
