import type { ProjectTx } from '#platform/context';
import type { ChangeCause, Contact, ContactId } from './contact.ts';

/** Who brought about a state: the caller, or what it followed from. */
export type ConsentActor = 'key' | 'public-key' | 'user' | 'link' | 'feedback' | 'workflow' | 'inbound';

/** How a contact came to a state (D-1060). Null where nothing of the kind led to it. */
export interface ConsentRecord {
  readonly id: string;
  readonly at: Date;
  readonly subscribed: boolean;
  readonly isCreation: boolean;
  readonly source: string;
  /** `earlier`: the state in which the first version with these records found the contact. */
  readonly reason: string | null;
  /** Null for records of earlier states. */
  readonly by: { readonly kind: ConsentActor; readonly userId: string | null; readonly name: string | null } | null;
  readonly requestId: string | null;
  readonly emailId: string | null;
  readonly campaignId: string | null;
  readonly workflowId: string | null;
}

interface StateChange {
  readonly contact: Contact;
  readonly before: Contact | null;
}

/** The last values of `writeStatement`: one row for each contact that is new or whose state changes. */
export function consentColumns(tx: ProjectTx, writes: readonly StateChange[], cause: ChangeCause): unknown[] {
  const changes = writes.filter(({ contact, before }) => before?.subscribed !== contact.subscribed);
  const { kind, userId } = actorOf(tx, cause);
  return [
    changes.map(() => tx.newId()),
    changes.map(({ contact }): ContactId => contact.id),
    changes.map(({ contact }) => contact.subscribed),
    changes.map(({ before }) => before === null),
    cause.reason ?? null,
    kind,
    userId,
    tx.origin?.requestId ?? null,
    cause.emailId ?? null,
    cause.campaignId ?? null,
    cause.workflowId ?? null,
  ];
}

/** What a change follows from comes before who called: a link is used, a notice sent and a step run in calls of others. */
function actorOf(
  { origin }: Pick<ProjectTx, 'origin'>,
  { source }: ChangeCause,
): { kind: ConsentActor | null; userId: string | null } {
  if (source === 'page') return { kind: 'link', userId: null };
  if (source === 'feedback' || source === 'workflow' || source === 'inbound') return { kind: source, userId: null };
  return { kind: origin?.caller ?? null, userId: origin?.userId ?? null };
}
