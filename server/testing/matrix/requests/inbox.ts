import { captureMessage } from '../../../src/features/emails/test-mode/capture-message.ts';
import { projectContext } from '../../../src/platform/context/index.ts';
import type { Requests } from '../request.ts';
import type { Scene } from '../scene.ts';

/** An email whose message is in the inbox. */
async function captured(scene: Scene): Promise<{ params: { emailId: string } }> {
  const emailId = await scene.make('email');
  await captureMessage(projectContext(scene.app.app.cellar, scene.project.id), {
    message: Buffer.from(`Subject: ${scene.word}\r\n\r\n${scene.word}\r\n`),
    envelope: { from: 'hello@postrider.test', to: scene.newEmail() },
    tags: { projectId: scene.project.id, emailId, attempt: 1 },
    signal: new AbortController().signal,
  });
  await scene.app.app.cellar.database.pool.query(
    `with gone as (delete from deliveries where id = $1)
     update emails set status = 'SENT', sent_at = now() where id = $1`,
    [emailId],
  );
  return { params: { emailId } };
}

export const inboxRequests: Requests = {
  'GET /inbox': async () => ({}),
  'GET /inbox/wait': async (scene) => {
    await captured(scene);
    return { query: { timeout: '1' } };
  },
  'GET /inbox/:emailId': captured,
  'GET /inbox/:emailId/raw': captured,
  'POST /inbox/:emailId/simulate': async (scene) => ({ ...(await captured(scene)), body: { type: 'open' } }),
  'DELETE /inbox/:emailId': captured,
  'DELETE /inbox': async () => ({}),
};
