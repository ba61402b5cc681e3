import type { ProjectContext } from '#platform/context';
import type { ProviderTest } from './test-provider.ts';

interface StoredTest extends ProviderTest {
  readonly testedAt: Date;
}

/** The relays of this installation by name, and how the last test of this project went. Limit: no relays of a project's own yet. */
export async function readProvider(ctx: ProjectContext) {
  const relays = ctx.config.MAIL_RELAYS;
  const test = await ctx.read(({ db, projectId }) =>
    db
      .selectFrom('providerTests')
      .select(['testedAt', 'isOk', 'stage', 'message'])
      .where('projectId', '=', projectId)
      .executeTakeFirst(),
  );
  const names = relays.map((relay) => (relay.kind === 'ses' ? `ses ${relay.region}` : new URL(relay.url).host));
  // A stage is written by us alone.
  return {
    type: relays[0]?.kind ?? ('none' as const),
    settings: { relays: names },
    test: (test as StoredTest | undefined) ?? null,
  };
}
