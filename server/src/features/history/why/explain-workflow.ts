import type { ContactId } from '#features/contacts';
import { findRecord, loadAttempts } from '#features/emails';
import { type ExecutionDetails, findNewestExecution, findWorkflow, type WorkflowId } from '#features/workflows';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { enteredCheck } from './entered-check.ts';
import { pauseCheck } from './hold-checks.ts';
import { type AskedContact, loadContact } from './load-contact.ts';
import { whyWithoutExecution } from './not-entered.ts';
import { whyFromRecord } from './record-checks.ts';
import { stepsCheck } from './steps-check.ts';
import { answerOf, checkOf, type Why, type WhyCheck } from './why.ts';

/**
 * Why this contact did or did not get a mail of this workflow (D-946): from its newest execution, by the newest mail that this made for
 * the contact, or by the steps that it took. Nothing is written.
 */
export const explainWorkflow = (ctx: ProjectContext, contactId: ContactId, workflowId: WorkflowId): Promise<Why> =>
  ctx.read(async (reader) => {
    const asked = await loadContact(reader, contactId);
    const workflow = await findWorkflow(reader, workflowId);
    const found = await findNewestExecution(reader, workflowId, contactId);
    if (found) {
      const entry = enteredCheck(workflow, found.execution);
      const ofMail = await whyOfMail(reader, asked, { executionId: found.execution.id }, entry);
      return ofMail ?? whyFromSteps(reader, found, entry);
    }
    const ofMail = await whyOfMail(reader, asked, { workflowId }, noLongerKept);
    return ofMail ?? whyWithoutExecution(reader, workflow, { ...asked, references: ctx.references });
  });

const noLongerKept = checkOf('entry', 'pass', 'Entered; the execution is no longer kept');

/** From the newest mail of the workflow or execution to this contact; null if there is none. */
async function whyOfMail(
  reader: ProjectReader,
  { contact, subscription }: AskedContact,
  mails: Parameters<typeof findRecord>[2],
  entry: WhyCheck,
): Promise<Why | null> {
  const record = await findRecord(reader, contact.id, mails);
  if (!record) return null;
  const why = whyFromRecord({ record, attempts: await loadAttempts(reader, record.id), subscription });
  return { ...why, checks: [entry, ...why.checks] };
}

/** An execution that has made no mail for the contact, or none so far. */
async function whyFromSteps(reader: ProjectReader, found: ExecutionDetails, entry: WhyCheck): Promise<Why> {
  const isUnderWay = found.execution.completedAt === null;
  const held = isUnderWay && (await isDisabled(reader)) ? [disabledCheck] : [];
  const steps = stepsCheck(found);
  const checks = [entry, ...held, steps];
  const failed = isUnderWay ? 'Not sent yet' : 'Not sent';
  const otherwise = `${isUnderWay ? 'Not sent yet' : 'Not known'}: ${steps.message}`;
  return { received: false, answer: answerOf(checks, { failed, otherwise }), emailId: null, checks };
}

const disabledCheck = pauseCheck('PROJECT_DISABLED', '');

async function isDisabled({ db, projectId }: ProjectReader): Promise<boolean> {
  const row = await db.selectFrom('projects').select('disabledReason').where('id', '=', projectId).executeTakeFirst();
  return row?.disabledReason != null;
}
