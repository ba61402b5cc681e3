import { fieldChanges } from '#pure/custom-fields';
import { type Contact, type ContactId, type ContactInput, type ContactPlan, planContact } from './contact.ts';

export interface PlanInTurn<Item> {
  /** What each input changes after those before it. */
  steps: { item: Item; plan: ContactPlan }[];
  /** What is left to write after all of them; null for nothing. */
  combined: ContactPlan | null;
}

/** Several inputs for one address, the later over the earlier (D-232). One that is refused does not affect the others. */
export function planInTurn<Item extends { input: ContactInput }>(
  before: Contact | null,
  items: readonly Item[],
  fresh: { id: ContactId; now: Date },
): PlanInTurn<Item> {
  let now = before;
  const steps = items.map((item) => {
    const plan = planContact(now, item.input, fresh);
    if (plan.kind !== 'refuse') now = plan.contact;
    return { item, plan };
  });
  return { steps, combined: steps.length === 1 ? (steps[0]?.plan ?? null) : difference(before, now) };
}

function difference(before: Contact | null, after: Contact | null): ContactPlan | null {
  if (!after) return null;
  const changes = fieldChanges(before?.data ?? {}, after.data);
  if (!before) return { kind: 'create', contact: after, before, changes };
  if (changes.length === 0 && before.subscribed === after.subscribed) return null;
  return { kind: 'change', contact: after, before, changes };
}
