import { recordReadiness } from '#features/projects';
import type { Config } from '#platform/config';
import { type ProjectContext, perApp } from '#platform/context';
import { type HealthStage, type Transport, transportsOf } from '#platform/transports';
import { cut } from '#pure/text';
import { findOwnProvider, findOwnProviderWithSecret } from '../own-provider/find-own-provider.ts';
import { type OwnProvider, ProviderSecretUnreadable } from '../own-provider/own-provider.ts';
import { ownTransport } from '../own-provider/own-transport.ts';

export type TestStage = HealthStage | 'done';

export interface ProviderTest {
  readonly isOk: boolean;
  readonly stage: TestStage;
  readonly message: string;
}

/** `isOwn`: of the provider that the project brought. */
type OwnedTest = ProviderTest & { readonly isOwn: boolean };

const withinMs = 20_000;

const againAfterMs = 60_000;

const testsInFlight = perApp(() => new Map<string, Promise<OwnedTest>>());

/**
 * Tries the project's own provider, or else the relays of the instance in order, including the login; the project may go live once
 * one of them answers (D-1111). Within a minute the last result is returned, and concurrent calls share a test: every
 * test opens connections that log in.
 */
export async function testProvider(ctx: ProjectContext): Promise<OwnedTest> {
  const own = await ctx.read(findOwnProvider);
  const inFlight = testsInFlight(ctx);
  const key = `${ctx.projectId}/${own?.id ?? ''}`;
  const shared = inFlight.get(key) ?? runTest(ctx, own).finally(() => inFlight.delete(key));
  inFlight.set(key, shared);
  return shared;
}

async function runTest(ctx: ProjectContext, own: OwnProvider | null): Promise<OwnedTest> {
  const recent = await recentTest(ctx);
  if (recent) return { ...recent, isOwn: own !== null };
  const result = own ? await tryOwn(ctx) : await tryRelays(ctx.config);
  await ctx.transaction(async (tx) => {
    await recordReadiness(tx, 'provider', result.isOk); // locks the row of the project, as a change of the provider does
    const now = await findOwnProvider(tx);
    // What was changed during the test has not been tested.
    if (now?.id !== own?.id) return recordReadiness(tx, 'provider', false);
    const row = { testedAt: tx.now, isOk: result.isOk, stage: result.stage, message: result.message };
    await tx.db
      .insertInto('providerTests')
      .values({ projectId: tx.projectId, ...row })
      .onConflict((conflict) => conflict.column('projectId').doUpdateSet(row))
      .execute();
  });
  return { ...result, isOwn: own !== null };
}

const recentTest = (ctx: ProjectContext): Promise<ProviderTest | undefined> =>
  ctx.read(
    ({ db, projectId, now }) =>
      db
        .selectFrom('providerTests')
        .select(['isOk', 'stage', 'message'])
        .where('projectId', '=', projectId)
        .where('testedAt', '>', new Date(now.getTime() - againAfterMs))
        .executeTakeFirst() as Promise<ProviderTest | undefined>, // stages are only written by us
  );

/** The message for all members: names and replies of relays are for administrators of the instance only. */
export const publicMessage = ({ isOk, stage }: Pick<ProviderTest, 'isOk' | 'stage'>): string =>
  isOk ? 'A relay takes our mail.' : `The test came as far as "${stage}". Administrators of this instance see more.`;

async function tryOwn(ctx: ProjectContext): Promise<ProviderTest> {
  try {
    const found = await ctx.read(findOwnProviderWithSecret);
    if (found) return await firstThatAnswers([ownTransport(ctx, found)]);
    return { isOk: false, stage: 'connect', message: 'The provider was changed meanwhile.' };
  } catch (error) {
    if (!(error instanceof ProviderSecretUnreadable)) throw error;
    ctx.log.error({ error }, 'mail provider cannot be used');
    return { isOk: false, stage: 'login', message: 'The stored secret cannot be read. Enter it again.' };
  }
}

const tryRelays = ({ MAIL_RELAYS }: Config): Promise<ProviderTest> => firstThatAnswers(transportsOf(MAIL_RELAYS));

async function firstThatAnswers(transports: readonly Transport[]): Promise<ProviderTest> {
  let failure: ProviderTest = { isOk: false, stage: 'connect', message: 'No relay is configured (MAIL_RELAYS).' };
  try {
    for (const transport of transports) {
      const health = await Promise.race([transport.check(), tooLate()]);
      if (health.isWell) return { isOk: true, stage: 'done', message: `${transport.name} takes our mail.` };
      failure = { isOk: false, stage: health.stage, message: cut(`${transport.name}: ${health.reason}`, 500) };
    }
    return failure;
  } finally {
    await Promise.all(transports.map((transport) => transport.close()));
  }
}

const tooLate = () =>
  new Promise<{ isWell: false; stage: HealthStage; reason: string }>((resolve) => {
    const late = { isWell: false, stage: 'connect', reason: 'no answer in time' } as const;
    setTimeout(resolve, withinMs, late).unref();
  });

/** What a person can do about a failure. */
export const suggestions: Readonly<Record<TestStage, string | null>> = {
  name: 'Check the host name of the relay.',
  connect: 'Check that the relay is running, and that host, port and firewall let this machine reach it.',
  tls: 'The relay must offer TLS with a certificate that is valid for its name.',
  login: 'Check user name and password, or the access key.',
  quota: 'The provider does not send for this account at the moment.',
  sandbox: 'The provider only sends to addresses you have verified there. Ask it for production access.',
  sender: 'Verify the sender at the provider.',
  done: null,
};
