import type { ProjectContext } from '#platform/context';
import type { ProviderTest } from './test-provider.ts';

interface StoredTest extends ProviderTest {
  readonly testedAt: Date;
}

/** The names of this installation's relays, and the last test of this project. Limit: a project has no relays of its own yet. */
export async function loadProvider(ctx: ProjectContext) {
  const relays = ctx.config.MAIL_RELAYS;
  const test = await ctx.read(({ db, projectId }) =>
    db
      .selectFrom('providerTests')
      .select(['testedAt', 'isOk', 'stage', 'message'])
      .where('projectId', '=', projectId)
      .executeTakeFirst(),
  );
  const names = relays.map((relay) => (relay.kind === 'ses' ? `ses ${relay.region}` : new URL(relay.url).host));
  // Stages are only written by us.
  return {
    type: relays[0]?.kind ?? ('none' as const),
    settings: { relays: names },
    test: (test as StoredTest | undefined) ?? null,
  };
}
