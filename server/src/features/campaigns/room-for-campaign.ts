import { type CapRoom, roomOf } from '#features/billing';
import { isTestMail, loadProjectFacts } from '#features/emails';
import type { ProjectReader } from '#platform/context';
import type { CampaignFields } from './campaign.ts';

/** How many mails the cap allows a campaign that would begin now. Null: as many as there are; so it is for test mail, which is not counted. */
export async function roomForCampaign(
  reader: ProjectReader,
  { fromEmail }: Pick<CampaignFields, 'fromEmail'>,
): Promise<CapRoom | null> {
  const project = await loadProjectFacts(reader);
  return isTestMail(reader, project, fromEmail, '') ? null : roomOf(reader, 'campaigns');
}
