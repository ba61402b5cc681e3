import type { Requests } from '../request.ts';
import type { Scene } from '../scene.ts';

const aSuppression = async (scene: Scene) => ({ params: { id: await scene.make('suppression') } });

export const suppressionRequests: Requests = {
  'GET /suppressions': async () => ({}),
  'POST /suppressions': async ({ newEmail, word }) => ({ body: { emails: [newEmail(), newEmail()], note: word } }),
  'GET /suppressions/:id': aSuppression,
  'DELETE /suppressions/:id': aSuppression,
};
