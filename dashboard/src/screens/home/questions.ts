import type { Campaign, Domain, Security, Workflow } from '../../api/home.ts';
import { paths } from '../../navigation/paths.ts';
import type { Check } from '../../widgets/check-list/check-list.tsx';
import { formatCount } from '../../widgets/figures/format.ts';

/** Something that waits for a person. */
export interface Question {
  readonly id: string;
  readonly level: Check['level'];
  readonly sentence: string;
  readonly more: string;
  readonly action: { readonly word: string; readonly href: string };
}

export interface Facts {
  readonly projectId: string;
  readonly security: Security | undefined;
  readonly domains: readonly Domain[];
  readonly workflows: readonly Workflow[];
  readonly campaigns: readonly Campaign[];
}

/** What needs an answer, the most pressing first. */
export function questionsOf(facts: Facts): Question[] {
  const { projectId } = facts;
  const all = [
    ...pauses(facts),
    ...facts.campaigns.flatMap((campaign) => heldCampaign(projectId, campaign)),
    ...facts.workflows.flatMap((workflow) => failedWorkflow(projectId, workflow)),
    ...facts.domains.flatMap((domain) => unverifiedDomain(projectId, domain)),
  ];
  return [...all.filter(({ level }) => level === 'block'), ...all.filter(({ level }) => level !== 'block')];
}

function pauses({ projectId, security }: Facts): Question[] {
  const action = { word: 'See the gauges', href: paths.settings(projectId, 'security') };
  if (!security) return [];
  if (security.paused.all) {
    return [
      {
        id: 'paused',
        level: 'block',
        sentence: 'Sending is paused',
        more: 'Mail is held until it is resumed.',
        action,
      },
    ];
  }
  if (!security.paused.marketing) return [];
  return [
    {
      id: 'marketing-paused',
      level: 'block',
      sentence: 'Marketing mail is paused',
      more: 'Transactional mail still leaves.',
      action,
    },
  ];
}

const pauseCauses: Readonly<Record<NonNullable<Campaign['pausedReason']>, string>> = {
  USER: 'Paused by hand.',
  RENDER_FAILED: 'A mail of it could not be rendered.',
  CANARY: 'Its first part bounced or was complained about too often.',
  REPUTATION: 'Bounces or complaints crossed a line.',
};

const holdCauses: Readonly<Record<NonNullable<Campaign['holdReason']>, string>> = {
  PROJECT_DISABLED: 'The project is disabled.',
  PROJECT_PAUSED: 'Sending is paused for this project.',
  MARKETING_PAUSED: 'Marketing mail is paused for this project.',
  DOMAIN_NOT_VERIFIED: 'Its sender domain is not verified.',
  BILLING_LIMIT: 'The monthly cap is reached.',
};

function heldCampaign(projectId: string, campaign: Campaign): Question[] {
  const { id, name, pausedAt, pausedReason, holdReason } = campaign;
  if (!pausedAt && !holdReason) return [];
  const cause = holdReason
    ? holdCauses[holdReason]
    : pausedReason
      ? pauseCauses[pausedReason]
      : 'No cause was recorded.';
  return [
    {
      id: `campaign-${id}`,
      level: pausedReason === 'USER' ? 'warn' : 'block',
      sentence: `${name} ${pausedAt ? 'is paused' : 'is held'}`,
      more: cause,
      action: { word: 'Open the campaign', href: paths.campaign(projectId, id) },
    },
  ];
}

function failedWorkflow(projectId: string, { id, name, pausedAt, _count }: Workflow): Question[] {
  const failed = _count.failed24h;
  const action = { word: 'See them', href: paths.executions(projectId, id, { status: 'FAILED' }) };
  const questions: Question[] = [];
  if (failed > 0) {
    questions.push({
      id: `workflow-${id}`,
      level: 'warn',
      sentence: failed === 1 ? `1 journey failed in ${name}` : `${formatCount(failed)} journeys failed in ${name}`,
      more: 'In the last 24 hours.',
      action,
    });
  }
  if (pausedAt) {
    questions.push({
      id: `workflow-paused-${id}`,
      level: 'warn',
      sentence: `${name} is paused`,
      more: 'People in it stand still until it is resumed.',
      action: { word: 'Open the workflow', href: paths.workflow(projectId, id) },
    });
  }
  return questions;
}

const domainProblems: Readonly<Record<NonNullable<Domain['problem']>, string>> = {
  DOMAIN_CLAIMED: 'Another project of this instance has verified it.',
  TOO_MANY_SPF_LOOKUPS: 'Its SPF record needs more than ten lookups.',
  SEVERAL_SPF_RECORDS: 'It has several SPF records; one is allowed.',
  PROVIDER_ERROR: 'The mail provider could not be asked about it.',
};

function unverifiedDomain(projectId: string, domain: Domain): Question[] {
  const { id, verified, atRiskSince, problem, records } = domain;
  if (verified && !atRiskSince) return [];
  const missing = records.filter(({ required, status }) => required && status !== 'verified');
  const wrong = missing.find(({ message }) => message !== null);
  const count = missing.length === 1 ? '1 required record is' : `${missing.length} required records are`;
  return [
    {
      id: `domain-${id}`,
      level: atRiskSince ? 'block' : 'warn',
      sentence: atRiskSince ? `${domain.domain} is at risk` : `${domain.domain} is not verified yet`,
      more: problem ? domainProblems[problem] : (wrong?.message ?? `${count} still to be found.`),
      action: { word: missing.length === 1 ? 'See the record' : 'See the records', href: paths.domain(projectId, id) },
    },
  ];
}
