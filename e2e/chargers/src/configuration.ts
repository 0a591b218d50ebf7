/** The OCPP configuration keys that a charge point supports (OCPP 1.6 §9). Intervals in seconds. */
export class Configuration {
  readonly #values: Map<string, string>;
  static readonly #readonlyKeys = new Set(['NumberOfConnectors', 'SupportedFeatureProfiles']);

  constructor(connectors: number, values: Record<string, string> = {}) {
    this.#values = new Map(
      Object.entries({
        HeartbeatInterval: '300',
        ConnectionTimeOut: '60',
        MeterValueSampleInterval: '10',
        MeterValuesSampledData: 'Energy.Active.Import.Register,Power.Active.Import,SoC',
        StopTransactionOnEVSideDisconnect: 'true',
        StopTransactionOnInvalidId: 'true',
        AuthorizeRemoteTxRequests: 'false',
        NumberOfConnectors: String(connectors),
        SupportedFeatureProfiles: 'Core,RemoteTrigger',
        ...values,
      }),
    );
  }

  seconds(key: 'HeartbeatInterval' | 'ConnectionTimeOut' | 'MeterValueSampleInterval'): number {
    return Number(this.#values.get(key));
  }

  /** Returns the status for a ChangeConfiguration.conf. */
  change(key: string, value: string): 'Accepted' | 'Rejected' | 'NotSupported' {
    const current = this.#values.get(key);
    if (current === undefined) return 'NotSupported';
    const isNumber = /^\d+$/;
    if (Configuration.#readonlyKeys.has(key)) return 'Rejected';
    if (isNumber.test(current) && !isNumber.test(value)) return 'Rejected';
    this.#values.set(key, value);
    return 'Accepted';
  }

  /** Returns the payload of a GetConfiguration.conf: the given keys, or all. */
  get(keys: string[] = [...this.#values.keys()]) {
    const known = keys.filter((key) => this.#values.has(key));
    return {
      configurationKey: known.map((key) => ({
        key,
        readonly: Configuration.#readonlyKeys.has(key),
        value: this.#values.get(key) ?? '',
      })),
      unknownKey: keys.filter((key) => !this.#values.has(key)),
    };
  }
}
