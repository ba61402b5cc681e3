import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const aSegment = async (fixture: ProjectFixture) => ({ params: { id: await fixture.make('segment') } });
const conditionOn = (word: string) => ({
  logic: 'AND',
  groups: [{ filters: [{ field: `data.key ${word}`, operator: 'equals', value: word }] }],
});

export const segmentRequests: Requests = {
  'GET /segments': async () => ({}),
  'POST /segments': async ({ word }) => ({ body: { name: word, condition: conditionOn(word) } }),
  'POST /segments/preview': async (fixture) => ({
    body: { condition: conditionOn(fixture.word), contactId: await fixture.make('contact') },
  }),
  'GET /segments/:id': aSegment,
  'PATCH /segments/:id': async (fixture) => ({ ...(await aSegment(fixture)), body: { name: fixture.word } }),
  'DELETE /segments/:id': aSegment,
  'GET /segments/:id/contacts': aSegment,
  'POST /segments/:id/members': async (fixture) => ({
    ...(await aSegment(fixture)),
    body: { emails: [fixture.newEmail()], createMissing: true },
  }),
  'DELETE /segments/:id/members': async (fixture) => ({
    ...(await aSegment(fixture)),
    body: { emails: [fixture.newEmail()] },
  }),
  'POST /segments/:id/members/remove': async (fixture) => ({
    ...(await aSegment(fixture)),
    body: { emails: [fixture.newEmail()] },
  }),
  'POST /segments/:id/compute': aSegment,
  'POST /segments/:id/refresh': aSegment,
};
