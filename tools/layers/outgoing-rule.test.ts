import { expect, test } from 'vitest';
import { fixtureTree } from '../testing/fixture-tree.ts';
import { checkLayers, describeViolation } from './check-layers.ts';

const reportOn = async (path: string, text: string): Promise<string[]> =>
  (await checkLayers(await fixtureTree({ [path]: text }))).map(describeViolation);

const feature = 'server/src/features/contacts/a.ts';

test.each([
  ['fetch', `await fetch(url);`],
  ['fetch by another name', `const get = fetch;`],
  ['fetch of the global object', `globalThis.fetch(url);`],
  ['a web socket', `new WebSocket(url);`],
  ['a request over HTTP', `import { request } from 'node:https';`],
  ['a request by another name', `import { type Agent, get as isIP } from 'http';`],
  ['a whole module', `import * as http from 'node:http';`],
  ['a default import', `import http from 'node:http2';`],
  ['a module that is passed on', `export * from 'undici';`],
  ['a module that is loaded late', `const { connect } = await import('node:tls');`],
  ['a module that is required', `const net = require('net');`],
  ['a module of the process', `process.getBuiltinModule('node:net');`],
  ['a socket', `import { isIP, connect } from 'node:net';`],
  ['a datagram', `import { createSocket } from 'node:dgram';`],
  ['the resolver of the system', `import { lookup } from 'node:dns/promises';`],
])('%s is refused outside of the places that call out', async (_name, text) => {
  expect(await reportOn(feature, `\n${text}`)).toEqual([
    `${feature}:2 outgoing: only platform/outgoing-calls calls out, and the few places named in tools/layers/outgoing-rule.ts`,
  ]);
});

test.each([
  ['types', `import type { Socket } from 'node:net';\nimport { type Agent } from 'node:http';`],
  [
    'what opens no connection',
    `import { BlockList, isIP } from 'node:net';\nimport { createServer } from 'node:http';`,
  ],
  ['methods that are called so', `queue.fetch(10); const prefetch = 1;`],
  ['a word in a text or a comment', `// fetch(url)\nconst text = 'fetch(url)';`],
])('%s may be used anywhere', async (_name, text) => {
  expect(await reportOn(feature, text)).toEqual([]);
});

test.each([
  'server/src/platform/outgoing-calls/a.ts',
  'server/src/platform/transports/smtp/a.ts',
  'server/src/features/contacts/a.test.ts',
  'server/testing/a.ts',
  'proof/a.ts',
])('%s may call out', async (path) => {
  expect(await reportOn(path, `import { connect } from 'node:net';\nawait fetch(url);`)).toEqual([]);
});
