import { randomUUID } from 'node:crypto';
import type { Route } from '../../src/platform/http/index.ts';
import type { Reply } from '../client.ts';
import { type CallerProject, type EntryVerdict, entryRefusals } from '../entry-callers.ts';
import type { ProjectFixture } from './project-fixture.ts';
import type { MatrixRequest } from './request.ts';
import { slotsOf, withId } from './slots.ts';

/** The fixture's project, as the table of callers knows it. */
export const callerProject = ({ app, project }: ProjectFixture): CallerProject => ({
  ...project,
  session: async (role) => (role === 'OWNER' ? project.owner : await app.given.member(project, role)).headers,
});

/** The entry's verdict in a reply: the refusal, or `in`. */
export function entryVerdict({ status, body }: Reply): EntryVerdict {
  const { code, details = {} } = body?.error ?? {};
  const parts = [
    status,
    code,
    details.reason ?? details.header ?? (code === 'RESOURCE_NOT_FOUND' ? details.resource : null),
  ];
  const verdict = parts.filter(Boolean).join(' ');
  return entryRefusals.find((refusal) => verdict === refusal || verdict.startsWith(`${refusal} `)) ?? 'in';
}

/** A request that only tests the entry: it names the project, and nothing else that exists. */
export function entryRequest(route: Route, { project }: ProjectFixture): MatrixRequest {
  const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'unknown']));
  const slots = slotsOf(route).filter(({ location }) => location === 'params');
  return slots.reduce<MatrixRequest>(
    (request, slot) => withId(request, slot, slot.kind === 'project' ? project.id : randomUUID()),
    {
      params,
      query: { timeout: '1', seconds: '0' }, // for routes that wait; others do not know them
      ...(route.path.endsWith('/:id/reset') ? { body: { confirm: 'another name' } } : {}), // which would wait for a worker
    },
  );
}
