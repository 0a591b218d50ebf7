/** OCPP configuration keys that a charge point supports (OCPP 1.6 §9). Intervals in seconds. */
export class Configuration {
  readonly #values: Map<string, string>;
  readonly #highestProfile: string;
  static readonly #readonlyKeys = new Set(['NumberOfConnectors', 'SupportedFeatureProfiles']);
  static readonly #writeonlyKeys = new Set(['AuthorizationKey']);

  /** @param highestProfile the highest security profile for which the charge point has keys */
  constructor(connectors: number, values: Record<string, string>, highestProfile: number) {
    this.#highestProfile = String(highestProfile);
    this.#values = new Map(
      Object.entries({
        HeartbeatInterval: '300',
        ConnectionTimeOut: '60',
        MeterValueSampleInterval: '10',
        MeterValuesSampledData: 'Energy.Active.Import.Register,Power.Active.Import,SoC',
        StopTransactionOnEVSideDisconnect: 'true',
        StopTransactionOnInvalidId: 'true',
        AuthorizeRemoteTxRequests: 'false',
        SecurityProfile: '0',
        AuthorizationKey: '',
        NumberOfConnectors: String(connectors),
        SupportedFeatureProfiles:
          'Core,FirmwareManagement,LocalAuthListManagement,RemoteTrigger,Reservation,SmartCharging',
        ...values,
      }),
    );
  }

  /** The password, if there is one. */
  get authorizationKey(): string | undefined {
    return this.#values.get('AuthorizationKey') || undefined;
  }

  /** 0 without security, otherwise a profile of the OCPP 1.6 security whitepaper. */
  get securityProfile(): number {
    return Number(this.#values.get('SecurityProfile'));
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
    // OCPP 1.6 security whitepaper, A05.
    if (key === 'SecurityProfile' && (value < current || value > this.#highestProfile)) return 'Rejected';
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
        ...(!Configuration.#writeonlyKeys.has(key) && { value: this.#values.get(key) ?? '' }),
      })),
      unknownKey: keys.filter((key) => !this.#values.has(key)),
    };
  }
}
