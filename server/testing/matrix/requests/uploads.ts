import { fileForm } from '../../file-form.ts';
import { picture } from '../../pictures.ts';
import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const form = async (): Promise<FormData> =>
  fileForm(await picture('png'), { name: 'logo.png', type: 'image/png', part: 'image' });

async function newFile({ app, project }: ProjectFixture): Promise<string> {
  const { body } = await app.as(project.secretKey).post('/uploads/image', await form());
  return body.key;
}

export const uploadRequests: Requests = {
  'POST /uploads/image': async () => ({ form: await form() }),
  'GET /files/:key': async (fixture) => ({ params: { key: await newFile(fixture) } }),
};
