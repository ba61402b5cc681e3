import type { Client } from 'pg';
import { until } from '../../../server/testing/until.ts';

/** No mail is under way; false if that took longer. */
export const untilNothingWaits = (client: Client, seconds?: number): Promise<boolean> =>
  until(async () => (await client.query('select from deliveries limit 1')).rowCount === 0, { seconds });
