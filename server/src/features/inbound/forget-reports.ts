import { every } from '#platform/context';

const batch = 1_000;

/** What was kept goes after a week. */
export const forgetReports = every({ minutes: 30 }, 'inbound.forget-reports', async (ctx) => {
  for (let gone = batch; gone >= batch; ) {
    const [row] = await ctx.dispatch<{ clean_inbound_reports: string }>('clean_inbound_reports', [batch]);
    gone = Number(row?.clean_inbound_reports ?? 0);
  }
});
