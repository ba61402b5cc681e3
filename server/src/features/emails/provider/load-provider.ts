import type { ProjectContext } from '#platform/context';
import { findOwnProvider } from '../own-provider/find-own-provider.ts';
import type { OwnProvider } from '../own-provider/own-provider.ts';
import type { ProviderTest } from './test-provider.ts';

interface StoredTest extends ProviderTest {
  readonly testedAt: Date;
}

export interface LoadedProvider {
  /** Null: the relays of the instance. */
  readonly own: OwnProvider | null;
  readonly test: StoredTest | null;
}

/** How mail of the project leaves, and its last test. */
export function loadProvider(ctx: ProjectContext): Promise<LoadedProvider> {
  return ctx.read(async (reader) => {
    const [own, test] = await Promise.all([
      findOwnProvider(reader),
      reader.db
        .selectFrom('providerTests')
        .select(['testedAt', 'isOk', 'stage', 'message'])
        .where('projectId', '=', reader.projectId)
        .executeTakeFirst(),
    ]);
    return { own, test: (test as StoredTest | undefined) ?? null }; // stages are only written by us
  });
}
