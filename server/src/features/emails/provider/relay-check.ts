import type { RelaySetting } from '#platform/config';
import { type CheckFinding, type DoctorCheck, finding } from '#platform/doctor';
import { transportsOf } from '#platform/transports';
import { cut } from '#pure/text';
import { suggestions } from './test-provider.ts';

const withinMs = 8_000;
const port25 = ' Many networks block port 25: use the port 587 or 465 of the relay.';

/** Each relay is connected to and logged in at; no mail is sent. */
export const relayCheck: DoctorCheck = {
  id: 'mail-out.relays',
  group: 'mail-out',
  why: 'Mail leaves through these relays, in this order.',
  async run({ config: { MAIL_RELAYS } }) {
    if (MAIL_RELAYS.length > 0) return Promise.all(MAIL_RELAYS.map((relay) => judgeRelay(relay)));
    const about = finding(this.id, 'Without a relay no mail reaches a person.');
    return [
      about.warn(
        'No relay is set: all mail is test mail, except that of projects with a provider of their own.',
        'Set MAIL_RELAYS to send mail to people.',
      ),
    ];
  },
};

async function judgeRelay(setting: RelaySetting): Promise<CheckFinding> {
  const [transport] = transportsOf([setting]);
  if (!transport) throw new Error('a transport for each relay');
  const about = finding(`mail-out.relay:${transport.name}`, relayCheck.why);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, withinMs, null);
  });
  const health = await Promise.race([transport.check(), late]).finally(() => clearTimeout(timer));
  await transport.close();
  const advice = (stage: keyof typeof suggestions): string =>
    `${suggestions[stage]}${stage === 'connect' && transport.name.endsWith(':25') ? port25 : ''}`;
  if (!health) return about.fail(`${transport.name} did not answer within ${withinMs / 1_000} s.`, advice('connect'));
  if (!health.isWell)
    return about.fail(
      cut(`${transport.name} failed at "${health.stage}": ${health.reason}`, 500),
      advice(health.stage),
    );
  if (health.warning) return about.warn(`${transport.name}: ${health.warning.reason}`, advice(health.warning.stage));
  return about.pass(`${transport.name} takes our mail.`);
}
