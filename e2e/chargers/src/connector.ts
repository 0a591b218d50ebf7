import type { ChargingProfiles } from './charging-profiles.ts';
import type { Configuration } from './configuration.ts';
import { Car, type CarOptions, Meter } from './energy.ts';
import type { QueuedMessage } from './message-queue.ts';
import type { Clock } from './runtime.ts';
import type { Behaviour } from './settings.ts';

export type Status =
  | 'Available'
  | 'Preparing'
  | 'Charging'
  | 'SuspendedEV'
  | 'SuspendedEVSE'
  | 'Finishing'
  | 'Reserved'
  | 'Unavailable'
  | 'Faulted';

/** A charge as metered by the charge point, to compare receipts with. Meter readings in Wh. */
export interface MeteredCharge {
  idTag: string;
  /** Of the central system, in OCPP 1.6. */
  transactionId?: number | undefined;
  /** Of the charge point, in OCPP 2.0.1. */
  stationTransactionId?: string | undefined;
  meterStart: number;
  startedAt: string;
  meterStop?: number;
  stoppedAt?: string;
  reason?: string;
}

/** The part of its charge point that a connector uses. */
export interface ConnectorHost {
  clock: Clock;
  configuration: Configuration;
  behaviour: Behaviour;
  newTransactionId: () => string | undefined;
  /** Queues a message about a charge: delivered in order, retried until it succeeds. */
  send: (message: QueuedMessage, about: { connector: Connector; charge: MeteredCharge }) => void;
  profiles: ChargingProfiles;
  /** Reports this connector's status to the central system. */
  report: (connector: Connector) => void;
}

interface Started {
  transactionId?: number;
  idTagInfo?: { status?: string };
}

/** In seconds; timers can't run for much longer. */
const MAX_RESERVATION = 1_000_000;

/** Seconds between two updates of meter and battery, and length of one simulated charging step. */
const STEP = 5;

/** One connector, with its plug, energy meter and transaction. Its status is derived from these. */
export class Connector {
  readonly id: number;
  readonly maxPowerW: number;
  readonly meter: Meter;
  readonly charges: MeteredCharge[] = [];
  readonly #host: ConnectorHost;
  #car: Car | undefined;
  #waiting: { idTag: string; cancel: () => void } | undefined;
  #reservation: { id: unknown; idTag: string; cancel: () => void } | undefined;
  #charge: MeteredCharge | undefined;
  #ended = false;
  #pausedBy: 'EV' | 'EVSE' | undefined;
  #fault: string | undefined;
  #operative = true;
  #unavailableAfterCharge = false;
  #reported = '';
  #countedAt = 0;
  #sampledAt = 0;
  #watts = 0;

  constructor(host: ConnectorHost, options: { id: number; maxPowerW: number; meterWh?: number | undefined }) {
    this.#host = host;
    this.id = options.id;
    this.maxPowerW = options.maxPowerW;
    this.meter = new Meter(options.meterWh);
  }

