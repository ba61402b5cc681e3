import assert from 'node:assert/strict';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, isInstant, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';

const path = '/previews';

async function newPreview(world: World, html: string): Promise<string> {
  const reply = await (await world.own()).key.post(path, { html });
  answered(reply, 201);
  return reply.body.url.slice(world.url.length);
}

export const createPreview = entry(
  'POST /previews',
  projectEndpointWithBody({
    endpoint: 'POST /previews',
    status: 201,
    request: async () => ({ path, body: { html: '<p>Hello</p>' } }),
  }),
  it('returns an address on this instance that ends after a minute (D-514)', async (world) => {
    const reply = await (await world.own()).key.post(path, { html: '' });
    answered(reply, 201);
    assert.match(reply.body.url, new RegExp(`^${world.url}/preview/1-[a-z2-7]{8}[0-9a-f]{32}$`));
    isInstant(reply.body.expiresAt);
    const seconds = (Date.parse(reply.body.expiresAt) - Date.now()) / 1_000;
    assert.ok(seconds <= 61 && seconds > 0, String(seconds));
  }),
  it('takes every rendered body, and refuses more (D-514)', async (world) => {
    const { key } = await world.own();
    const max = 2 * 1_048_576 + 65_536;
    answered(await key.post(path, { html: 'ä'.repeat(max / 2) }), 201);
    invalid(await key.post(path, { html: `${'ä'.repeat(max / 2)}.` }), ['html', 'too_big']);
    invalid(await key.post(path, {}), ['html', 'required']);
    refused(await key.post(path, { html: 'x'.repeat(5 * 1_048_576) }), 413, 'PAYLOAD_TOO_LARGE');
  }),
);

export const showPreview = entry(
  'GET /preview/:token',
  openEndpoint(
    {
      endpoint: 'GET /preview/:token',
      status: 200,
      request: async (world) => ({ path: await newPreview(world, '<p>Hello</p>') }),
    },
    { contentType: 'text/html; charset=utf-8' },
  ),
  it('shows the HTML unchanged, in a sandbox (D-514)', async (world) => {
    const html = '<!doctype html><style>p{color:red}</style><p onclick="x()">Grüße</p><script>x()</script>';
    const reply = await world.anyone().get(await newPreview(world, html));
    assert.equal(reply.text, html);
    assert.equal(
      reply.headers['content-security-policy'],
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; font-src https:; frame-ancestors 'self'",
    );
  }),
  it('loads nothing from other hosts when images are off (D-514)', async (world) => {
    const reply = await world.anyone().get(`${await newPreview(world, '<p>Hello</p>')}?images=off`);
    assert.equal(
      reply.headers['content-security-policy'],
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    );
  }),
  it('is gone after its minute (D-514)', async (world) => {
    const address = await newPreview(world, '<p>Hello</p>');
    await world.sql(`update previews set expires_at = now() where project_id = $1`, [(await world.own()).project.id]);
    const reply = await world.anyone().get(address);
    assert.equal(reply.status, 404);
    assert.match(reply.text, /cannot be shown any more/);
    assert.match(String(reply.headers['content-security-policy']), /^sandbox; .*frame-ancestors 'self'$/);
  }),
  it('does not find what was never stored', async (world) => {
    for (const token of ['nothing', `1-aaaaaaaa${'0'.repeat(32)}`]) {
      assert.equal((await world.anyone().get(`/preview/${token}`)).status, 404);
    }
  }),
);
