import { every } from '#platform/context';

const batch = 1_000;

/** Forgets which mails were taken in after a week, and delays after 90 days. */
export const forgetReceivedMails = every({ minutes: 30 }, 'emails.forget-received', async (ctx) => {
  for (const clean of ['clean_received_mails', 'clean_email_delays']) {
    for (let gone = batch; gone >= batch; ) {
      const [row] = await ctx.dispatch<Record<string, string>>(clean, [batch]);
      gone = Number(row?.[clean] ?? 0);
    }
  }
});
