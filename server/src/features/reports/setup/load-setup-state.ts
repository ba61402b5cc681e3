import { sql } from 'kysely';
import { contactTotals } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import { reservedNamePattern } from '#pure/event-names';

/** How far a project has come (D-1125). */
export interface SetupState {
  readonly mode: 'test' | 'live';
  readonly hasSubscription: boolean;
  readonly contactCount: number;
  readonly lastCampaignSentAt: Date | null;
  readonly keysUsed: boolean;
  readonly hasDomain: boolean;
  readonly hasVerifiedDomain: boolean;
  readonly hasProvider: boolean;
  readonly hasSentEmail: boolean;
  readonly hasTrackedEvent: boolean;
  readonly hasEnabledWorkflow: boolean;
}

/** Each fact from an index or a stored count, whatever the size of the project. */
export async function loadSetupState(reader: ProjectReader): Promise<SetupState> {
  const { db, projectId } = reader;
  const [{ rows }, { contacts: contactCount }] = await Promise.all([
    sql<Omit<SetupState, 'contactCount'>>`
      select p.mode, p.subscription_status is not null as has_subscription, p.has_verified_domain, p.has_tested_provider as has_provider,
             (select max(c.sent_at) from campaigns c where c.project_id = p.id and c.sent_at is not null) as last_campaign_sent_at,
             exists (select from first_key_uses u where u.project_id = p.id) as keys_used,
             exists (select from domains d where d.project_id = p.id) as has_domain,
             exists (select from mail_figures f where f.project_id = p.id and f.sent > 0) as has_sent_email,
             exists (select from event_names n where n.project_id = p.id and n.name !~ ${reservedNamePattern}) as has_tracked_event,
             exists (select from workflows w where w.project_id = p.id and w.enabled) as has_enabled_workflow
        from projects p where p.id = ${projectId}`.execute(db),
    contactTotals(reader),
  ]);
  const [state] = rows;
  if (!state) throw new Error('a project whose member calls has no row');
  return { ...state, contactCount };
}
