import type { Client } from './client.ts';

export interface GivenStep {
  readonly type: string;
  readonly config?: object;
  readonly templateId?: string;
  readonly name?: string;
  /** The step it follows, by its place in the list; the one before it unless given. */
  readonly after?: number;
  /** The branch of that step. */
  readonly branch?: string;
}

interface GivenWorkflowOptions {
  readonly eventName?: string;
  readonly allowReentry?: boolean;
  readonly steps: readonly GivenStep[];
  readonly isEnabled?: boolean;
}

export interface GivenWorkflow {
  readonly id: string;
  /** In the order given. */
  readonly stepIds: readonly string[];
}

/** A workflow made as a caller makes one: created, its steps and transitions added, then enabled. */
export async function givenWorkflow(
  api: Client,
  { eventName = 'signup', allowReentry = false, steps, isEnabled = true }: GivenWorkflowOptions,
): Promise<GivenWorkflow> {
  const { id } = (await api.post('/workflows', { name: 'Journey', eventName, allowReentry })).body;
  const stepIds: string[] = [];
  for (const [index, { type, config = {}, templateId, name, after = index - 1, branch }] of steps.entries()) {
    const { status, body } = await api.post(`/workflows/${id}/steps`, { type, config, templateId, name });
    if (status !== 201) throw new Error(`no step: ${JSON.stringify(body)}`);
    stepIds.push(body.id);
    const fromStepId = stepIds[after];
    if (fromStepId === undefined) continue;
    const transition = await api.post(`/workflows/${id}/transitions`, { fromStepId, toStepId: body.id, branch });
    if (transition.status !== 201) throw new Error(`no transition: ${JSON.stringify(transition.body)}`);
  }
  if (isEnabled) {
    const { status, body } = await api.patch(`/workflows/${id}`, { enabled: true });
    if (status !== 200) throw new Error(`not enabled: ${JSON.stringify(body)}`);
  }
  return { id, stepIds };
}

/** A template that every project may send. */
export async function givenTemplate(api: Client, fields: object = {}): Promise<string> {
  const { status, body } = await api.post('/templates', {
    ...{ name: 'Welcome', subject: 'Hi {{ name }}', body: '<p>Hello {{ email }}</p>', type: 'TRANSACTIONAL' },
    ...{ from: 'hello@postrider.test', ...fields },
  });
  if (status !== 201) throw new Error(`no template: ${JSON.stringify(body)}`);
  return body.id;
}
