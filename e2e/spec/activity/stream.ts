import assert from 'node:assert/strict';
import type { Reply } from '@postrider/server/testing/client';
import { untilReply } from '../campaigns/running-campaign.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { goodMail } from '../emails/new-email.ts';
import { entry, it } from '../entry.ts';
import { record } from '../events/record.ts';
import { answered, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';

const path = '/stream?seconds=0';

interface Message {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

const fieldsOf = (block: string): Record<string, string> =>
  Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));

const messagesIn = ({ text }: Reply): Message[] =>
  text
    .split('\n\n')
    .map(fieldsOf)
    .flatMap(({ event = '', data }) => (data === undefined ? [] : [{ event, data: JSON.parse(data) }]));

/** Where a reader of this reply would continue. */
const positionIn = ({ text }: Reply): string =>
  text
    .split('\n')
    .filter((line) => line.startsWith('id: '))
    .at(-1)
    ?.slice('id: '.length) ?? '';

/** What has happened since a position. */
const since = ({ key }: Owner, position: string): Promise<Reply> => key.get(path, { 'last-event-id': position });

export const stream = entry(
  'GET /stream',
  projectEndpoint(
    { endpoint: 'GET /stream', status: 200, request: async () => ({ path }) },
    { contentType: 'text/event-stream; charset=utf-8' },
  ),
  it('begins with a position, and continues there with what has happened since, each item once', async (world) => {
    const owner = await world.owner();
    const earlier = await record(owner, 'earlier');
    const opened = await owner.key.get(path);
    answered(opened, 200);
    assert.deepEqual(messagesIn(opened), []);
    const [first, second] = [await record(owner, 'visit'), await record(owner, 'leave')];
    const reply = await since(owner, positionIn(opened));
    // The position may be a little before the call, while other transactions are open.
    const items = messagesIn(reply).filter(
      ({ event, data }) => event === 'activity' && data.id !== `${earlier.event}_triggered`,
    );
    assert.deepEqual(
      items.map(({ data }) => [data.id, data.type]),
      [
        [`${first.event}_triggered`, 'event.triggered'],
        [`${second.event}_triggered`, 'event.triggered'],
      ],
    );
    assert.deepEqual(messagesIn(await since(owner, positionIn(reply))), []);
  }),
  it('tells of mail, also of test mail, with its state', async (world) => {
    const owner = await world.owner();
    const position = positionIn(await owner.key.get(path));
    const to = newEmail('stream');
    const { body } = await owner.key.post('/v1/send', { ...goodMail(), to });
    const id = body.data.emails[0].email;
    const isSent = ({ text }: Reply): boolean => text.includes('"type":"email.sent"');
    let reply: Reply | undefined;
    await untilReply(
      async () => {
        reply = await since(owner, position);
        return reply;
      },
      () => reply !== undefined && isSent(reply),
    );
    const messages = reply ? messagesIn(reply) : [];
    const sent = messages.find(({ data }) => data.type === 'email.sent');
    assert.deepEqual(sent?.data.metadata, { ...(sent?.data.metadata ?? {}), emailId: id, test: true });
    const { data: state } = messages.find(({ event }) => event === 'email') ?? {};
    assert.equal(state?.id, id);
    assert.deepEqual(Object.keys(state ?? {}).toSorted(), ['id', 'status', 'updatedAt']);
  }),
  it('refuses a time that it does not understand', async (world) => {
    const { key } = await world.own();
    for (const seconds of ['-1', '901', 'x']) {
      refused(await key.get(`/stream?seconds=${seconds}`), 400, 'BAD_REQUEST', { parameter: 'seconds' });
    }
  }),
  it('tells a reader that was away too long, or whose position is none, to read again', async (world) => {
    const owner = await world.own();
    for (const position of ['nonsense', String(Date.now() - 301_000)]) {
      const [first] = messagesIn(await since(owner, position));
      assert.deepEqual(first, { event: 'reset', data: {} });
    }
  }),
);
