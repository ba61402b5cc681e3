import { describe, expect, test } from 'vitest';
import { fixtureTree } from '../testing/fixture-tree.ts';
import { checkLayers, describeViolation } from './check-layers.ts';

type Tree = Record<string, string>;

/** Paths are given from server/src, except those that start with a slash, which are given from the root. */
async function reportOn(tree: Tree): Promise<string[]> {
  const files = Object.entries(tree).map(([path, text]) => [
    path.startsWith('/') ? path.slice(1) : `server/src/${path}`,
    text,
  ]);
  const root = await fixtureTree(Object.fromEntries(files));
  return (await checkLayers(root)).map(describeViolation);
}

const quiet: [behaviour: string, tree: Tree][] = [
  [
    'the SDK may import itself, and its tests whatever they need',
    {
      '/sdk/src/a/b.ts': `import { c } from '../c.ts';`,
      '/sdk/src/a/b.test.ts': `import { readFile } from 'node:fs/promises';\nimport { d } from '../testing/d.ts';`,
      '/sdk/src/testing/d.ts': `import { createServer } from 'node:http';`,
    },
  ],
  [
    'a screen may import its own folder, the shell, widgets and what calls the server',
    {
      '/dashboard/src/screens/a/a.tsx': `import { b } from './b.tsx';\nimport { c } from '../../shell/screen.tsx';\nimport { d } from '../../api/d.ts';`,
      '/dashboard/src/api/d.ts': `import { PostriderSession } from '@postrider/sdk';`,
    },
  ],
  [
    'a folder may import a lower layer by its index.ts',
    { 'features/emails/send.ts': `import { a } from '#features/contacts';` },
  ],
  [
    'a folder may import platform and pure',
    { 'features/emails/send.ts': `import { a } from '#platform/db';\nimport { b } from '#pure/csv';` },
  ],
  [
    'a folder may import itself by a relative path, from a folder within it too',
    { 'features/emails/delivery/gate.ts': `import { a } from '../send.ts';` },
  ],
  [
    'a package or a module of Node may be imported anywhere',
    { 'pure/csv/read.ts': `import { z } from 'zod';\nimport { join } from 'node:path';` },
  ],
  [
    'app may import everything',
    { 'app/index.ts': `import { a } from '../features/emails/feature.ts';\nimport { b } from '#platform/db';` },
  ],
  [
    'main may import app and the configuration',
    { 'main.ts': `import { a } from './app/index.ts';\nimport { b } from '#platform/config';` },
  ],
  ['a test may import testing', { 'features/emails/send.test.ts': `import { testApp } from '#testing';` }],
  ['a test may import one part of testing', { 'platform/db/a.test.ts': `import { a } from '#testing/database';` }],
  ['testing may import everything', { '/server/testing/index.ts': `import { a } from '../src/app/index.ts';` }],
  [
    'an import in a comment or a string is no import',
    {
      'platform/db/x.ts': `// import { a } from '#features/emails';\nconst a = \`import { a } from '#features/emails';\`;`,
    },
  ],
  [
    'configuration, testing, tools, proof and e2e may read the environment',
    {
      'platform/config/read.ts': 'process.env.X;',
      '/server/testing/a.ts': 'process.env.X;',
      '/tools/a.ts': 'process.env.X;',
      '/proof/a.ts': 'process.env.X;',
      '/e2e/a.ts': 'process.env.X;',
    },
  ],
  ['a config file may have a default export', { '/tools/a.config.ts': 'export default {};' }],
];

test.each(quiet)('%s', async (_behaviour, tree) => {
  expect(await reportOn(tree)).toEqual([]);
});

