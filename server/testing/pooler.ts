/** Addresses that lead to the pooler besides its own. */
const leadingHosts = new Set<string>();

/**
 * The variables with which a run (`proof/scale/pooler`) has every process of the product go through a pooler: its address with user and
 * password, and the server that it stands before. Some suites use a server of their own for a while, which has no pooler.
 */
export const poolerVariables = (poolerUrl: string, serverUrl: string): Record<string, string> => ({
  TEST_POOLER_URL: poolerUrl,
  TEST_POOLED_SERVER: new URL(serverUrl).host,
});

/** The database by way of the pooler, if there is one before this server. */
export function pooledUrl(databaseUrl: string): string {
  const pooler = process.env.TEST_POOLER_URL;
  const url = new URL(databaseUrl);
  if (!pooler || url.host !== process.env.TEST_POOLED_SERVER) return databaseUrl;
  const { username, password, host } = new URL(pooler);
  return Object.assign(url, { username, password, host }).href;
}

/** A server of a run that passes connections on, to the database or to the pooler before it. */
export function notePassing(url: URL, target: string): void {
  if (target !== '' && new URL(target).host === poolerHost()) leadingHosts.add(url.host);
}

/**
 * The settings with which a process of the product uses the pooler, as an operator would give them. One that cannot is named in the
 * output: it uses another server than the one behind the pooler.
 */
export function throughPooler(settings: Record<string, string>): Record<string, string> {
  const { DATABASE_URL: given = '' } = settings;
  if (poolerHost() === null || given === '') return settings;
  const pooled = pooledUrl(given);
  if (pooled !== given) return { ...settings, ...unprepared, DATABASE_URL: pooled, DATABASE_DIRECT_URL: given };
  const { host } = new URL(given);
  if (host === poolerHost() || leadingHosts.has(host)) return { ...settings, ...unprepared };
  noteDirect(`a server of its own at ${host}`);
  return settings;
}

/** What sessions of another version are called, where a run looks who went past the pooler. */
export const otherVersion = 'other-version';

/** The settings of another version of the program: it need not know those for a pooler. */
export function ofOtherVersion(settings: Record<string, string>): Record<string, string> {
  if (poolerHost() === null) return settings;
  noteDirect('another version of the program');
  const url = new URL(settings.DATABASE_URL ?? '');
  url.searchParams.set('application_name', otherVersion);
  return { ...settings, DATABASE_URL: url.href };
}

const noteDirect = (reason: string): void => {
  process.stdout.write(`direct, not through the pooler: ${reason}\n`);
};

const unprepared = { DATABASE_PREPARED_STATEMENTS: 'false' };

const poolerHost = (): string | null => {
  const pooler = process.env.TEST_POOLER_URL;
  return pooler ? new URL(pooler).host : null;
};
