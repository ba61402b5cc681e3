import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { version } from '#platform/version';
import { baseEnvironment, main } from '#testing/server-process';
import { type Command, CommandRefused } from './command.ts';
import { commands } from './command-list.ts';
import { runCommand } from './run-command.ts';

const greet: Command = {
  name: 'greet',
  usage: '<name> [--loud] [--from <name>]',
  summary: 'Greets',
  needs: ['<name>'],
  options: { loud: 'flag', from: 'text' },
  async run({ given: [name], texts, flags }, io) {
    io.progress('thinking');
    if (name === 'nobody') throw new CommandRefused('Nobody is there.', 'Name a person.');
    io.result({ name, from: texts.from ?? null, loud: flags.loud ?? false }, [`Hello ${name}`]);
  },
};

/** Exit code and output of a command; standard output and error are terminals or not. */
async function ran(args: readonly string[], isTTY = false, list: readonly Command[] = [greet]) {
  let [out, err] = ['', ''];
  const code = await runCommand(list, args, {
    stdout: { isTTY, write: (text) => (out += text) },
    stderr: { isTTY, write: (text) => (err += text) },
  });
  return { code, out, err };
}

test('the result is text on a terminal, and JSON otherwise or when it is asked for; nothing else is on standard output', async () => {
  expect(await ran(['greet', 'Ada'], true)).toEqual({ code: 0, out: 'Hello Ada\n', err: 'thinking\n' });
  const json = '{"name":"Ada","from":"Bob","loud":true}\n';
  expect(await ran(['greet', 'Ada', '--loud', '--from', 'Bob'])).toEqual({ code: 0, out: json, err: '' });
  expect(await ran(['greet', '--json', '--loud', '--from=Bob', 'Ada'], true)).toMatchObject({ code: 0, out: json });
});

test('a refusal ends with 1, its reason and what to do are on standard error', async () => {
  expect(await ran(['greet', 'nobody'])).toEqual({ code: 1, out: '', err: 'Nobody is there.\nName a person.\n' });
});

test.each([
  [['greet'], /greet needs <name>\. Use: postrider greet <name>/],
  [['greet', 'Ada', 'Bob'], /does not take Bob/],
  [['greet', 'Ada', '--silent'], /Unknown option '--silent'\. Use:/],
  [['greet', 'Ada', '--from'], /argument missing\. Use:/],
  [['gret'], /There is no command gret\. Did you mean greet\?/],
])('wrong use ends with 2: %j', async (args, reason) => {
  const { code, out, err } = await ran(args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(reason);
});

test.each([
  ['EACCES', 'open'],
  ['ENOENT', 'open'],
  ['EROFS', 'mkdir'],
  ['EISDIR', 'read'],
  ['ENOSPC', 'write'],
])('a file that cannot be used ends with 1 and one line, not as a port: %s', async (code, syscall) => {
  const message = `${code}: no way, ${syscall} '/backups/one'`;
  const failing: Command = {
    ...greet,
    run: () => Promise.reject(Object.assign(new Error(message), { code, syscall })),
  };
  const err = `A file or folder cannot be used: ${message}.\n`;
  expect(await ran(['greet', 'Ada'], false, [failing])).toEqual({ code: 1, out: '', err });
});

test('other errors are not hidden', async () => {
  const broken: Command = { ...greet, run: () => Promise.reject(new TypeError('ours')) };
  await expect(ran(['greet', 'Ada'], false, [broken])).rejects.toThrow('ours');
});

test('the help names every command with what it does, in lines that fit 100 columns', async () => {
  const { out } = await ran(['--help'], true, commands);
  const lines = out.split('\n');
  for (const { name, summary } of commands)
    expect(lines.filter((line) => line.startsWith(`  ${name} `) && line.endsWith(` ${summary}`))).toHaveLength(1);
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
});

test.each(['--help', '-h'])(
  '%s behind a command shows its use and what it does, and does not run it',
  async (option) => {
    const text = 'Use: postrider greet <name> [--loud] [--from <name>]\n\nGreets.\n';
    const json = '{"name":"greet","use":"postrider greet <name> [--loud] [--from <name>]","summary":"Greets"}\n';

    expect(await ran(['greet', option], true)).toEqual({ code: 0, out: text, err: '' });
    expect(await ran(['greet', 'Ada', '--loud', option])).toEqual({ code: 0, out: json, err: '' });
    expect(await ran(['greet', '--json', option], true)).toEqual({ code: 0, out: json, err: '' });
    expect(await ran(['greet', '--', option], true)).toMatchObject({ code: 0, out: `Hello ${option}\n` });
  },
);

test('the use of every command fits 100 columns', async () => {
  for (const { name, usage = '' } of commands) {
    const { code, out } = await ran([name, '--help'], true, commands);
    expect(code).toBe(0);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`Use: postrider ${name} ${usage}`);
    expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
  }
});

test.each(['version', '--version'])('%s prints the version', async (name) => {
  expect(await ran([name], true, commands)).toEqual({ code: 0, out: `${version}\n`, err: '' });
  expect(await ran([name], false, commands)).toEqual({ code: 0, out: `{"version":"${version}"}\n`, err: '' });
});

test('the program starts as a user that has a number and no name, as containers and services may have', async () => {
  const nameless = `data:text/javascript,
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.userInfo = () => { throw new Error('uv_os_get_passwd returned ENOENT'); };
    syncBuiltinESMExports();`;

  const { stdout } = await promisify(execFile)(process.execPath, ['--import', nameless, main, 'help', '--json'], {
    env: baseEnvironment(),
  });

  expect(JSON.parse(stdout)).toMatchObject({ commands: expect.arrayContaining([]) });
});
