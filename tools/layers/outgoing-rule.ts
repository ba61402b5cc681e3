import { lineAt } from '../source/import-lines.ts';
import type { SourceFile } from '../source/read-sources.ts';
import { occurrences, perFile, type Rule, type Violation } from './rule.ts';

/** Where connections may be opened, and to what. Everything else that is called goes through `platform/outgoing-calls`. */
const places: readonly (readonly [path: string, to: string])[] = [
  ['server/src/platform/outgoing-calls/', 'URLs that come from outside, by rules'],
  ['server/src/platform/transports/', 'relays that the operator set'],
  ['server/src/platform/dns/', 'name servers that the operator set'],
  ['server/src/platform/http/local-api.ts', 'our own server, over a pair of streams: no address is involved'],
  ['server/src/app/commands/mcp-command.ts', 'the instance that a person names on the command line'],
  ['server/src/app/commands/send-command.ts', 'the instance that a person names on the command line'],
  ['server/src/app/doctor/network-checks.ts', 'BASE_URL, for its certificate and to see whether it is this instance'],
  ['server/src/features/accounts/github-provider.ts', 'sign-in providers that the operator set'],
  ['server/src/app/ask-process.ts', 'the operator ports of its own processes'],
];

const modules = String.raw`(?:node:)?(?:https?|http2|net|tls|dgram|dns(?:\/promises)?|undici)`;
const imported = new RegExp(
  String.raw`(?<![\w.$])(?:import|export)\s+(?!type\b)([\w\s{},*$]*?)\bfrom\s*['"]${modules}['"]`,
  'g',
);
const loaded = new RegExp(
  String.raw`(?<![\w$])(?:import|require|getBuiltinModule)\s*\(\s*['"\x60]${modules}['"\x60]`,
  'g',
);
const globals = /(?<![\w$.])(?:fetch\b|globalThis\s*\.\s*fetch\b|new\s+(?:WebSocket|EventSource)\b)/g;

/** What these modules have that opens no connection. */
const harmless = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'createServer', 'STATUS_CODES', 'IncomingMessage']);

const message = 'only platform/outgoing-calls calls out, and the few places named in tools/layers/outgoing-rule.ts';

/** Why: a call to an address that an outsider chose can reach inside the operator's network, so one place judges all of them. */
export const outgoingRule: Rule = perFile((file) => {
  if (!file.path.startsWith('server/src/') || file.isTest) return [];
  if (places.some(([path]) => file.path.startsWith(path))) return [];
  return [...importsOf(file), ...occurrences(file, globals, 'outgoing', message)];
});

function importsOf({ path, text, statements }: SourceFile): Violation[] {
  const clauses = [...statements.matchAll(imported)].filter(([, clause = '']) => !namesOf(clause).every(isHarmless));
  return [...clauses, ...statements.matchAll(loaded)].map(({ index }) => ({
    path,
    line: lineAt(text, index),
    rule: 'outgoing',
    message,
  }));
}

/** `{ a, type B, c as d }` by the names that are imported; anything else is one name that is never harmless. */
function namesOf(clause: string): string[] {
  const braces = /^\s*\{([^{}]*)\}\s*$/.exec(clause);
  if (!braces) return [clause];
  return (braces[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s/)[0] ?? '');
}

const isHarmless = (name: string): boolean => harmless.has(name);
