import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const aSuppression = async (fixture: ProjectFixture) => ({ params: { id: await fixture.make('suppression') } });

export const suppressionRequests: Requests = {
  'GET /suppressions': async () => ({}),
  'POST /suppressions': async ({ newEmail, word }) => ({ body: { emails: [newEmail(), newEmail()], note: word } }),
  'GET /suppressions/:id': aSuppression,
  'DELETE /suppressions/:id': aSuppression,
};
