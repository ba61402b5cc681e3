import type { ChartMoment } from '../../widgets/chart/chart-data.ts';
import { dateFormat } from '../../widgets/figures/format.ts';

/** A calendar day in words. It has no time zone of its own, so it is read and written in UTC. */
export function dayMoment(day: string): ChartMoment {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return {
    label: dateFormat({ weekday: 'long', day: 'numeric', month: 'long' }, 'UTC').format(noon),
    short: dateFormat({ day: 'numeric', month: 'short' }, 'UTC').format(noon),
  };
}
