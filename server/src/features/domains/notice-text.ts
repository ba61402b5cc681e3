import type { Config } from '#platform/config';
import type { AccountMail } from '#platform/mail';
import type { Domain } from './domain.ts';
import { missingRecords } from './missing-records.ts';
import type { Effect } from './step.ts';

type Text = Omit<AccountMail, 'to'>;

/** The mail to an owner or admin about a domain. */
export function noticeText(config: Config, domain: Domain, projectName: string, about: Effect): Text {
  const name = domain.domain;
  const link = `${config.BASE_URL}/app/domains/${domain.id}`;
  const project = projectName.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const wrong = missingRecords(config, domain);
  const broken = wrong.length > 0 ? `Not in order: ${wrong.join(', ')}.` : 'A record is not in order.';
  const texts: Record<Effect, { subject: string; lines: string[] }> = {
    verified: {
      subject: `${name} is verified`,
      lines: [`the project ${project} can now send mail from addresses at ${name}.`],
    },
    'at-risk': {
      subject: `${name} is at risk: a DNS record is gone or wrong`,
      lines: [
        `a DNS record that ${name} (project ${project}) needs is gone or wrong. ${broken}`,
        'Mail still leaves. If nothing changes for 24 hours, the domain is not verified any more, and mail from it is held.',
      ],
    },
    lost: {
      subject: `${name} is no longer verified`,
      lines: [
        `a DNS record of ${name} (project ${project}) was gone or wrong for 24 hours. ${broken}`,
        'Mail from it is held and goes out when the domain is verified again; after 72 hours it is given up.',
      ],
    },
  };
  const { subject, lines } = texts[about];
  return { subject, text: ['Hello,', ...lines, link, ''].join('\n\n') };
}
