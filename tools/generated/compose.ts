import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setting } from '../../server/src/platform/config/setting.ts';
import { repositoryRoot } from '../source/repository-root.ts';

export const composePath = 'deploy/compose.yaml';

const begin =
  '  # Every other setting of docs/reference/settings.md, by `npm run settings`. Empty counts as not given.\n';
const end = '  # End of the generated settings.\n';

/** What the compose file decides itself, with the reason. */
export const decidedByCompose: Readonly<Record<string, string>> = {
  ENVIRONMENT: 'an installation is in production',
  HOST: 'inside the container; what is published is set by LISTEN',
  PORT: 'inside the container; what is published is set by LISTEN',
  INBOUND_LISTEN: 'inside the container',
  INBOUND_PORT: 'inside the container; what is published is set by INBOUND_LISTEN_ON',
  SUBMISSION_LISTEN: 'inside the container',
  DATABASE_URL: 'its own PostgreSQL',
  SECRET_KEY: 'made at the first start',
  PROCESSES: 'one for each core, unless set otherwise',
  SIGNUPS: 'only the first owner, unless set otherwise',
};

/** The compose file with one line for each setting that a deployer may give. Secrets may come as files, too. */
export async function composeFile(settings: Readonly<Record<string, Setting>>): Promise<string> {
  const present = await readFile(join(repositoryRoot, composePath), 'utf8');
  const [before, rest] = present.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${composePath} has no section for the settings`);
  return `${before}${begin}${linesOf(settings)}${end}${after}`;
}

function linesOf(settings: Readonly<Record<string, Setting>>): string {
  const given = Object.entries(settings).filter(
    ([name, { group }]) => group !== 'Testing' && !(name in decidedByCompose),
  );
  const names = given.flatMap(([name, { isSecret }]) =>
    isSecret || name.endsWith('_CERT') ? [name, `${name}_FILE`] : [name],
  );
  return names.map((name) => `  ${name}: \${${name}:-}\n`).join('');
}
