import { captureMessage } from '../../../src/features/emails/sandbox/capture-message.ts';
import { projectContext } from '../../../src/platform/context/index.ts';
import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

/** An email whose message is in the inbox. */
async function captured(fixture: ProjectFixture): Promise<{ params: { emailId: string } }> {
  const emailId = await fixture.make('email');
  await captureMessage(projectContext(fixture.app.app.services, fixture.project.id), {
    message: Buffer.from(`Subject: ${fixture.word}\r\n\r\n${fixture.word}\r\n`),
    envelope: { from: 'hello@postrider.test', to: fixture.newEmail() },
    tags: { projectId: fixture.project.id, emailId, attempt: 1 },
    signal: new AbortController().signal,
  });
  await fixture.app.app.services.database.pool.query(
    `with gone as (delete from deliveries where id = $1)
     update emails set status = 'SENT', sent_at = now() where id = $1`,
    [emailId],
  );
  return { params: { emailId } };
}

export const inboxRequests: Requests = {
  'GET /inbox': async () => ({}),
  'GET /inbox/wait': async (fixture) => {
    await captured(fixture);
    return { query: { timeout: '1' } };
  },
  'GET /inbox/:emailId': captured,
  'GET /inbox/:emailId/raw': captured,
  'POST /inbox/:emailId/simulate': async (fixture) => ({ ...(await captured(fixture)), body: { type: 'open' } }),
  'DELETE /inbox/:emailId': captured,
  'DELETE /inbox': async () => ({}),
};
