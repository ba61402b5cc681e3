import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import type { Subject } from '../conventions/request.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import type { EndpointName } from '../endpoints.ts';
import { type Case, type Entry, entry, it } from '../entry.ts';
import { answered, includes, isInstant, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { finishedJob, importFile, upload } from './job.ts';

/** A job that will find nothing to do. */
async function newJob({ key }: Owner): Promise<string> {
  return (await key.post('/contacts/bulk-delete', { contactIds: [randomUUID()] })).body.jobId;
}

const polling = (endpoint: EndpointName, pathOf: (id: string) => string): Entry => {
  const subject: Subject = {
    endpoint,
    status: 200,
    request: async (_world, owner) => ({ path: pathOf(await newJob(owner)) }),
  };
  return entry(
    endpoint,
    projectEndpoint(subject),
    foreignJobs(subject, newJob),
    it('returns the progress and the result of a job of any kind (D-226)', async (world) => {
      const owner = await world.owner();
      const started = await upload(owner, 'email\na@job.example\nx\n');
      const path = pathOf(started.body.jobId);
      const { id, createdAt, state } = (await owner.key.get(path)).body;
      assert.equal(id, started.body.jobId);
      isInstant(createdAt);
      assert.ok(['waiting', 'active', 'completed'].includes(state));
      await finishedJob(owner, id);
      const done = (await owner.key.get(path)).body;
      includes(done, { type: 'import', state: 'completed', status: 'completed', progress: 100, failedReason: null });
      isInstant(done.startedAt);
      isInstant(done.finishedAt);
      includes(done.result, { total: 2, created: 1, failed: 1 });
      answered(await owner.key.get(pathOf(await newJob(owner))), 200, { type: 'bulk-delete' });
    }),
    it('keeps a finished job seven days', async (world) => {
      const owner = await world.owner();
      const job = await importFile(owner, 'email\n');
      const age = (hours: number) =>
        world.sql(`update jobs set finished_at = now() - $2 * interval '1 hour' where id = $1`, [job.id, hours]);
      await age(7 * 24 - 1);
      answered(await owner.key.get(pathOf(job.id)), 200, { state: 'completed' });
      await age(7 * 24 + 1);
      refused(await owner.key.get(pathOf(job.id)), 404, 'RESOURCE_NOT_FOUND', { resource: 'job', id: job.id });
    }),
  );
};

const foreignJobs = (subject: Subject, make: (owner: Owner) => Promise<string>): Case[] =>
  unknownIds(subject, {
    idOf: (path) => path.split('/')[3] ?? '',
    code: 'RESOURCE_NOT_FOUND',
    resource: 'job',
    foreign: async (world) => make(await world.owner()),
    caller: async (world) => (await world.own()).key,
  });

const brokenImports = new WeakMap<Owner, Promise<string>>();

/** A finished import with failed rows; the same one for all cases of an owner. */
function brokenImport(owner: Owner): Promise<string> {
  const known = brokenImports.get(owner) ?? importFile(owner, 'email,note\nx,=1+1\n').then((job) => job.id);
  brokenImports.set(owner, known);
  return known;
}

const errorsSubject: Subject = {
  endpoint: 'GET /contacts/import/:jobId/errors.csv',
  status: 200,
  request: async (_world: World, owner) => ({ path: `/contacts/import/${await brokenImport(owner)}/errors.csv` }),
};

const failedRows = entry(
  'GET /contacts/import/:jobId/errors.csv',
  projectEndpoint(errorsSubject, { contentType: 'text/csv; charset=utf-8' }),
  foreignJobs(errorsSubject, brokenImport),
  it('has the original cells, the reason, and no cell that starts a formula (D-233)', async (world) => {
    const owner = await world.owner();
    const job = await importFile(owner, 'email;=note\n@x;"say ""a;b"""\nok@job.example;\n;=1\n');
    const reply = await owner.key.get(`/contacts/import/${job.id}/errors.csv`);
    assert.equal(
      reply.text,
      `email,'=note,error\r\n'@x,"say ""a;b""",Not a valid email address\r\n,'=1,No email address\r\n`,
    );
    const clean = await importFile(owner, 'email\nok@job.example\n');
    assert.equal((await owner.key.get(`/contacts/import/${clean.id}/errors.csv`)).text, 'email,error\r\n');
  }),
  it('has the first 1,000 cells of a wide row, and is kept as long as its job (D-233)', async (world) => {
    const owner = await world.owner();
    const { id } = await importFile(owner, `email\nwide@job.example${',x'.repeat(1_500)}\n`);
    const path = `/contacts/import/${id}/errors.csv`;
    const [, row = ''] = (await owner.key.get(path)).text.split('\r\n');
    assert.equal(row.split(',').length, 1_001);
    assert.match(row, /^wide@job\.example,x,.*,x,The row has more cells than the file has columns$/);
    await world.sql(`update jobs set finished_at = now() - interval '169 hours' where id = $1`, [id]);
    refused(await owner.key.get(path), 404, 'RESOURCE_NOT_FOUND', { resource: 'job' });
  }),
  it('is not there for another kind of job, nor before the end (D-233)', async (world) => {
    const owner = await world.owner();
    const bulk = await newJob(owner);
    refused(await owner.key.get(`/contacts/import/${bulk}/errors.csv`), 404, 'RESOURCE_NOT_FOUND', { resource: 'job' });
    const job = await importFile(owner, 'email\n');
    await world.sql(`update jobs set state = 'active', progress = 0, finished_at = null where id = $1`, [job.id]);
    const early = await owner.key.get(`/contacts/import/${job.id}/errors.csv`);
    refused(early, 400, 'JOB_NOT_FINISHED', { state: 'active' });
  }),
);

export const jobEntries: readonly Entry[] = [
  polling('GET /contacts/import/:jobId', (id) => `/contacts/import/${id}`),
  polling('GET /contacts/bulk/:jobId', (id) => `/contacts/bulk/${id}`),
  failedRows,
];
