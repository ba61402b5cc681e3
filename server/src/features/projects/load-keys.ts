import { type MemberCall, ProjectNotFound } from '#platform/identity';

export interface KeysSummary {
  readonly public: string;
  readonly secretLast4: string;
  readonly createdAt: Date;
}

/** What can be shown of a project's keys; the secret one is not stored. */
export async function loadKeys(call: MemberCall): Promise<KeysSummary> {
  const rows = await call.read(({ db }) =>
    db
      .selectFrom('apiKeys')
      .select(['kind', 'publicText', 'last4', 'createdAt'])
      .where('projectId', '=', call.projectId)
      .execute(),
  );
  const [publicKey, secretKey] = ['public', 'secret'].map((kind) => rows.find((row) => row.kind === kind));
  if (!publicKey?.publicText || !secretKey) throw ProjectNotFound(call.projectId);
  return { public: publicKey.publicText, secretLast4: secretKey.last4, createdAt: secretKey.createdAt };
}
