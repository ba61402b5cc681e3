import { describe, expect, test } from 'vitest';
import type { Catalogue, DatabaseRole, DefinerFunction, Policy, Relation } from './catalogue.ts';
import { describeFault } from './fault.ts';
import { findFaults } from './find-faults.ts';

const own = `(project_id = (current_setting('app.project'::text))::uuid)`;
const tenant: Policy = { name: 'tenant', isPermissive: true, roles: ['postrider_app'], using: own, check: own };

const sealed: Relation = {
  schema: 'public',
  name: 'notes',
  kind: 'table',
  owner: 'postrider_owner',
  columns: ['project_id', 'id'],
  hasRowSecurity: true,
  forcesRowSecurity: true,
  isInvokersView: false,
  uniqueKeys: [{ name: 'notes_pkey', columns: ['project_id', 'id'] }],
  foreignKeys: [],
  policies: [tenant],
  grantees: ['postrider_app'],
};
const gate: DefinerFunction = {
  name: 'gate()',
  owner: 'postrider_dispatch',
  settings: ['search_path=public'],
  isOpenToAll: false,
};
const app: DatabaseRole = { name: 'postrider_app', isSuperuser: false, bypassesRowSecurity: false };

const faultsIn = (catalogue: Partial<Catalogue>): string[] =>
  findFaults({ relations: [], roles: [], functions: [], ...catalogue }).map(describeFault);

test('a sealed database has no fault', () => {
  expect(faultsIn({ relations: [sealed], roles: [app], functions: [gate] })).toEqual([]);
});

const policy = (changes: Partial<Policy>): Partial<Relation> => ({
  policies: [tenant, { ...tenant, name: 'extra', ...changes }],
});
const key = (columns: string[], targetColumns: string[]) => ({
  foreignKeys: [{ name: 'fk', columns, target: 'notes', targetColumns }],
});

describe('a table is at fault', () => {
  test.each<[behaviour: string, changes: Partial<Relation>, fault: string]>([
    ['without row security', { hasRowSecurity: false }, 'notes row-security: row security is not enabled'],
    [
      'with row security that is not forced',
      { forcesRowSecurity: false },
      'notes row-security: row security is not forced',
    ],
    [
      'with a primary key that does not start with the project',
      { uniqueKeys: [{ name: 'pk', columns: ['id', 'project_id'] }] },
      'notes unique-key: pk does not start with project_id',
    ],
    [
      'with a unique expression before the project',
      { uniqueKeys: [{ name: 'u', columns: [null] }] },
      'notes unique-key: u does not start with project_id',
    ],
    [
      'with a foreign key that leaves the project out',
      key(['note_id'], ['id']),
      'notes foreign-key: fk refers to notes without project_id on both sides',
    ],
    [
      'with a foreign key that crosses the project with another column',
      key(['project_id', 'note_id'], ['id', 'project_id']),
      'notes foreign-key: fk refers to notes without project_id on both sides',
    ],
    [
      'when the app role owns it',
      { owner: 'postrider_app' },
      'notes owner: is owned by postrider_app, which would escape its row security',
    ],
    [
      'when the queue has a table of the app role',
      { schema: 'pgboss', owner: 'postrider_app' },
      'notes owner: is owned by postrider_app, which would escape its row security',
    ],
    [
      'without a policy for the app role',
      { policies: [] },
      'notes policy: no policy holds postrider_app to its project',
    ],
    [
      'with a policy that opens it to the app role',
      policy({ using: 'true' }),
      'notes policy: policy extra lets postrider_app see every row',
    ],
    [
      'with a policy that opens it to everyone',
      policy({ roles: ['public'], using: 'true', check: null }),
      'notes policy: policy extra lets public see every row',
    ],
    [
      'with a check that lets everything in',
      policy({ check: 'true' }),
      'notes policy: policy extra lets postrider_app see every row',
    ],
    [
      'with a policy that forgives a missing project',
      policy({ using: `(project_id = (current_setting('app.project'::text, true))::uuid)` }),
      'notes policy: policy extra does not compare project_id with app.project',
    ],
    [
      'with a policy that can be bypassed',
      policy({ using: `((current_setting('app.project'::text) IS NULL) OR ${own})` }),
      'notes policy: policy extra does not compare project_id with app.project',
    ],
    [
      'when it is in neither list',
      { columns: ['id'], policies: [], hasRowSecurity: false },
      'notes list: has no project_id and is not in the list of tables without a project',
    ],
    [
      'as a partition that the app role may name',
      { kind: 'partition', forcesRowSecurity: false },
      'notes partition: postrider_app has a grant on a partition without forced row security',
    ],
    ["as a view with its owner's rights", { kind: 'view' }, 'notes view: is a view without security_invoker'],
    [
      'as a materialized view',
      { kind: 'materialized view' },
      'notes view: is a materialized view, which knows no row security',
    ],
  ])('%s', (_behaviour, changes, fault) => {
    expect(faultsIn({ relations: [{ ...sealed, ...changes }] })).toEqual([fault]);
  });
});

describe('a table is in order', () => {
  test.each<[behaviour: string, changes: Partial<Relation>]>([
    ['with a foreign key that carries the project', key(['project_id', 'note_id'], ['project_id', 'id'])],
    [
      'with open policies for owner and dispatch',
      policy({ roles: ['postrider_owner', 'postrider_dispatch'], using: 'true', check: 'true' }),
    ],
    ['with a restrictive policy of any form', policy({ isPermissive: false, using: 'true' })],
    [
      'with the setting read once for the statement',
      policy({ using: `(project_id = ( SELECT (current_setting('app.project'::text))::uuid AS current_setting))` }),
    ],
    [
      'without a project when it is listed',
      { name: 'users', columns: ['id'], policies: [], hasRowSecurity: false, uniqueKeys: [] },
    ],
    [
      'with a unique key across projects that is listed',
      { uniqueKeys: [{ name: 'domains_verified_owner', columns: ['domain'] }] },
    ],
    ['as a partition without grants', { kind: 'partition', hasRowSecurity: false, policies: [], grantees: [] }],
    ["as a view with the caller's rights", { kind: 'view', isInvokersView: true }],
    [
      'in the schema of the queue',
      { schema: 'pgboss', columns: ['id'], policies: [], hasRowSecurity: false, uniqueKeys: [] },
    ],
  ])('%s', (_behaviour, changes) => {
    expect(faultsIn({ relations: [{ ...sealed, ...changes }] })).toEqual([]);
  });
});

test.each<[Partial<DatabaseRole>, string]>([
  [{ isSuperuser: true }, 'postrider_app role: is a superuser'],
  [{ bypassesRowSecurity: true }, 'postrider_app role: bypasses row security'],
])('a role of ours with %o is at fault', (changes, fault) => {
  expect(
    faultsIn({
      roles: [
        { ...app, ...changes },
        { ...app, ...changes, name: 'another_role' },
      ],
    }),
  ).toEqual([fault]);
});

test.each<[Partial<DefinerFunction>, string]>([
  [{ owner: 'postrider_owner' }, 'gate() definer: is owned by postrider_owner, not postrider_dispatch'],
  [{ settings: [] }, 'gate() definer: does not set search_path'],
  [{ isOpenToAll: true }, 'gate() definer: may be executed by public'],
  [
    { name: 'make_event_months(integer)' },
    'make_event_months(integer) definer: is owned by postrider_dispatch, not postrider_owner',
  ],
])('a security definer function with %o is at fault', (changes, fault) => {
  expect(faultsIn({ functions: [{ ...gate, ...changes }] })).toEqual([fault]);
});
