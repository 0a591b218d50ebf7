import type { PlatformContext, PlatformOptions } from '../../platform/context.ts';
import type { TagGroups } from '../tags/context.ts';
import type { ChargeHandlers } from './charge-handlers.ts';

/** `cert`, `key`, `clientCa` and `clientCrl` are the contents of PEM files. */
interface OcppTls {
  /** 0 picks a free port. */
  port: number;
  cert: Buffer;
  key: Buffer;
  /** Issuer of charge points' client certificates; none is accepted if unset. */
  clientCa?: Buffer | undefined;
  /** Certificates that the authority has revoked. */
  clientCrl?: Buffer | undefined;
}

export interface ChargePointsOptions extends PlatformOptions {
  /** Separate TLS port for charge points; not opened if unset. */
  ocppTls?: OcppTls | undefined;
  /** Time limit of a charge point's response to an operator's command, in ms. */
  commandTimeoutMs: number;
  /** Time for a charge point to connect elsewhere after a shutdown, still shown as online, in ms. */
  moveMs: number;
}

export interface ChargePointsContext extends PlatformContext, TagGroups {
  options: ChargePointsOptions;
  charges: ChargeHandlers;
}
