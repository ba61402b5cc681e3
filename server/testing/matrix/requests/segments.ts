import type { Requests } from '../request.ts';
import type { Scene } from '../scene.ts';

const aSegment = async (scene: Scene) => ({ params: { id: await scene.make('segment') } });
const conditionOn = (word: string) => ({
  logic: 'AND',
  groups: [{ filters: [{ field: `data.key ${word}`, operator: 'equals', value: word }] }],
});

export const segmentRequests: Requests = {
  'GET /segments': async () => ({}),
  'POST /segments': async ({ word }) => ({ body: { name: word, condition: conditionOn(word) } }),
  'POST /segments/preview': async (scene) => ({
    body: { condition: conditionOn(scene.word), contactId: await scene.make('contact') },
  }),
  'GET /segments/:id': aSegment,
  'PATCH /segments/:id': async (scene) => ({ ...(await aSegment(scene)), body: { name: scene.word } }),
  'DELETE /segments/:id': aSegment,
  'GET /segments/:id/contacts': aSegment,
  'POST /segments/:id/members': async (scene) => ({
    ...(await aSegment(scene)),
    body: { emails: [scene.newEmail()], createMissing: true },
  }),
  'DELETE /segments/:id/members': async (scene) => ({
    ...(await aSegment(scene)),
    body: { emails: [scene.newEmail()] },
  }),
  'POST /segments/:id/members/remove': async (scene) => ({
    ...(await aSegment(scene)),
    body: { emails: [scene.newEmail()] },
  }),
  'POST /segments/:id/compute': aSegment,
  'POST /segments/:id/refresh': aSegment,
};
