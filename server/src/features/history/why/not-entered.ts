import type { ContactId } from '#features/contacts';
import { findLastEvents } from '#features/events';
import { loadAudience } from '#features/segments';
import { scheduleAudience, type Workflow, type WorkflowId } from '#features/workflows';
import type { ProjectReader } from '#platform/context';
import type { References } from '#platform/references';
import { checkRules } from './check-audience.ts';
import type { AskedContact } from './load-contact.ts';
import { momentText, valueText } from './texts.ts';
import { answerOf, checkOf, type Why, type WhyCheck } from './why.ts';

interface AskedEntry extends Pick<AskedContact, 'contact'> {
  readonly references: Pick<References<ProjectReader>, 'eventNames'>;
}

/** No execution of the contact is kept, and no mail of one: it has not entered, or so long ago that nothing is known. */
export async function whyWithoutExecution(reader: ProjectReader, workflow: Workflow, asked: AskedEntry): Promise<Why> {
  const checks = (await hasEntered(reader, workflow.id, asked.contact.id))
    ? [enteredBefore]
    : [
        ...(await checkAudience(reader, workflow, asked)),
        ...checkState(workflow),
        await checkTrigger(reader, workflow, asked),
      ];
  const open = checks.find(({ result }) => result === 'unknown');
  const answer = answerOf(checks, { failed: 'Not sent', otherwise: `Not known: ${open?.message}` });
  return { received: false, answer, emailId: null, checks };
}

const enteredBefore = checkOf(
  'entry',
  'unknown',
  'The contact has entered before, and that execution is no longer kept',
);

/** The row outlives the executions (D-926). */
async function hasEntered(
  { db, projectId }: ProjectReader,
  workflowId: WorkflowId,
  contactId: ContactId,
): Promise<boolean> {
  const row = await db
    .selectFrom('workflowEntries')
    .select('contactId')
    .where('projectId', '=', projectId)
    .where('workflowId', '=', workflowId)
    .where('contactId', '=', contactId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The audience of a schedule, with today's data. */
async function checkAudience(
  reader: ProjectReader,
  workflow: Workflow,
  { contact }: AskedEntry,
): Promise<readonly WhyCheck[]> {
  if (workflow.triggerType !== 'SCHEDULE') return [];
  const tree = scheduleAudience(workflow);
  if (tree === null) return [checkOf('audience', 'fail', 'The schedule has no audience')];
  return checkRules(reader, await loadAudience(reader), tree, { contact, mayChange: () => false });
}

function checkState({ enabled, pausedAt }: Workflow): readonly WhyCheck[] {
  if (!enabled) return [checkOf('entry', 'fail', 'Nobody enters: the workflow is disabled')];
  if (pausedAt === null) return [];
  return [checkOf('entry', 'fail', `Nobody enters: the workflow is paused since ${momentText(pausedAt)}`)];
}

async function checkTrigger(reader: ProjectReader, workflow: Workflow, asked: AskedEntry): Promise<WhyCheck> {
  switch (workflow.triggerType) {
    case 'MANUAL':
      return checkOf('entry', 'fail', 'Contacts enter by calls alone, and none has named this contact');
    case 'SCHEDULE':
      return checkOf('entry', 'unknown', 'Contacts enter at the times of the schedule');
    case 'EVENT':
      return checkEvent(reader, workflow, asked);
  }
}

async function checkEvent(
  reader: ProjectReader,
  { triggerConfig, createdAt }: Workflow,
  { contact, references }: AskedEntry,
): Promise<WhyCheck> {
  const name = triggerConfig?.eventName;
  if (typeof name !== 'string') return checkOf('entry', 'fail', 'No event starts this workflow');
  const events = await findLastEvents(reader, contact.id, await references.eventNames(reader, name));
  const last = [...events.values()].map(({ at }) => at).toSorted((left, right) => right.getTime() - left.getTime())[0];
  if (!last) return checkOf('entry', 'fail', `The contact has had no event ${valueText(name)}`);
  const actual = { actual: last.toISOString() };
  const text = `The last event ${valueText(name)} of the contact was on ${momentText(last)}`;
  if (last < createdAt) return checkOf('entry', 'fail', `${text}, before this workflow was made`, actual);
  return checkOf(
    'entry',
    'unknown',
    `${text} and started nothing; whether the workflow was enabled then is not stored`,
    actual,
  );
}
