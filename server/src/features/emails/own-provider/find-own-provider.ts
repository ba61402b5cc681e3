import type { ProjectReader } from '#platform/context';
import { type OwnProvider, openProviderSecret, type ProviderSettings } from './own-provider.ts';

/** The provider of this project; null when its mail leaves by the relays of the instance. */
export async function findOwnProvider(reader: ProjectReader): Promise<OwnProvider | null> {
  const row = await findRow(reader);
  return row ? providerOf(row) : null;
}

/** The same with its secret. Throws `ProviderSecretUnreadable`. */
export async function findOwnProviderWithSecret(
  reader: ProjectReader,
): Promise<{ readonly provider: OwnProvider; readonly secret: string } | null> {
  const row = await findRow(reader);
  return row ? { provider: providerOf(row), secret: openProviderSecret(reader, row.secret) } : null;
}

type ProviderRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

const findRow = ({ db, projectId }: ProjectReader) =>
  db
    .selectFrom('ownProviders')
    .select(['id', 'kind', 'settings', 'secret', 'topicArn'])
    .where('projectId', '=', projectId)
    .executeTakeFirst();

const providerOf = ({ id, kind, settings, topicArn }: ProviderRow): OwnProvider => ({
  ...({ type: kind, ...(settings as object) } as ProviderSettings), // only written by us
  id,
  topicArn,
});
