import { type ProjectFacts, recipientUrls, renderStepMails, type StepMailDraft } from '#features/emails';
import type { ProjectContext } from '#platform/context';
import type { Effect, SendEmailConfig, Step, StepError, WebhookConfig } from '#pure/workflow-graph';
import { loadStepTexts } from '../steps/load-step-texts.ts';
import { renderPatch, type StepPatch } from '../steps/rendered-patch.ts';
import { isStepError } from '../steps/step-error.ts';
import { findStepRecipients, type StepRecipient } from '../steps/step-recipient.ts';
import { type TextScope, valuesOf } from '../steps/values-of.ts';
import { makeWebhookRequest, type WebhookRequest } from '../steps/webhook-request.ts';
import type { ExecutionRun } from './execution-run.ts';

/** What the next effect of an execution needs, rendered outside of any transaction. */
export type PreparedEffect =
  | { readonly kind: 'mail'; readonly draft: StepMailDraft; readonly config: SendEmailConfig }
  | { readonly kind: 'patch'; readonly patch: StepPatch }
  | { readonly kind: 'call'; readonly request: WebhookRequest }
  | { readonly kind: 'refusedCall'; readonly config: WebhookConfig; readonly error: StepError }
  | { readonly kind: 'failed'; readonly error: StepError }
  /** Not tried this time. */
  | { readonly kind: 'later' };

interface Moment {
  readonly project: ProjectFacts;
  readonly now: Date;
}

/** Renders what the executions of a batch need next. Executions that need nothing rendered are not in the result. */
export async function prepareEffects(
  ctx: ProjectContext,
  runs: readonly ExecutionRun[],
  moment: Moment,
): Promise<Map<ExecutionRun, PreparedEffect>> {
  const prepared = new Map<ExecutionRun, PreparedEffect>();
  for (const run of runs) {
    const { effect } = run;
    if (effect.kind === 'callWebhook') prepared.set(run, await prepareCall(ctx, run, effect, moment));
    if (effect.kind !== 'updateContact') continue;
    const patch = await renderPatch(ctx, effect.config, scopeOf(ctx, run, moment));
    prepared.set(run, isStepError(patch) ? { kind: 'failed', error: patch } : { kind: 'patch', patch });
  }
  // By version too: a step has the same id in all of them.
  const keyOf = ({ stored: { workflowId, version }, state }: ExecutionRun) =>
    `${workflowId}:${version}:${state.stepId}`;
  for (const group of Map.groupBy(runs.filter(isAtMail), keyOf).values()) {
    for (const [run, mail] of await prepareMails(ctx, group, moment)) prepared.set(run, mail);
  }
  return prepared;
}

const isAtMail = ({ effect }: ExecutionRun): boolean => effect.kind === 'sendEmail';

/** The values of a text that is about no mail. */
function scopeOf({ config }: ProjectContext, { contact, state }: ExecutionRun, { project, now }: Moment): TextScope {
  const { handle, language } = project;
  const urls = recipientUrls(config, { handle, contactId: contact.id, emailId: null });
  return { values: valuesOf({ contact, context: state.context, urls, language }), language, now };
}

async function prepareCall(
  ctx: ProjectContext,
  run: ExecutionRun,
  { step, config }: Pick<Extract<Effect, { kind: 'callWebhook' }>, 'step' | 'config'>,
  moment: Moment,
): Promise<PreparedEffect> {
  const { stored, contact, state, workflowName } = run;
  const subject = {
    ...{ contact, step, execution: stored, context: state.context },
    workflow: { id: stored.workflowId, name: workflowName },
  };
  const request = await makeWebhookRequest(ctx, config, subject, scopeOf(ctx, run, moment));
  return isStepError(request) ? { kind: 'refusedCall', config, error: request } : { kind: 'call', request };
}

/** The mails of one step, for all executions that are at it. */
async function prepareMails(
  ctx: ProjectContext,
  runs: readonly ExecutionRun[],
  moment: Moment,
): Promise<[ExecutionRun, PreparedEffect][]> {
  const [first] = runs;
  if (first?.effect.kind !== 'sendEmail') return [];
  const { step, config } = first.effect;
  const text = await loadText(ctx, step, config);
  if (isStepError(text)) return runs.map((run) => [run, { kind: 'failed', error: text }]);

  const recipients = await recipientsOf(ctx, runs, config, moment);
  const failed = runs.flatMap((run, index): [ExecutionRun, PreparedEffect][] => {
    const recipient = recipients[index];
    return recipient && isStepError(recipient) ? [[run, { kind: 'failed', error: recipient }]] : [];
  });
  const mails = runs.flatMap((run, index) => {
    const recipient = recipients[index];
    return recipient && !isStepError(recipient) ? [{ run, mail: mailOf(run, recipient) }] : [];
  });
  const rendered = await renderStepMails(
    ctx,
    text,
    mails.map(({ mail }) => mail),
  );
  const made = mails.map(({ run }, index): [ExecutionRun, PreparedEffect] => {
    const result = rendered[index];
    if (result?.kind === 'rendered') return [run, { kind: 'mail', draft: result.draft, config }];
    if (result?.kind === 'failed')
      return [run, { kind: 'failed', error: { code: 'RENDER_FAILED', message: result.failure.message } }];
    return [run, { kind: 'later' }];
  });
  return [...failed, ...made];
}

async function loadText(ctx: ProjectContext, step: Step, config: SendEmailConfig) {
  const texts = await ctx.read((reader) => loadStepTexts(reader, [{ step, config }]));
  const text = texts.get(step.id);
  if (!text) throw new Error('every step that is asked for has a text');
  return text;
}

async function recipientsOf(
  ctx: ProjectContext,
  runs: readonly ExecutionRun[],
  { customEmail }: SendEmailConfig,
  moment: Moment,
): Promise<(StepRecipient | StepError)[]> {
  if (customEmail === null) return runs.map(({ contact: { id, email } }) => ({ email, contactId: id }));
  return findStepRecipients(
    ctx,
    runs.map((run) => ({ customEmail, ...scopeOf(ctx, run, moment) })),
  );
}

const mailOf = ({ stored, stepExecutionId, contact, state }: ExecutionRun, recipient: StepRecipient) => ({
  ...{
    workflowId: stored.workflowId,
    executionId: stored.id,
    stepExecutionId,
    contact,
    context: state.context,
    recipient,
  },
  ...{ depth: stored.depth, isPublic: stored.isPublic },
});
