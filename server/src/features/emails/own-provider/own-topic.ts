import type { InstanceContext, ProjectReader } from '#platform/context';

/** Whether any project has named this topic of Amazon SNS for its own provider. */
export async function isTopicOfProject(ctx: InstanceContext, topicArn: string): Promise<boolean> {
  const [row] = await ctx.dispatch<{ project_id: string }>('projects_with_own_topic', [topicArn]);
  return row !== undefined;
}

/** The topic that this project has named. */
export async function findOwnTopic({ db, projectId }: ProjectReader): Promise<string | null> {
  const row = await db
    .selectFrom('ownProviders')
    .select('topicArn')
    .where('projectId', '=', projectId)
    .executeTakeFirst();
  return row?.topicArn ?? null;
}
