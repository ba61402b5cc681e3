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
