import type { ContactPlan } from '#features/contacts';
import type { ProjectContext } from '#platform/context';
import { type DataPatch, type JsonObject, readDataPatch } from '#pure/custom-fields';
import type { StepError, UpdateContactConfig } from '#pure/workflow-graph';
import { textsIn, withTexts } from '../rendered-texts.ts';
import { renderError } from './step-error.ts';
import type { TextScope } from './values-of.ts';

/** What an UPDATE_CONTACT step changes. */
export interface StepPatch {
  readonly patch: DataPatch;
  /** Undefined keeps the state. */
  readonly subscribed: boolean | undefined;
}

const subscribedBy = { none: undefined, subscribe: true, unsubscribe: false } as const;

/** Renders the texts of an UPDATE_CONTACT step, and reads the result as the `data` of a request is read (D-206 to D-212). */
export async function renderPatch(
  { rendering }: Pick<ProjectContext, 'rendering'>,
  { data, subscriptionAction }: UpdateContactConfig,
  scope: TextScope,
): Promise<StepPatch | StepError> {
  const result = await rendering.renderTexts({ texts: textsIn(data).map(({ text }) => text), ...scope });
  if (result.kind === 'failed') return renderError(result);
  const reading = readDataPatch(withTexts(data, result.texts));
  if (!reading.ok) return dataError(reading.problems[0]);
  return { patch: reading.patch, subscribed: subscribedBy[subscriptionAction] };
}

/** The output of the step, or why nothing was written. */
export function updateOutput(plan: ContactPlan): JsonObject | StepError {
  if (plan.kind === 'refuse') return dataError(plan.problem);
  const updated = plan.kind === 'keep' ? [] : plan.changes.map(({ key }) => key);
  return { updated, subscribed: plan.contact.subscribed };
}

function dataError(problem: { readonly path: readonly string[]; readonly message: string } | undefined): StepError {
  const { path = [], message = 'The data cannot be stored.' } = problem ?? {};
  return { code: 'DATA_INVALID', message: path.length === 0 ? message : `data.${path.join('.')}: ${message}` };
}
