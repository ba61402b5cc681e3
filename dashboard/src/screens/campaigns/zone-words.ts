import { formatExact } from '../../widgets/figures/format.ts';

/** A moment with its zone by name: the short name alone is known to few. */
export const exactIn = (at: number, timeZone: string): string =>
  timeZone === 'UTC' ? formatExact(at, timeZone) : `${formatExact(at, timeZone)} (${timeZone})`;
