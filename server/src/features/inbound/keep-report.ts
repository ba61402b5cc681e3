import type { ProjectTx } from '#platform/context';

const mostBytes = 65_536;
const mostOfProject = 100;

/** Keeps the beginning of a mail for a person to look at; the oldest of more than a hundred goes. */
export async function keepReport(tx: ProjectTx, emailId: string, raw: Buffer): Promise<void> {
  const { db, projectId, now } = tx;
  await db
    .insertInto('inboundReports')
    .values({ projectId, id: tx.newId(), emailId, raw: raw.subarray(0, mostBytes), receivedAt: now })
    .execute();
  const surplus = db
    .selectFrom('inboundReports')
    .select('id')
    .where('projectId', '=', projectId)
    .orderBy('id', 'desc')
    .offset(mostOfProject)
    .limit(mostOfProject);
  await db.deleteFrom('inboundReports').where('projectId', '=', projectId).where('id', 'in', surplus).execute();
}
