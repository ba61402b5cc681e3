import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { type Entry, entry, it } from '../entry.ts';
import { answered, invalid } from '../world/expect.ts';

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const toolCall = (name: string, given: object = {}) => message('tools/call', { name, arguments: given });

const mcp = entry(
  'POST /mcp',
  projectEndpointWithBody({
    endpoint: 'POST /mcp',
    status: 200,
    request: async () => ({ path: '/mcp', body: message('tools/list') }),
  }),
  it('lists tools that read, and calls them (D-1070)', async (world) => {
    const { key } = await world.owner();
    const { tools } = (await key.post('/mcp', message('tools/list'))).body.result;
    assert.ok(tools.length > 20);
    assert.ok(tools.every((tool: { annotations: { readOnlyHint: boolean } }) => tool.annotations.readOnlyHint));
    const { id } = (await key.post('/contacts', { email: 'ada@example.com' })).body;
    const { content, isError } = (await key.post('/mcp', toolCall('read_contact', { id }))).body.result;
    assert.equal(isError, undefined);
    assert.equal(JSON.parse(content[0].text).email, 'ada@example.com');
  }),
  it('sends only for a project that allows it, to one person (D-1071)', async (world) => {
    const { key, api, project } = await world.owner();
    const mail = { to: 'ada@example.com', from: 'hello@postrider.test', subject: 'Hello', body: '<p>Hello</p>' };
    const send = async (more: object = {}) =>
      (await key.post('/mcp', toolCall('send_email', { ...mail, ...more }))).body.result;
    assert.match((await send()).content[0].text, /UNKNOWN_TOOL/);
    answered(await api.patch(`/users/@me/projects/${project.id}`, { mcpSending: true }), 200, { mcpSending: true });
    assert.equal((await send({ to: ['a@example.com', 'b@example.com'] })).isError, true);
    assert.equal(JSON.parse((await send()).content[0].text).data.emails.length, 1);
    assert.equal((await key.get('/emails')).body.data.length, 1);
  }),
  it('refuses what is no message', async (world) => {
    const { key } = await world.own();
    invalid(await key.post('/mcp', { jsonrpc: '2.0' }), ['method', 'required']);
    answered(await key.post('/mcp', message('resources/list')), 200, { jsonrpc: '2.0', id: 1 });
  }),
);

export const mcpEntries: readonly Entry[] = [mcp];
