import { teamLeaders } from '#features/projects';
import type { ProjectTx } from '#platform/context';
import type { Domain } from './domain.ts';
import { recordVerifiedDomains } from './lock-domains.ts';
import { DomainLost, DomainVerified } from './news.ts';
import { sendNotice } from './send-notice.ts';
import type { Effect } from './step.ts';

/** What a transition brings with it, in the same transaction: news, the project's readiness, mail to the team. */
export async function followUp(tx: ProjectTx, { id, domain }: Domain, effect: Effect): Promise<void> {
  if (effect !== 'at-risk') {
    await recordVerifiedDomains(tx);
    await tx.emit(effect === 'verified' ? DomainVerified : DomainLost, { domainId: id, domain });
  }
  // One task for each person: a mail that fails is repeated to nobody else.
  for (const { userId } of await teamLeaders(tx, tx.projectId)) {
    await tx.enqueue(sendNotice, { projectId: tx.projectId, domainId: id, userId, about: effect });
  }
}
