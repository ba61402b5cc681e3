import { z } from 'zod';
import { defineRoute, pathId } from '#platform/http';
import { ProjectNotFound } from '#platform/identity';
import { loadSetupState } from './load-setup-state.ts';
import { SetupStateReply, toSetupStateReply } from './shapes.ts';

export const setupState = defineRoute({
  method: 'GET',
  path: '/projects/:id/setup-state',
  summary: 'How far a project has been set up',
  access: 'member',
  params: z.object({ id: pathId<'project'>('project', ProjectNotFound) }),
  replies: { 200: SetupStateReply },
  refuses: [ProjectNotFound],
  run: async (call) => toSetupStateReply(await call.inProject(call.projectId).read(loadSetupState)),
});
