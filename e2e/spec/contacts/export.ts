import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { aList, newSegment } from '../segments/new-segment.ts';
import { enabledWorkflow, started, untilStatus } from '../workflows/new-execution.ts';
import { answered } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { newContact } from './new-contact.ts';
import { idInPath } from './one-contact.ts';

const subject = {
  endpoint: 'GET /contacts/:id/export',
  status: 200,
  role: 'ADMIN',
  request: async (_world: World, owner: Owner) => ({ path: `/contacts/${(await newContact(owner)).id}/export` }),
} as const;

export const contactExport = entry(
  'GET /contacts/:id/export',
  projectEndpoint(subject),
  unknownIds(subject, idInPath),
  it('is a file with everything that is stored of the contact', async (world) => {
    const owner = await world.own();
    const contact = await newContact(owner, { data: { plan: 'pro' } });
    const { id, email } = contact;
    const body = '<p>Hello Ada</p>';
    const sent = await owner.key.post('/v1/send', { to: email, subject: 'Hi', body, from: 'hello@postrider.test' });
    answered(sent, 200);
    answered(await owner.key.post('/events/track', { email, event: 'signup', data: { way: 'web' } }), 200);
    answered(await owner.key.post('/suppressions', { email, note: 'asked by phone' }), 201);
    const list = await newSegment(owner, aList);
    answered(await owner.key.post(`/segments/${list.id}/members`, { emails: [email] }), 200);
    const exit = { type: 'EXIT', name: 'Out', config: { reason: 'done' } };
    const workflow = await enabledWorkflow(owner, { eventName: 'untracked' }, exit);
    const execution = await started(owner, workflow.id, { contactId: id, context: { order: 7 } });
    await untilStatus(owner, workflow.id, execution.id, 'EXITED');

    const file = await owner.key.get(`/contacts/${id}/export`);

    assert.equal(file.headers['content-disposition'], `attachment; filename="contact-${id}.json"`);
    answered(file, 200, {
      contact: { id, email, subscribed: true, data: { plan: 'pro' }, createdAt: contact.createdAt, source: 'api' },
      consent: [{ subscribed: true, isCreation: true, by: { kind: 'key' } }],
      suppression: { email, note: 'asked by phone' },
      segments: [{ id: list.id, name: list.name, type: 'STATIC' }],
      segmentsComplete: true,
      executions: [
        {
          ...{ id: execution.id, workflowId: workflow.id, status: 'EXITED', exitReason: 'done', context: { order: 7 } },
          steps: [{ type: 'TRIGGER' }, { type: 'EXIT', name: 'Out', status: 'COMPLETED' }],
        },
      ],
      workflowEntries: [{ workflowId: workflow.id, entries: 1 }],
      webhookCalls: [],
      refusedMails: [],
    });
    const [mail] = file.body.emails;
    assert.equal(mail.id, sent.body.data.emails[0].email);
    assert.match(mail.body, /Hello Ada/);
    const signup = file.body.events.find(({ name }: { name: string }) => name === 'signup');
    assert.deepEqual(signup.data, { way: 'web' });
    const total = file.body.eventTotals.find(({ name }: { name: string }) => name === 'signup');
    assert.deepEqual([total.total, total.lastAt], [1, signup.createdAt]);
  }),
  it('has mails to the address that name no contact, and not those to others', async (world) => {
    const owner = await world.own();
    const [contact, other] = [await newContact(owner), await newContact(owner)];
    const send = async (to: string) => {
      const reply = await owner.key.post('/v1/send', {
        to,
        subject: 'Hi',
        body: '<p>x</p>',
        from: 'hello@postrider.test',
      });
      answered(reply, 200);
      return reply.body.data.emails[0].email as string;
    };
    const [, mail] = [await send(other.email), await send(contact.email)];
    await world.sql('update emails set contact_id = null where id = $1', [mail]);
    answered(await owner.key.get(`/contacts/${contact.id}/export`), 200, {
      emails: [{ id: mail, contactId: null, to: contact.email }],
    });
  }),
  it('has rows of imports that failed and name the address', async (world) => {
    const owner = await world.own();
    const { id, email } = await newContact(owner);
    const rows = await world.sql(
      `insert into jobs (project_id, id, type, state, progress, input, counts, created_at, finished_at)
       select project_id, gen_random_uuid(), 'import', 'completed', 100, '{}', '{}', now(), now() from contacts where id = $1
       returning id, project_id`,
      [id],
    );
    const [job] = rows as { id: string; project_id: string }[];
    await world.sql(
      `insert into job_errors (project_id, job_id, line, email, error, cells)
       values ($1, $2, 3, upper($3), 'Cell 2 of the row is larger than 10 KB', '["a", "b"]'), ($1, $2, 4, 'other@example.com', 'x', null)`,
      [job?.project_id, job?.id, email],
    );
    answered(await owner.key.get(`/contacts/${id}/export`), 200, {
      jobErrors: [{ jobId: job?.id, line: 3, email: email.toUpperCase(), cells: ['a', 'b'] }],
    });
  }),
);
