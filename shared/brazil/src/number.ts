/**
 * Returns a function that formats numbers as in Brazil. The formatter is made when it is first used: the
 * first one takes a slow phone 40 ms.
 */
export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  let made: Intl.NumberFormat | undefined;
  return (value) => {
    made ??= new Intl.NumberFormat('pt-BR', options);
    return made.format(value);
  };
}

const oneDecimal = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const atMostOneDecimal = numberFormat({ maximumFractionDigits: 1 });
const whole = numberFormat({ maximumFractionDigits: 0 });

/** Formats with one decimal: `1234.56` is `1.234,6`. */
export function formatDecimal(value: number): string {
  // Adding zero turns the -0 of a rounded tiny negative into 0.
  return oneDecimal(Math.round(value * 10) / 10 + 0);
}

/** Formats a discount, with a decimal only if it isn't whole: `10%`, `12,5%`. */
export function formatPercent(percent: number): string {
  return `${atMostOneDecimal(percent)}%`;
}

/** Formats a state of charge without decimals: `79.6` is `80%`. */
export function formatSoC(percent: number): string {
  return `${whole(percent)}%`;
}

/** Formats energy in kWh: `12.34` is `12,3 kWh`. */
export function formatKwh(kwh: number): string {
  return `${formatDecimal(kwh)}\u00a0kWh`;
}

/** Formats power in kW: `7.4` is `7,4 kW`. */
export function formatKw(kw: number): string {
  return `${formatDecimal(kw)}\u00a0kW`;
}

/** Formats a rated power, with a decimal only if it isn't whole. For measured power: `formatKw`. */
export function formatRatedPower(kw: number): string {
  return `${atMostOneDecimal(kw)}\u00a0kW`;
}

/** Formats metres in km: `1250` is `1,3 km`. At least `0,1 km`, as `0,0 km` means nothing. */
export function formatDistance(metres: number): string {
  return `${formatDecimal(Math.max(metres / 1000, 0.1))}\u00a0km`;
}
