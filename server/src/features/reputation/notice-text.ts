import { projectPageUrl } from '#features/projects';
import type { Config } from '#platform/config';
import type { ProjectId } from '#platform/context';
import type { AccountMail } from '#platform/mail';
import { cleanHeaderText } from '#pure/message';
import type { Crossing, Metric } from './judge.ts';
import type { ThresholdLine } from './thresholds.ts';

/** The mail to an owner or admin about a line that was crossed. */
export function noticeText(
  config: Config,
  { projectId, projectName }: { projectId: ProjectId; projectName: string },
  { metric, line, value, threshold }: Crossing,
): ReputationNoticeText {
  const project = cleanHeaderText(projectName);
  const { subject, effect } = effects[line];
  const facts = [`${shown(value)} ${measured[metric]}. The line is ${shown(threshold)}.`, effect, advice];
  return {
    subject: `${project}: ${subject}`,
    text: ['Hello,', ...facts, projectPageUrl(config, projectId, 'settings/security'), ''].join('\n\n'),
  };
}

type ReputationNoticeText = Omit<AccountMail, 'to'>;

const measured: Record<Metric, string> = {
  bounceRate: 'per cent of the mail of the last seven days bounced',
  complaintRate: 'per cent of the recipients of the last seven days complained',
  bounceCount: 'mails bounced within 24 hours, which is much for a new project',
  complaintCount: 'recipients complained within 24 hours, which is much for a new project',
};

const effects: Record<ThresholdLine, { subject: string; effect: string }> = {
  warn: {
    subject: 'too much mail comes back',
    effect: 'Nothing is held yet. If the figure goes on rising, marketing mail is paused.',
  },
  pauseMarketing: {
    subject: 'marketing mail is paused',
    effect:
      'Marketing mail is held; transactional mail still leaves. Held mail goes out after the pause, within 72 hours.',
  },
  pauseAll: {
    subject: 'all mail is paused',
    effect:
      'All mail is held and goes out after the pause, within 72 hours. The administrator of this installation lifts it.',
  },
};

const advice = 'Take addresses off your lists that nobody confirmed, and look at what was sent last.';

const shown = (value: number): string => String(Number(value.toFixed(2)));
