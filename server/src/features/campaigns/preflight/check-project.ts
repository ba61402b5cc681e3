import type { ProjectReader } from '#platform/context';
import type { CampaignFields, CampaignId } from '../campaign.ts';
import { type Finding, finding } from './finding.ts';

/** The columns of a project that decide about its campaigns. */
export type ProjectFacts = Awaited<ReturnType<typeof loadProject>>;

export const loadProject = ({ db, projectId }: ProjectReader) =>
  db
    .selectFrom('projects')
    .select(['name', 'language', 'mode', 'tracking', 'sendRate', 'pausedAt', 'marketingPausedAt', 'disabledReason'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();

/** Pauses that would hold the mails, and test mode. */
export function checkProject(project: ProjectFacts, { type }: Pick<CampaignFields, 'type'>): Finding[] {
  const found: Finding[] = [];
  if (project.disabledReason !== null) found.push(finding('SENDING_PAUSED', 'The project is disabled.'));
  else if (project.pausedAt !== null) found.push(finding('SENDING_PAUSED', 'The project is paused.'));
  else if (project.marketingPausedAt !== null && type !== 'TRANSACTIONAL')
    found.push(finding('SENDING_PAUSED', 'Marketing mail of the project is paused.'));
  if (project.mode === 'test')
    found.push(finding('TEST_MODE', 'The project is in test mode: these mails go to the dev inbox.'));
  return found;
}

const recentlyMs = 24 * 60 * 60_000;

/** Another campaign with the same texts whose sending began within a day. Recipients are not compared. */
export async function checkRepeat(
  { db, projectId, now }: ProjectReader,
  id: CampaignId,
  { subject, body }: Pick<CampaignFields, 'subject' | 'body'>,
): Promise<Finding[]> {
  const same = await db
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('projectId', '=', projectId)
    .where('id', '<>', id)
    .where('sentAt', '>=', new Date(now.getTime() - recentlyMs))
    .where('subject', '=', subject)
    .where('body', '=', body)
    .orderBy('sentAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!same) return [];
  const message = `“${same.name}” has the same subject and body, and its sending began within 24 hours.`;
  return [finding('SAME_CONTENT_RECENTLY', message, { fix: { action: 'open_campaign', campaignId: same.id } })];
}
