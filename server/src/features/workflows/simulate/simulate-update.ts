import { planContact } from '#features/contacts';
import type { ProjectContext } from '#platform/context';
import type { EffectResult, Moment, OutsideEffect } from '#pure/workflow-graph';
import { renderPatch, updateOutput } from '../steps/rendered-patch.ts';
import { isStepError } from '../steps/step-error.ts';
import { failure, type ShownEffect } from './shown-effect.ts';
import { type SimulationRun, scopeOf } from './simulation-run.ts';

/** An UPDATE_CONTACT step: later steps see the change, the stored contact stays as it is. */
export async function simulateUpdate(
  ctx: ProjectContext,
  run: SimulationRun,
  { config }: Extract<OutsideEffect, { kind: 'updateContact' }>,
  moment: Moment,
): Promise<EffectResult<ShownEffect>> {
  const rendered = await renderPatch(ctx, config, scopeOf(ctx, run, moment));
  if (isStepError(rendered)) return failure(rendered);
  const { patch, subscribed } = rendered;
  const before = run.contact;
  const input = { email: before.email, subscribed, subscribedWhenNew: before.subscribed, patch };
  const plan = planContact(before, input, { id: before.id, now: moment.now });
  const output = updateOutput(plan);
  if (isStepError(output)) return failure(output);
  const after = plan.kind === 'refuse' ? before : plan.contact; // a refused plan has no output
  run.changeContact(after, Object.keys(patch.set));
  const hasFlipped = after.subscribed !== before.subscribed;
  const name = after.subscribed ? 'contact.subscribed' : 'contact.unsubscribed';
  return {
    happening: { kind: 'contactUpdated', output },
    causes: hasFlipped ? [{ name, data: { source: 'workflow' } }] : [],
  };
}
