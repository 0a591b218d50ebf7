export {
  expiryOf,
  isAmericanExpress,
  isCardNumber,
  isCvv,
  isExpiry,
  maskCardNumber,
  maskCvv,
  maskExpiry,
} from './card.ts';
export { isChargerNumber, maskChargerNumber } from './charger-number.ts';
export { isCpf, isCpfCnpj, maskCpf, maskCpfCnpj, plainTaxNumber } from './cpf-cnpj.ts';
export { BOARD_TIME_ZONE, formatDate, formatDateTime, formatTime } from './date.ts';
export { dayOfIso, isoOfDay, maskDay } from './day.ts';
export {
  formatAge,
  formatCountdown,
  formatDuration,
  formatElapsed,
  formatHoursMinutes,
  formatTimer,
  secondsBetween,
} from './duration.ts';
export { isEmail, tidyEmail, withoutSpaces } from './email.ts';
export { centsFromReais, FREE, formatBRL, formatPrice, reaisFromCents } from './money.ts';
export { isFullName, shortName, tidyName } from './name.ts';
export {
  formatDecimal,
  formatDistance,
  formatKw,
  formatKwh,
  formatPercent,
  formatRatedPower,
  formatSoC,
} from './number.ts';
export { isPhone, maskPhone, phoneDigits } from './phone.ts';
export { isPlate, maskPlate, readPlate } from './plate.ts';
