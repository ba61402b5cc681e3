import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { startInTree, type TreeProcess } from '../image/file-tree.ts';

/** A user and a group of no one, as systemd takes one for `DynamicUser`. */
export const dynamicUser = '61184:61184';

/**
 * Starts the service as systemd would by its file: root reads the settings, the program gets them and runs as a user that owns nothing,
 * on a file system for reading alone and with an own `/tmp`, all of which `DynamicUser` implies.
 */
export function startService(tree: string, unit: string, settings: Readonly<Record<string, string>>): TreeProcess {
  const lineOf = (name: string): string => {
    const value = new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1];
    if (!value) throw new Error(`the service file has no ${name}`);
    return value;
  };
  if (lineOf('DynamicUser') !== 'yes') throw new Error('only a service with DynamicUser=yes can be started here');
  const file = parseEnv(readFileSync(join(tree, lineOf('EnvironmentFile')), 'utf8'));
  const place = { tree, user: dynamicUser, folder: lineOf('WorkingDirectory'), access: 'ro' } as const;
  return startInTree(place, lineOf('ExecStart').split(' '), { ...definedOf(file), ...settings });
}

const definedOf = (values: NodeJS.Dict<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
