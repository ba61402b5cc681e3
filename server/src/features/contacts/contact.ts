import type { Id } from '#platform/ids';
import { type Cause, fromOutside } from '#pure/causes';
import {
  applyDataPatch,
  type DataPatch,
  type DataProblem,
  type FieldChange,
  fieldChanges,
  type JsonObject,
  mergedSizeProblem,
} from '#pure/custom-fields';

export type ContactId = Id<'contact'>;

/** Where a contact, or a change of its subscription, came from (D-418). */
export type ContactSource = 'api' | 'send' | 'track' | 'bulk' | 'import' | 'workflow' | 'page' | 'feedback' | 'inbound';

/** Why a contact changes: where from, what led to it, and what the event about it says beyond that (D-418). */
export interface ChangeCause extends Cause {
  source: ContactSource;
  reason?: 'one_click' | 'link' | 'manage' | 'bounce' | 'complaint';
  emailId?: string;
  campaignId?: string;
  workflowId?: string;
}

/** A source alone stands for a change from outside. */
export const changeCause = (cause: ContactSource | ChangeCause): ChangeCause =>
  typeof cause === 'string' ? { source: cause, ...fromOutside } : cause;

export interface Contact {
  id: ContactId;
  email: string;
  subscribed: boolean;
  data: JsonObject;
  createdAt: Date;
  updatedAt: Date;
}

/** What a caller wants a contact to be. The address is normalised already. */
export interface ContactInput {
  email: string;
  /** Undefined keeps an existing state. */
  subscribed: boolean | undefined;
  /** The state of a contact that does not exist yet, when `subscribed` is left out. */
  subscribedWhenNew: boolean;
  patch: DataPatch;
  /** The id of a contact that does not exist yet, where a caller has handed it out already. */
  idWhenNew?: ContactId;
}

/** What an input means for the stored contact. */
export type ContactPlan =
  | { kind: 'create' | 'change'; contact: Contact; before: Contact | null; changes: readonly FieldChange[] }
  | { kind: 'keep'; contact: Contact }
  | { kind: 'refuse'; problem: DataProblem };

export const emptyPatch: DataPatch = { set: {}, remove: [], once: {} };

/** Decides without a query: `updatedAt` moves only when something really changes (D-203). */
export function planContact(
  before: Contact | null,
  input: ContactInput,
  fresh: { id: ContactId; now: Date },
): ContactPlan {
  const { data, changed } = applyDataPatch(before?.data ?? {}, input.patch);
  const problem = mergedSizeProblem(data);
  if (problem) return { kind: 'refuse', problem };
  const subscribed = input.subscribed ?? before?.subscribed ?? input.subscribedWhenNew;
  if (!before) {
    const contact = { id: fresh.id, email: input.email, subscribed, data, createdAt: fresh.now, updatedAt: fresh.now };
    return { kind: 'create', contact, before, changes: fieldChanges({}, data) };
  }
  if (!changed && subscribed === before.subscribed && input.email === before.email)
    return { kind: 'keep', contact: before };
  const contact = { ...before, email: input.email, subscribed, data, updatedAt: fresh.now };
  return { kind: 'change', contact, before, changes: changed ? fieldChanges(before.data, data) : [] };
}
