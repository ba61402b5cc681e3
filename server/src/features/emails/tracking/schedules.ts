import { dispatchInBatches, every } from '#platform/context';

/** A little more than a year, so that this year's mails can be held against last year's. */
const hitDays = 400;
const monthsAhead = 3;
const trimBatch = 5_000;

/** Makes the months to come of the log and drops those whose time is over. */
export const turnTrackingMonths = every({ minutes: 30 }, 'emails.turn-tracking-months', async (ctx) => {
  await ctx.dispatch('turn_tracking_months', [monthsAhead, hitDays]);
  await dispatchInBatches(ctx, 'trim_tracking_months', [hitDays], trimBatch);
});
