import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { freePort } from '@postrider/server/testing/free-port';
import { until } from '@postrider/server/testing/until';
import { baseImage, makeBaseImage } from './base-image.ts';
import { type BuiltImage, buildImage } from './build-image.ts';
import { type ImageTree, openImageTree } from './image-tree.ts';
import { readLayers } from './layers.ts';
import { idleMb } from './memory.ts';
import { goThroughQuickstart, isAsShown, ownerLinkIn, statusOf } from './quickstart.ts';
import { check, needRoot, printVerdict, time } from './verdicts.ts';

/** `npm run image`: builds the image without a daemon and goes through the quickstart in its file tree. Needs root, for mounts. */
const maxIdleMb = 200;

async function lookAtImage({ name, config, history }: BuiltImage): Promise<void> {
  check(
    'it runs as a user that is not root, and ends by SIGTERM',
    config.User === 'node' && config.StopSignal === 'SIGTERM',
  );
  check(
    'it takes the role as its argument',
    config.Cmd.join() === 'all' && config.Entrypoint.at(-1) === 'server/dist/main.js',
  );
  const names = config.Env.map((line) => line.split('=')[0]);
  check(
    'its environment says nothing but where programs are',
    names.every((one) => /^(PATH|NODE_ENV|NODE_VERSION|YARN_VERSION)$/.test(one ?? '')),
    names,
  );
  const { layers, bytes, foreign } = await readLayers(name, baseImage);
  check(
    'no layer holds settings, npm configuration or files of the repository alone',
    foreign.length === 0,
    foreign.slice(0, 10),
  );
  check('no instruction that made it holds a secret', !history.some((line) => /_auth|password|secret_key/i.test(line)));
  console.log(`the image adds ${Math.round(bytes / 1_048_576)} MB in ${layers} layers to its base`);
}

async function runQuickstart({ config }: BuiltImage, tree: ImageTree, databaseUrl: string): Promise<void> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a-secret-for-the-image-of-32-characters',
    SIGNUPS: 'owner',
    BASE_URL: url,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    TRUSTED_PROXIES: '1',
  };
  const isHealthy = async (): Promise<boolean> =>
    (await tree.run(config.Healthcheck.Test.slice(1), settings)).code === 0;

  const { child, output } = tree.start([...config.Entrypoint, ...config.Cmd], settings);
  try {
    const isReady = await until(async () => child.exitCode !== null || (await statusOf(url, '/ready')) === 200);
    check('the role all migrates an empty database and is ready', isReady && child.exitCode === null);
    const pid = child.pid ?? 0;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    check(
      'its process is the one of the container, without root',
      new RegExp(`^Uid:\\s+${tree.userId}\\s+${tree.userId}`, 'm').test(status) && tree.userId !== '0',
    );
    check('it has no capability and gets none', /^CapEff:\s+0+$/m.test(status) && /^NoNewPrivs:\s+1$/m.test(status));
    const write = await tree.run(['node', '--eval', 'fs.writeFileSync("/postrider/server/a-file", "")'], settings);
    check('its root is for reading alone', write.code === 1 && write.output.includes('EROFS'));
    const made = await tree.run(['node', 'make-secrets.mjs', '/tmp/secrets'], {});
    check('it makes the secrets of the compose file', made.code === 0 && made.output.includes('made app/SECRET_KEY'));
    const idle = await idleMb(pid);
    check(`idle, the role all holds less than ${maxIdleMb} MB`, idle < maxIdleMb, `${idle} MB`);
    check('the health check of the image holds', await isHealthy());

    const printed = await until(() => output().includes('Test mode'));
    const link = await tree.runByBuildah([...config.Entrypoint, 'owner-link'], settings);
    check(
      'the log ends with the owner link, and `owner-link` makes another',
      printed && ownerLinkIn(output()) !== '' && ownerLinkIn(link) !== '',
    );
    const quickstart = await goThroughQuickstart(url, link);
    check('the commands of docs/quickstart.md end in a mail in the inbox', isAsShown(quickstart), quickstart);
    const backup = await tree.run([...config.Entrypoint, 'backup', '/tmp/backup'], settings);
    check('its user writes a backup into a folder that is mounted', backup.code === 0, backup.code);
    check('it serves the dashboard', (await statusOf(url, '/app')) === 200);
    console.log(`after the quickstart it holds ${await idleMb(pid, 3)} MB`);

    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    check(
      'a stop turns readiness red first',
      await until(async () => (await statusOf(url, '/ready')) === 503, { pauseMs: 20 }),
    );
    const [code] = await ended;
    check('it ends by itself with code 0', code === 0, code);
    check('the health check fails afterwards', !(await isHealthy()));
  } finally {
    child.kill('SIGKILL');
  }
}

needRoot('npm run image');
time(`stand-in for ${baseImage}, ${await makeBaseImage()}`);
const image = await buildImage();
time('build');
await lookAtImage(image);
time('layers');
const database = await createDatabase();
const tree = await openImageTree(image);
try {
  await runQuickstart(image, tree, urlOf(database));
} finally {
  await tree.close();
  await dropDatabase(database);
}
time('quickstart');
printVerdict();
