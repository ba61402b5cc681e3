import { linkIdOf } from '../../../src/features/emails/links/link-id.ts';
import { recipientKeys } from '../../../src/features/emails/links/recipient-urls.ts';
import { storeLinks } from '../../../src/features/emails/links/store-links.ts';
import { projectContext } from '../../../src/platform/context/index.ts';
import type { Purpose } from '../../../src/pure/recipient-tokens/index.ts';
import { signRecipientToken } from '../../../src/pure/recipient-tokens/index.ts';
import type { Requests } from '../request.ts';
import type { Scene } from '../scene.ts';

const url = 'https://acme.example/';

/** What a link in a mail of the scene's project carries. */
async function tokenOf(
  { app, project }: Scene,
  purpose: Purpose,
  contactId: string | null,
  emailId: string = project.id,
): Promise<string> {
  const ctx = projectContext(app.app.cellar, project.id);
  const { handle } = await ctx.read(({ db }) =>
    db.selectFrom('projects').select('handle').where('id', '=', project.id).executeTakeFirstOrThrow(),
  );
  if (purpose === 'click') await ctx.transaction((tx) => storeLinks(tx, [`<a href="${url}">`]));
  const linkId = purpose === 'click' ? linkIdOf(project.id, url) : null;
  const token = { purpose, cell: '', handle, contactId, emailId, linkId };
  return signRecipientToken(token, recipientKeys(app.app.cellar.config));
}

const known = async (scene: Scene, purpose: Purpose) => ({
  params: { token: await tokenOf(scene, purpose, await scene.make('contact')) },
});

export const recipientRequests: Requests = {
  'GET /t/o/:token': async (scene) => ({ params: { token: await tokenOf(scene, 'open', null) } }),
  'GET /t/c/:token': async (scene) => ({ params: { token: await tokenOf(scene, 'click', null) } }),
  'GET /u/:token': (scene) => known(scene, 'unsubscribe'),
  'POST /u/:token': (scene) => known(scene, 'unsubscribe'),
  'GET /s/:token': (scene) => known(scene, 'subscribe'),
  'POST /s/:token': (scene) => known(scene, 'subscribe'),
  'GET /m/:token': (scene) => known(scene, 'manage'),
  'POST /m/:token': async (scene) => ({ ...(await known(scene, 'manage')), body: { subscribed: 'true' } }),
  'GET /v/:token': async (scene) => ({
    params: { token: await tokenOf(scene, 'view', null, await scene.make('email')) },
  }),
};
