import type { Canary } from '../campaign.ts';

/** Mails a second that are assumed where no rate is set: what one worker does with a relay of ordinary speed. */
export const assumedRate = 100;

/** With fewer recipients there is no canary (D-827). */
const minForCanary = 100;

interface SendingFacts {
  readonly recipients: number;
  /** Mails a minute of the campaign. */
  readonly perMinute: number | null;
  /** Mails a second of project and installation; null or 0 for no limit. */
  readonly perSecond: readonly (number | null)[];
  readonly canary: Pick<Canary, 'observeMinutes'> | null;
}

/** Seconds from the first mail to the last, at the rates that are set (D-826). */
export function sendingSeconds({ recipients, perMinute, perSecond, canary }: SendingFacts): number {
  const rates = [perMinute === null ? null : perMinute / 60, ...perSecond].filter((rate) => rate !== null && rate > 0);
  const rate = rates.length === 0 ? assumedRate : Math.min(...rates.map(Number));
  const waiting = canary && recipients >= minForCanary ? canary.observeMinutes * 60 : 0;
  return Math.ceil(recipients / rate) + waiting;
}
