/** Three significant digits, or the word that says that an input is missing. */
export function shownNumber(value: number): string {
  if (Number.isNaN(value)) return 'not measured';
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Decimal units, as disks and networks are sold. */
export function shownBytes(bytes: number): string {
  if (Number.isNaN(bytes)) return shownNumber(bytes);
  const step = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${shownNumber(bytes / 1_000 ** step)} ${units[step]}`;
}

export const shownRate = (bytesPerSecond: number): string =>
  Number.isNaN(bytesPerSecond) ? shownNumber(bytesPerSecond) : `${shownBytes(bytesPerSecond)}/s`;

/** Whole processors, at least one. */
export const shownCores = (cores: number): string => shownNumber(Math.max(1, Math.ceil(cores)));
