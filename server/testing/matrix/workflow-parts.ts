import type { ProjectFixture } from './project-fixture.ts';

/** A step of a workflow; without another type one that others can follow. */
export async function newStep(
  { app, project, word }: ProjectFixture,
  workflowId: string,
  given: object = { type: 'DELAY', config: { amount: 1, unit: 'days' } },
): Promise<{ id: string }> {
  return (await app.as(project.secretKey).post(`/workflows/${workflowId}/steps`, { name: word, ...given })).body;
}

export async function newTransition(
  { app, project }: ProjectFixture,
  workflowId: string,
  [from, to]: readonly { id: string }[],
): Promise<{ id: string }> {
  const given = { fromStepId: from?.id, toStepId: to?.id };
  return (await app.as(project.secretKey).post(`/workflows/${workflowId}/transitions`, given)).body;
}

/** An enabled workflow whose first step takes a day. */
export async function newEnabledWorkflow(fixture: ProjectFixture): Promise<string> {
  const id = await fixture.make('workflow');
  await newStep(fixture, id);
  await fixture.app.as(fixture.project.secretKey).patch(`/workflows/${id}`, { enabled: true });
  return id;
}

/** An execution of such a workflow that no worker has begun. */
export async function newExecution(fixture: ProjectFixture): Promise<{ id: string; workflowId: string }> {
  const workflowId = await newEnabledWorkflow(fixture);
  const given = { contactId: await fixture.make('contact'), context: { note: fixture.word }, key: fixture.word };
  const path = `/workflows/${workflowId}/executions`;
  const { body } = await fixture.app.as(fixture.project.secretKey).post(path, given);
  return { id: body.id, workflowId };
}