const loud: [behaviour: string, tree: Tree, report: string][] = [
  [
    'the SDK may not import a package',
    { '/sdk/src/a.ts': `import { z } from 'zod';` },
    'sdk/src/a.ts:1 sdk: the SDK imports only itself, not zod',
  ],
  [
    'the SDK may not import a module of Node',
    { '/sdk/src/a.ts': `import { join } from 'node:path';` },
    'sdk/src/a.ts:1 sdk: the SDK imports only itself, not node:path',
  ],
  [
    'the SDK may not import the server, not even a type',
    { '/sdk/src/a.ts': `import type { A } from '../../server/src/pure/csv/index.ts';` },
    'sdk/src/a.ts:1 sdk: the SDK imports only itself, not ../../server/src/pure/csv/index.ts',
  ],
  [
    'a widget of the dashboard may not know the server',
    { '/dashboard/src/widgets/a/a.tsx': `import { b } from '../../api/session.ts';` },
    'dashboard/src/widgets/a/a.tsx:1 dashboard: widgets stands below api and may not import it',
  ],
  [
    'a screen may not call the SDK itself',
    { '/dashboard/src/screens/a/a.tsx': `import { b } from '@postrider/sdk';` },
    'dashboard/src/screens/a/a.tsx:1 dashboard: only api may import @postrider/sdk',
  ],
  [
    'a screen may not import a screen of another feature',
    { '/dashboard/src/screens/a/a.tsx': `import { b } from '../b/b.tsx';` },
    'dashboard/src/screens/a/a.tsx:1 dashboard: screens of a may not import screens of b',
  ],
  [
    'the dashboard may not import the server',
    { '/dashboard/src/api/a.ts': `import { b } from '../../../server/src/pure/csv/index.ts';` },
    'dashboard/src/api/a.ts:1 dashboard: the dashboard imports nothing of the repository but itself, not server/src/pure/csv/index.ts',
  ],
  [
    'a folder may not import a higher layer',
    { 'features/contacts/a.ts': `\nimport { a } from '#features/emails';` },
    'server/src/features/contacts/a.ts:2 layer: contacts (layer 3) may not import emails above it (layer 6)',
  ],
  [
    'a folder may not import a higher layer even for a type',
    { 'features/contacts/a.ts': `import type { A } from '#features/emails';` },
    'server/src/features/contacts/a.ts:1 layer: contacts (layer 3) may not import emails above it (layer 6)',
  ],
  [
    'a folder may not re-export from a higher layer',
    { 'features/contacts/a.ts': `export * from '#features/emails';` },
    'server/src/features/contacts/a.ts:1 layer: contacts (layer 3) may not import emails above it (layer 6)',
  ],
  [
    'a folder may not call a higher layer by a dynamic import',
    { 'features/contacts/a.ts': `await import('#features/emails');` },
    'server/src/features/contacts/a.ts:1 layer: contacts (layer 3) may not import emails above it (layer 6)',
  ],
  [
    'a feature may not import a feature of its own layer',
    { 'features/contacts/a.ts': `import { a } from '#features/templates';` },
    'server/src/features/contacts/a.ts:1 layer: contacts (layer 3) may not import templates beside it (layer 3)',
  ],
  [
    'a test may not import a higher layer',
    { 'features/contacts/a.test.ts': `import { a } from '#features/emails';` },
    'server/src/features/contacts/a.test.ts:1 layer: contacts (layer 3) may not import emails above it (layer 6)',
  ],
  [
    'a folder may not import app',
    { 'features/contacts/a.ts': `import { a } from '#app';` },
    'server/src/features/contacts/a.ts:1 app: no folder may import app',
  ],
  [
    'a folder may not import a part of app',
    { 'features/contacts/a.ts': `import { a } from '#app/seed';` },
    'server/src/features/contacts/a.ts:1 app: no folder may import app',
  ],
  [
    'main may not import a feature',
    { 'main.ts': `import { a } from '#features/contacts';` },
    'server/src/main.ts:1 main: main.ts imports app and platform/config only, not server/src/features/contacts/index.ts',
  ],
  [
    'platform may not import a feature',
    { 'platform/db/a.ts': `import { a } from '#features/contacts';` },
    'server/src/platform/db/a.ts:1 platform: platform imports platform and pure only, not server/src/features/contacts/index.ts',
  ],
  [
    'pure may not import platform',
    { 'pure/csv/a.ts': `import { a } from '#platform/db';` },
    'server/src/pure/csv/a.ts:1 pure: pure imports pure only, not server/src/platform/db/index.ts',
  ],
  [
    'a folder may not reach past an index.ts',
    { 'features/emails/a.ts': `import { a } from '#features/contacts/queries.ts';` },
    'server/src/features/emails/a.ts:1 deep: #features/contacts/queries.ts reaches past server/src/features/contacts/index.ts',
  ],
  [
    'platform may not reach past an index.ts',
    { 'platform/http/a.ts': `import { a } from '#platform/db/pool';` },
    'server/src/platform/http/a.ts:1 deep: #platform/db/pool reaches past server/src/platform/db/index.ts',
  ],
  [
    'a relative import may not leave its folder',
    { 'features/emails/a.ts': `import { a } from '../contacts/index.ts';` },
    'server/src/features/emails/a.ts:1 relative: ../contacts/index.ts leaves its folder; use a # import of its index.ts',
  ],
  [
    'a relative import may not leave a platform module',
    { 'platform/http/a.ts': `import { a } from '../db/pool.ts';` },
    'server/src/platform/http/a.ts:1 relative: ../db/pool.ts leaves its folder; use a # import of its index.ts',
  ],
  [
    'a feature does not import its own index.ts',
    { 'features/emails/a.ts': `import { a } from '#features/emails';` },
    'server/src/features/emails/a.ts:1 own-index: #features/emails is this feature itself; use a relative import',
  ],
  [
    'code may not import testing',
    { 'features/emails/a.ts': `import { a } from '#testing';` },
    'server/src/features/emails/a.ts:1 testing: only tests may import testing',
  ],
  [
    'a migration imports nothing of ours',
    { '/server/migrations/0001.ts': `import { a } from '../src/platform/db/index.ts';` },
    'server/migrations/0001.ts:1 migrations: a migration imports nothing of ours',
  ],
  [
    'an import that names nothing is found',
    { 'features/emails/a.ts': `import { a } from '#plumbing/db';` },
    'server/src/features/emails/a.ts:1 unknown-import: #plumbing/db names no part of the server',
  ],
  [
    'a cycle between files is found',
    {
      'pure/csv/a.ts': `import { c } from './b.ts';`,
      'pure/csv/b.ts': `export * from './c.ts';`,
      'pure/csv/c.ts': `import { a } from './a.ts';`,
    },
    'server/src/pure/csv/a.ts:1 file-cycle: server/src/pure/csv/a.ts -> server/src/pure/csv/b.ts -> server/src/pure/csv/c.ts -> server/src/pure/csv/a.ts',
  ],
  [
    'a cycle between files is found even if it is of types',
    { 'pure/csv/a.ts': `import { b } from './b.ts';`, 'pure/csv/b.ts': `import type { A } from './a.ts';` },
    'server/src/pure/csv/a.ts:1 file-cycle: server/src/pure/csv/a.ts -> server/src/pure/csv/b.ts -> server/src/pure/csv/a.ts',
  ],
  [
    'a file that imports itself is a cycle',
    { 'pure/csv/a.ts': `import { a } from './a.ts';` },
    'server/src/pure/csv/a.ts:1 file-cycle: server/src/pure/csv/a.ts -> server/src/pure/csv/a.ts',
  ],
  [
    'a cycle between platform modules is found even if it is of types',
    {
      'platform/db/a.ts': `import type { A } from '#platform/log';`,
      'platform/log/a.ts': `import type { A } from '#platform/db';`,
    },
    'server/src/platform/db/a.ts:1 folder-cycle: server/src/platform/db -> server/src/platform/log -> server/src/platform/db',
  ],
  [
    'a feature that is in no layer is refused',
    { 'features/attic/a.ts': '' },
    'server/src/features/attic/a.ts:1 unknown-feature: attic is not in the layer list',
  ],
  [
    'a part of a feature may not import a part above it, even for a type',
    {
      'features/emails/delivery/a.ts': `import type { B } from '../inbox/b.ts';`,
      'features/emails/inbox/b.ts': `import { c } from '../delivery/c.ts';`,
    },
    'server/src/features/emails/delivery/a.ts:1 part: delivery may not import inbox above it',
  ],
  [
    'a part of a feature may not import a part beside it',
    { 'features/emails/tracking/a.ts': `import { b } from '../sandbox/b.ts';` },
    'server/src/features/emails/tracking/a.ts:1 part: tracking may not import sandbox beside it',
  ],
  [
    'a part that is in no list is refused',
    { 'features/emails/attic/a.ts': '' },
    'server/src/features/emails/attic/a.ts:1 part: attic is not in the list of parts of emails',
  ],
  [
    'a file outside the known folders is refused',
    { 'features/a.ts': '' },
    'server/src/features/a.ts:1 location: belongs in app, features/<feature>, platform/<thing> or pure/<noun>',
  ],
  [
    'a file whose name says nothing is refused',
    { 'pure/csv/helpers.ts': '' },
    'server/src/pure/csv/helpers.ts:1 name: helpers says nothing; name the noun or verb',
  ],
  [
    'a folder whose name says nothing is refused',
    { '/tools/utils/csv.ts': '' },
    'tools/utils/csv.ts:1 name: utils says nothing; name the noun or verb',
  ],
  [
    'a default export is refused',
    { 'pure/csv/a.ts': 'export default 1;' },
    'server/src/pure/csv/a.ts:1 default-export: use a named export',
  ],
  [
    'a default export by renaming is refused',
    { 'pure/csv/a.ts': 'const a = 1;\nexport { a as default };' },
    'server/src/pure/csv/a.ts:2 default-export: use a named export',
  ],
  [
    'reading the environment elsewhere is refused',
    { 'platform/db/a.ts': 'const a = process.env.X;' },
    'server/src/platform/db/a.ts:1 environment: only platform/config reads the environment',
  ],
  [
    'taking the environment apart elsewhere is refused',
    { 'platform/db/a.ts': 'const { env } = process;' },
    'server/src/platform/db/a.ts:1 environment: only platform/config reads the environment',
  ],
  [
    'importing the environment elsewhere is refused',
    { 'platform/db/a.ts': `import { env } from 'node:process';` },
    'server/src/platform/db/a.ts:1 environment: only platform/config reads the environment',
  ],
];

