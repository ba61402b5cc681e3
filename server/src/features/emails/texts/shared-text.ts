import type { ProjectReader } from '#platform/context';

/** A text that many mails share, and what each of them is made with; as it was when their sending began (D-824). */
export interface SharedText {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly projectName: string;
  /** Where the recipient has none. */
  readonly language: string;
  readonly hasFooter: boolean;
  readonly hasUnsubscribeHeader: boolean;
  readonly tracksOpens: boolean;
  readonly tracksClicks: boolean;
}

/** Null once its retention is over. */
export async function findSharedText({ db, projectId }: ProjectReader, id: string): Promise<SharedText | null> {
  const row = await db
    .selectFrom('sharedTexts')
    .select(['id', 'subject', 'body', 'projectName', 'language', 'hasFooter', 'hasUnsubscribeHeader'])
    .select(['tracksOpens', 'tracksClicks'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