  get status(): Status {
    if (this.#fault) return 'Faulted';
    if (!this.#operative) return 'Unavailable';
    if (this.#charge) {
      if (this.#pausedBy === 'EVSE') return 'SuspendedEVSE';
      if (this.#pausedBy === 'EV' || this.#car?.full) return 'SuspendedEV';
      return this.offeredW > 0 ? 'Charging' : 'SuspendedEVSE';
    }
    const { skipPreparing, skipFinishing } = this.#host.behaviour;
    if (this.#ended && this.#car) return skipFinishing ? 'Available' : 'Finishing';
    if ((this.#car || this.#waiting) && !skipPreparing) return 'Preparing';
    return this.#reservation ? 'Reserved' : 'Available';
  }

  get errorCode(): string {
    return this.#fault ?? 'NoError';
  }

  get charge(): MeteredCharge | undefined {
    return this.#charge;
  }

  get soc(): number | undefined {
    return this.#car?.soc;
  }

  /** Power in W that the connector offers to a car. */
  get offeredW(): number {
    return this.#host.behaviour.ignoreProfiles ? this.maxPowerW : this.#host.profiles.limitOf(this);
  }

  get watts(): number {
    return this.#watts;
  }

  plug(car: Partial<CarOptions> = {}): void {
    if (this.#car) return;
    this.#car = new Car(car);
    this.#ended = false;
    this.#pausedBy = undefined;
    this.changed();
    if (this.#waiting && !this.#fault) this.#begin(this.#waiting.idTag);
  }

  unplug(): void {
    this.stop('EVDisconnected');
    this.#car = undefined;
    this.#ended = false;
    this.changed();
  }

  /** Returns the status for a RemoteStartTransaction.conf. `begin` follows its response. */
  authorize(idTag: string): 'Accepted' | 'Rejected' {
    if (this.#waiting?.idTag === idTag || this.#charge?.idTag === idTag) return 'Accepted';
    if (this.#fault || !this.#operative || this.#charge || this.#waiting || this.#ended) return 'Rejected';
    if (!this.#mayUse(idTag)) return 'Rejected';
    const { behaviour, clock, configuration } = this.#host;
    const seconds = behaviour.waitForCar ?? configuration.seconds('ConnectionTimeOut');
    const cancel = clock.after(seconds, () => {
      this.#waiting = undefined;
      this.changed();
    });
    this.#waiting = { idTag, cancel };
    return 'Accepted';
  }

  /** Returns the status for a ReserveNow.conf. Only the tag may begin a charge until the expiry. */
  reserve(id: number, idTag: string, expiry: Date): 'Accepted' | 'Faulted' | 'Occupied' | 'Unavailable' {
    const { status } = this;
    if (status === 'Faulted' || status === 'Unavailable') return status;
    if (status !== 'Available' && this.#reservation?.id !== id) return 'Occupied';
    this.cancelReservation(this.#reservation?.id);
    const { clock } = this.#host;
    const seconds = (expiry.getTime() - clock.now().getTime()) / 1000;
    const cancel = clock.after(Math.min(Math.max(0, seconds), MAX_RESERVATION), () =>
      this.cancelReservation(id),
    );
    this.#reservation = { id, idTag, cancel };
    this.changed();
    return 'Accepted';
  }

  /** Returns false if the connector has no such reservation. */
  cancelReservation(id: unknown): boolean {
    if (!this.#reservation || this.#reservation.id !== id) return false;
    this.#reservation.cancel();
    this.#reservation = undefined;
    this.changed();
    return true;
  }

  #mayUse(idTag: string): boolean {
    return !this.#reservation || this.#reservation.idTag === idTag;
  }

  /** Begins the authorized charge: now if a car is plugged in, otherwise when a car arrives. */
  begin(): void {
    this.changed();
    const { plugAfter } = this.#host.behaviour;
    if (this.#waiting && this.#car) this.#begin(this.#waiting.idTag);
    else if (this.#waiting && plugAfter !== null) this.#host.clock.after(plugAfter, () => this.plug());
  }

  /** Ends the charge, if any, with an OCPP reason such as `Local`, `Remote` or `EVDisconnected`. */
  stop(reason: string): void {
    const charge = this.#charge;
    if (!charge) return;
    this.#count();
    charge.meterStop = this.meter.wh;
    charge.stoppedAt = this.#host.clock.now().toISOString();
    charge.reason = reason;
    this.#charge = undefined;
    this.#host.profiles.endCharge(this);
    this.#watts = 0;
    this.#ended = true;
    if (this.#unavailableAfterCharge) this.#operative = false;
    this.#unavailableAfterCharge = false;
    this.#host.send(
      {
        method: 'StopTransaction',
        params: () => ({
          transactionId: this.#host.behaviour.forgetTransactionId ? -1 : (charge.transactionId ?? -1),
          idTag: charge.idTag,
          meterStop: charge.meterStop,
          timestamp: charge.stoppedAt,
          reason,
        }),
      },
      { connector: this, charge },
    );
    this.changed();
    const { unplugAfter } = this.#host.behaviour;
    if (unplugAfter !== null) this.#host.clock.after(unplugAfter, () => this.#charge ?? this.unplug());
  }

  pause(by: 'EV' | 'EVSE' | undefined): void {
    this.#count();
    this.#pausedBy = by;
    this.#watts = by ? 0 : (this.#car?.drawnPower(this.offeredW) ?? 0);
    this.sample();
    this.changed();
  }

  /** Sets or clears an OCPP error code. An error ends the charge and a pending start. */
  fault(errorCode: string | undefined): void {
    this.#fault = errorCode;
    if (errorCode) {
      this.#cancelWaiting();
      // The fault causes the stop, so it is reported first.
      this.changed();
      this.stop('Other');
    }
    this.changed();
  }

  /**
   * Returns the status for a ChangeAvailability.conf: a running charge continues (OCPP 1.6 §5.2).
   */
  changeAvailability(operative: boolean): 'Accepted' | 'Scheduled' {
    this.#unavailableAfterCharge = !operative && this.#charge !== undefined;
    if (this.#unavailableAfterCharge) return 'Scheduled';
    this.operative(operative);
    return 'Accepted';
  }

  /** Changes the availability immediately, even during a charge. */
  operative(isOperative: boolean): void {
    this.#operative = isOperative;
    this.changed();
  }

  /** Reports the status if it differs from the last one reported. */
  changed(): void {
    const current = `${this.status} ${this.errorCode}`;
    if (current === this.#reported) return;
    this.#reported = current;
    this.#host.report(this);
  }

  /** Sends a meter value of the current charge. */
  sample(): void {
    const charge = this.#charge;
    this.#count();
    this.#sampledAt = this.#host.clock.now().getTime();
    if (!charge || this.#host.behaviour.noMeterValues) return;
    const value = this.#meterValue();
    this.#host.send(
      {
        method: 'MeterValues',
        params: () => ({ connectorId: this.id, transactionId: charge.transactionId, meterValue: [value] }),
      },
      { connector: this, charge },
    );
  }

  /** Returns one `meterValue` of a MeterValues.req, in the units that the behaviour selects. */
  #meterValue() {
    const { energyUnit, noSoC } = this.#host.behaviour;
    const { wh } = this.meter;
    const soc = String(Math.floor(this.#car?.soc ?? 0));
    return {
      timestamp: this.#host.clock.now().toISOString(),
      sampledValue: [
        {
          value: energyUnit === 'kWh' ? (wh / 1000).toFixed(3) : String(wh),
          context: 'Sample.Periodic',
          measurand: 'Energy.Active.Import.Register',
          unit: energyUnit,
        },
        { value: this.#watts.toFixed(1), measurand: 'Power.Active.Import', unit: 'W' },
        ...(noSoC ? [] : [{ value: soc, measurand: 'SoC', unit: 'Percent', location: 'EV' }]),
      ],
    };
  }

  #begin(idTag: string): void {
    this.#cancelWaiting();
    const reservationId = this.#reservation?.id;
    this.#reservation?.cancel();
    this.#reservation = undefined;
    const now = this.#host.clock.now();
    const charge: MeteredCharge = {
      idTag,
      stationTransactionId: this.#host.newTransactionId(),
      meterStart: this.meter.wh,
      startedAt: now.toISOString(),
    };
    this.#charge = charge;
    this.charges.push(charge);
    this.#countedAt = now.getTime();
    this.#sampledAt = now.getTime();
    this.#host.send(
      {
        method: 'StartTransaction',
        params: () => ({
          connectorId: this.id,
          idTag,
          meterStart: charge.meterStart,
          timestamp: charge.startedAt,
          ...(reservationId !== undefined && { reservationId }),
        }),
        onResponse: (response) => this.#started(charge, response),
      },
      { connector: this, charge },
    );
    this.#draw(this.#host.behaviour.energyAtBegin * 3600, 1);
    this.changed();
    this.#watch(charge);
  }

  /** Begins a charge without a remote start, as with a card at the reader. */
  beginLocally(idTag: string): void {
    const isFree = !this.#charge && !this.#fault && this.#operative;
    if (this.#car && isFree && this.#mayUse(idTag)) this.#begin(idTag);
  }

  #started(charge: MeteredCharge, response: unknown): void {
    const { transactionId, idTagInfo } = response as Started;
    charge.transactionId = transactionId;
    if (idTagInfo?.status !== 'Accepted' && this.#charge === charge) this.stop('DeAuthorized');
  }

  #watch(charge: MeteredCharge): void {
    const interval = this.#host.configuration.seconds('MeterValueSampleInterval');
    const step = interval > 0 ? Math.min(interval, STEP) : STEP;
    this.#host.clock.after(step, () => {
      if (this.#charge !== charge) return;
      this.#count();
      const due = this.#sampledAt + interval * 1000 - (step * 1000) / 2;
      if (interval > 0 && this.#countedAt >= due) this.sample();
      this.changed();
      this.#watch(charge);
    });
  }

  /** Advances meter and battery to the current time. */
  #count(): void {
    const now = this.#host.clock.now().getTime();
    if (!this.#charge || !this.#car) return;
    let secondsLeft = (now - this.#countedAt) / 1000;
    this.#countedAt = now;
    while (secondsLeft > 0) {
      const seconds = Math.min(secondsLeft, STEP);
      secondsLeft -= seconds;
      this.#watts = this.#pausedBy ? 0 : this.#car.drawnPower(this.offeredW);
      this.#draw(this.#watts, seconds * this.#host.behaviour.energySpeed);
    }
  }

  #draw(watts: number, seconds: number): void {
    this.meter.count(watts, seconds);
    this.#car?.store(watts, seconds);
  }

  #cancelWaiting(): void {
    this.#waiting?.cancel();
    this.#waiting = undefined;
  }
}