test.each(loud)('%s', async (_behaviour, tree, report) => {
  expect(await reportOn(tree)).toEqual([report]);
});

describe('a table is written only by its own feature', () => {
  const contacts = `declare module '#platform/db' {\n  interface Tables {\n    contacts: ContactsTable;\n    contactFields: ContactFieldsTable;\n  }\n}`;
  const report = (line: number, table = 'contacts') => [
    `server/src/features/emails/a.ts:${line} table-owner: ${table} is written only by server/src/features/contacts`,
  ];

  test.each([
    [`tx.db.insertInto('contacts').values({})`, 'contacts'],
    [`tx.db\n.updateTable('contactFields')`, 'contactFields'],
    [`tx.db.deleteFrom('contacts as c')`, 'contacts'],
    [`tx.db.replaceInto('contacts')`, 'contacts'],
    [`tx.db.mergeInto('contacts')`, 'contacts'],
    ['sql`insert into contact_fields (a) values (1)`', 'contactFields'],
    ['sql`update contacts set a = 1`', 'contacts'],
    ['sql`UPDATE public.contacts AS c SET a = 1`', 'contacts'],
    ['sql`delete from "contacts" where true`', 'contacts'],
    ['sql`truncate contacts`', 'contacts'],
  ])('%s from another folder is refused', async (statement, table) => {
    const found = await reportOn({ 'features/contacts/tables.ts': contacts, 'features/emails/a.ts': statement });

    expect(found).toEqual(report(statement.startsWith('tx.db\n') ? 2 : 1, table));
  });

  test('the folder itself may write, and features above may read', async () => {
    const found = await reportOn({
      'features/contacts/tables.ts': contacts,
      'features/contacts/a.ts': `tx.db.insertInto('contacts')`,
      'features/emails/a.ts': `tx.db.selectFrom('contacts'); // and never insert into contacts\n sql\`select 1 from contacts for update skip locked\``,
    });

    expect(found).toEqual([]);
  });

  test('an upsert names its table once', async () => {
    const found = await reportOn({
      'features/contacts/tables.ts': contacts,
      'features/emails/a.ts': 'sql`insert into contacts (a) values (1) on conflict do update set a = 2`',
    });

    expect(found).toEqual(report(1));
  });

  test('a platform module owns tables too, and an undeclared table is not checked', async () => {
    const found = await reportOn({
      'platform/idempotency/tables.ts': `declare module '#platform/db' { interface Tables { idempotencyKeys: IdempotencyKeysTable } }`,
      'features/emails/a.ts': `db.insertInto('idempotencyKeys'); db.insertInto('scratch');`,
    });

    expect(found).toEqual([
      'server/src/features/emails/a.ts:1 table-owner: idempotencyKeys is written only by server/src/platform/idempotency',
    ]);
  });
});
