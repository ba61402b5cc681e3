import assert from 'node:assert/strict';
import { picture, pngOf } from '@postrider/server/testing/pictures';
import { fileRequest } from '../contacts/job.ts';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { type Entry, entry, it } from '../entry.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';

const imageRequest = (content: Buffer, part = 'image') => ({
  ...fileRequest(content, { name: 'logo.png', type: 'image/png', part }),
  path: '/uploads/image',
});

const upload = ({ key }: Owner, content: Buffer, part?: string) =>
  key.send({ method: 'POST', ...imageRequest(content, part) });

const image = entry(
  'POST /uploads/image',
  projectEndpoint({
    endpoint: 'POST /uploads/image',
    status: 201,
    request: async () => imageRequest(await picture('png')),
  }),
  it('takes the four types, under either name of the part (D-1030)', async (world) => {
    const owner = await world.owner();
    const handles = new Set<string>();
    for (const type of ['png', 'jpeg', 'gif', 'webp'] as const) {
      const reply = await upload(owner, await picture(type), type === 'gif' ? 'file' : 'image');
      answered(reply, 201, { filename: 'logo.png', contentType: `image/${type}`, width: 60, height: 20 });
      assert.equal(reply.body.url, `${world.url}/files/${reply.body.key}`);
      const handle = /^1-([a-z2-7]{8})[0-9a-f]{32}\.(?:png|jpg|gif|webp)$/.exec(reply.body.key)?.[1];
      handles.add(handle ?? reply.body.key);
      const names = ['contentType', 'filename', 'height', 'key', 'size', 'url', 'width'];
      assert.deepEqual(Object.keys(reply.body).toSorted(), names);
    }
    assert.equal(handles.size, 1); // that of the project
  }),
  it('refuses what is no image, too large, empty or missing (D-1030)', async (world) => {
    const owner = await world.owner();
    invalid(await upload(owner, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), ['image', 'custom']);
    invalid(await upload(owner, pngOf(14_000, 14_000)), ['image', 'custom']);
    invalid(await upload(owner, (await picture('png')).subarray(0, 60)), ['image', 'custom']);
    invalid(await upload(owner, Buffer.alloc(0)), ['image', 'too_small']);
    invalid(await upload(owner, Buffer.alloc(10_485_761)), ['image', 'too_big']);
    invalid(await owner.key.post('/uploads/image'), ['image', 'required']);
    refused(await owner.key.post('/uploads/image', { image: 'x' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  }),
);

const file = entry(
  'GET /files/:key',
  openEndpoint(
    {
      endpoint: 'GET /files/:key',
      status: 200,
      request: async (world) => ({
        path: `/files/${(await upload(await world.own(), await picture('png'))).body.key}`,
      }),
    },
    { cacheControl: 'public, max-age=31536000, immutable', contentType: 'image/png' },
  ),
  it('does not find what was never uploaded', async (world) => {
    refused(await world.anyone().get('/files/nothing.png'), 404, 'RESOURCE_NOT_FOUND', { resource: 'file' });
  }),
);

export const uploadEntries: readonly Entry[] = [image, file];
