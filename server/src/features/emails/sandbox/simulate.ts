import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { hasTemplateLanguage } from '#pure/templating';
import type { EmailId } from '../email.ts';
import { applyNotices } from '../feedback/apply-notices.ts';
import type { Notice } from '../feedback/notice.ts';
import { trackedUrls } from '../links/tracked-urls.ts';
import type { MachineHit } from '../signals.ts';
import { logSimulatedHits } from './log-simulated-hits.ts';
import type { Simulation } from './simulation.ts';

/** Applies simulations as if they were notices of a provider or hits of a reader (D-673). A scan by a machine is not counted. */
export async function simulate(tx: ProjectTx, simulations: readonly Simulation[]): Promise<void> {
  const mails = await loadMails(
    tx,
    simulations.filter(({ kind }) => kind === 'click' || kind === 'scan').map(({ emailId }) => emailId),
  );
  const linksOf = (emailId: EmailId): readonly string[] => mails.get(emailId)?.links ?? [];
  const resolved = simulations.flatMap((one) => {
    const [first = null] = linksOf(one.emailId);
    if (one.kind !== 'click') return [one];
    const link = one.link ?? first;
    return link === null ? [] : [{ ...one, link }];
  });
  const firsts = await logSimulatedHits(tx, resolved, linksOf);
  const scans = resolved.filter(({ kind }) => kind === 'scan');
  await applyNotices(
    tx,
    resolved.flatMap((one) => noticeOf(tx, one, firsts.has(one))),
    scans.flatMap(({ emailId }) => scanOf(emailId, mails.get(emailId)?.campaignId ?? null, linksOf(emailId))),
  );
}

const scanOf = (emailId: EmailId, campaignId: string | null, links: readonly string[]): MachineHit[] => [
  { emailId, campaignId, kind: 'open' },
  ...links.map((): MachineHit => ({ emailId, campaignId, kind: 'click' })),
];

function noticeOf(tx: ProjectTx, { emailId, kind, link }: Simulation, isFirstOfLink: boolean): Notice[] {
  const about = { emailId, at: tx.now };
  switch (kind) {
    case 'delivery':
    case 'open':
      return [{ ...about, kind }];
    case 'click':
      return link === null ? [] : [{ ...about, kind, link, isFirstOfLink }];
    case 'bounce': {
      const diagnostic = '550 5.1.1 Simulated: no such mailbox';
      return [{ ...about, kind, bounceType: 'Permanent', isAboutAddress: true, diagnostic }];
    }
    case 'complaint':
      return [{ ...about, kind, feedbackType: 'abuse' }];
    case 'scan':
      return [];
  }
}

/** Not made by a template for each mail. */
const isFixed = (url: string): boolean => !hasTemplateLanguage(url);

interface SimulatedMail {
  /** The links in its body, in order; of a shared text those that are the same in all its mails. */
  readonly links: readonly string[];
  readonly campaignId: string | null;
}

async function loadMails(tx: ProjectTx, ids: readonly EmailId[]): Promise<Map<EmailId, SimulatedMail>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: EmailId; html: string | null; campaignId: string | null }>`
    select e.id, coalesce(c.html, x.body) as html, e.campaign_id from emails e
      left join email_contents c on c.project_id = e.project_id and c.id = e.id
      left join shared_texts x on x.project_id = e.project_id and x.id = e.campaign_id
     where e.project_id = ${tx.projectId} and e.id = any(${[...new Set(ids)]}::uuid[])`.execute(tx.db);
  return new Map(
    rows.map(({ id, html, campaignId }) => [
      id,
      { campaignId, links: [...new Set(trackedUrls(tx.config, html ?? '').filter(isFixed))] },
    ]),
  );
}
