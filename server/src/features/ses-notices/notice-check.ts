import { lastSeenOf } from '#features/emails';
import type { InstanceReader } from '#platform/context';
import { type DoctorCheck, finding } from '#platform/doctor';

/** The service reports a delivery within seconds, a bounce within minutes. */
const noticeMs = 15 * 60_000;
/** Ids of notices are remembered for three hours, so nothing is known of mail from before. */
const rememberedMs = 2.5 * 3_600_000;

const topicAction =
  'See that the topic in SES_SNS_TOPIC_ARNS is the event destination of the configuration set, and that its subscription to /webhooks/ses is confirmed.';

export const noticeCheck: DoctorCheck = {
  id: 'mail-feedback.notices',
  group: 'mail-feedback',
  why: 'Bounces and complaints come back as notices; without them bad addresses are written to again and again.',
  async run(ctx) {
    const { config } = ctx;
    if (!config.MAIL_RELAYS.some(({ kind }) => kind === 'ses')) return [];
    const about = finding(this.id, this.why);
    if (config.SES_SNS_TOPIC_ARNS.length === 0)
      return [
        about.fail(
          'Amazon SES is a relay, but SES_SNS_TOPIC_ARNS is empty: all of its notices are refused.',
          topicAction,
        ),
      ];
    const { left, noticed, now } = await ctx.read(async (reader) => ({
      left: await lastSeenOf(reader, 'ses:'),
      noticed: await lastNotice(reader),
      now: reader.now,
    }));
    const ago = (at: Date): string => `${Math.round((now.getTime() - at.getTime()) / 60_000)} min ago`;
    const age = left ? now.getTime() - left.getTime() : 0;
    const isMissing = left !== null && age > noticeMs && age < rememberedMs && (noticed === null || noticed < left);
    if (left && isMissing)
      return [about.fail(`Mail left through Amazon SES ${ago(left)}, and no notice has come since.`, topicAction)];
    return [about.pass(noticed ? `The last notice came ${ago(noticed)}.` : 'No notice is due.')];
  },
};

async function lastNotice({ db }: InstanceReader): Promise<Date | null> {
  const row = await db
    .selectFrom('snsMessages')
    .select(({ fn }) => fn.max('receivedAt').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}
