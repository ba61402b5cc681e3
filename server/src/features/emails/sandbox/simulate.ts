import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { EmailId } from '../email.ts';
import { applyNotices } from '../feedback/apply-notices.ts';
import type { Notice } from '../feedback/notice.ts';
import { trackedUrls } from '../links/tracked-urls.ts';
import { logSimulatedHits } from './log-simulated-hits.ts';
import type { Simulation } from './simulation.ts';

/** Applies simulations as if they were notices of a provider or hits of a reader (D-673). A scan by a machine is not counted. */
export async function simulate(tx: ProjectTx, simulations: readonly Simulation[]): Promise<void> {
  const links = await loadLinks(
    tx,
    simulations.filter(({ kind }) => kind === 'click' || kind === 'scan').map(({ emailId }) => emailId),
  );
  const resolved = simulations.flatMap((one) => {
    const first = links.get(one.emailId)?.[0] ?? null;
    if (one.kind !== 'click') return [one];
    const link = one.link ?? first;
    return link === null ? [] : [{ ...one, link }];
  });
  const firsts = await logSimulatedHits(tx, resolved, links);
  await applyNotices(
    tx,
    resolved.flatMap((one) => noticeOf(tx, one, firsts.has(one))),
  );
}

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

/** The links in the bodies of these mails, in order. */
export async function loadLinks(
  tx: Pick<ProjectTx, 'db' | 'projectId' | 'config'>,
  ids: readonly EmailId[],
): Promise<Map<EmailId, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: EmailId; html: string | null }>`
    select id, html from email_contents
     where project_id = ${tx.projectId} and id = any(${[...new Set(ids)]}::uuid[])`.execute(tx.db);
  return new Map(rows.map(({ id, html }) => [id, [...new Set(trackedUrls(tx.config, html ?? ''))]]));
}
