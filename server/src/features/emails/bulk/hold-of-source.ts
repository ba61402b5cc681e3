import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { domainOf } from '#pure/addresses';
import { mayLeave } from '../delivery/may-leave.ts';
import type { HoldReason } from '../email.ts';
import type { BulkMail } from './bulk-mail.ts';

interface HoldRow {
  isDeleted: boolean;
  isDisabled: boolean;
  isPaused: boolean;
  isMarketingPaused: boolean;
  isPending: boolean;
}

/** A reason that lies in the project or its domain and holds all mail of this kind; the rule is that of every mail. */
export async function holdOfSource(
  { db, projectId, config }: ProjectReader,
  { type, fromEmail }: Pick<BulkMail, 'type' | 'fromEmail'>,
): Promise<HoldReason | null> {
  const domain = domainOf(fromEmail);
  const { rows } = await sql<HoldRow>`
    select p.deleted_at is not null or p.wipe_began_at is not null as is_deleted, p.disabled_reason is not null as is_disabled,
           p.paused_at is not null as is_paused, p.marketing_paused_at is not null as is_marketing_paused,
           coalesce(m.status = 'pending', false) as is_pending
      from projects p left join domains m on m.project_id = p.id and m.domain = ${domain}
     where p.id = ${projectId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const verdict = mayLeave({
    type,
    isExpired: false,
    project: row,
    // A domain that was removed closes its mails one by one.
    domain: row.isPending && domain !== config.SANDBOX_DOMAIN ? 'pending' : 'verified',
    suppression: null,
    instanceSuppression: null,
    contact: 'subscribed',
    stops: [],
  });
  return verdict.kind === 'hold' ? verdict.reason : null;
}
