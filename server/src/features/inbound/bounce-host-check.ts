import type { InstanceContext } from '#platform/context';
import { type DoctorCheck, finding } from '#platform/doctor';

export const bounceHostCheck: DoctorCheck = {
  id: 'mail-feedback.bounce-host',
  group: 'mail-feedback',
  why: 'Bounces of mail that a relay took come back by mail to this host.',
  async run(ctx) {
    const { MAIL_RELAYS, BOUNCE_HOST } = ctx.config;
    if (!MAIL_RELAYS.some(({ kind }) => kind === 'smtp')) return [];
    const about = finding(this.id, this.why);
    if (BOUNCE_HOST === null) {
      return [
        about.warn(
          'BOUNCE_HOST is not set: bounces that come after the hand-over are lost.',
          'Run the role inbound, and set INBOUND_PORT and BOUNCE_HOST.',
        ),
      ];
    }
    const answers = await Promise.all(ctx.dns.resolvers.map((resolver) => resolver.addresses(BOUNCE_HOST)));
    if (answers.some(({ kind }) => kind === 'found')) return [about.pass(`${BOUNCE_HOST} has an address.`)];
    if (answers.some(({ kind }) => kind === 'unanswered'))
      return [about.unknown(`The name servers did not say where ${BOUNCE_HOST} is.`, 'Look at DNS_RESOLVERS.')];
    return [about.fail(`${BOUNCE_HOST} has no address.`, nameIt(ctx, BOUNCE_HOST))];
  },
};

const nameIt = ({ config }: InstanceContext, host: string): string =>
  `Publish an address record for ${host} that leads to the machine with the role inbound (port ${config.INBOUND_PORT ?? 25}).`;
