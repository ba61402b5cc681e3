import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { hasTemplateLanguage } from '#pure/templating';
import { isTestMail, loadProjectFacts } from '../accept/project-facts.ts';
import type { EmailType } from '../email.ts';
import { storeUrls } from '../links/store-links.ts';
import { trackedUrls } from '../links/tracked-urls.ts';
import { trackingOf } from '../links/tracking-of.ts';
import { valuesRead } from '../texts/values-read.ts';

export interface TextToFreeze {
  /** The campaign's id. */
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly type: EmailType;
  readonly fromEmail: string;
}

/** What was decided for all mails of the text. */
export interface FrozenText {
  readonly isTest: boolean;
  /** The addresses in the body, as they are written there: template output is part of them (D-832). */
  readonly links: readonly string[];
}

/** Keeps the text of a campaign, the project's name, language and tracking, as they are when its sending begins (D-824). */
export async function freezeText(tx: ProjectTx, text: TextToFreeze): Promise<FrozenText> {
  const project = await loadProjectFacts(tx);
  const tracking = trackingOf(project.tracking, text.type);
  const { keys, showsMoment } = valuesRead(text.subject, text.body);
  await tx.db
    .insertInto('sharedTexts')
    .values({
      projectId: tx.projectId,
      id: text.id,
      subject: text.subject,
      body: text.body,
      projectName: project.name,
      language: project.language,
      hasFooter: text.type === 'MARKETING',
      hasUnsubscribeHeader: text.type !== 'TRANSACTIONAL',
      ...tracking,
      keys: keys && [...keys],
      showsMoment,
      createdAt: tx.now,
    })
    .execute();
  const links = [...new Set(trackedUrls(tx.config, text.body))];
  if (tracking.tracksClicks) {
    storeUrls(
      tx,
      links.filter((url) => !hasTemplateLanguage(url)),
    );
  }
  return { isTest: isTestMail(tx, project, text.fromEmail, ''), links };
}

/** No more mails are made from this text: it is kept for as long as bodies are, counted from its beginning (D-835). */
export async function endText(tx: ProjectTx, id: string): Promise<void> {
  const days = tx.config.EMAIL_BODY_DAYS;
  await sql`
    update shared_texts set expires_at = created_at + make_interval(days => ${days})
     where project_id = ${tx.projectId} and id = ${id} and expires_at is null`.execute(tx.db);
}
