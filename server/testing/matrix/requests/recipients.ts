import { linkIdOf } from '../../../src/features/emails/links/link-id.ts';
import { recipientKeys } from '../../../src/features/emails/links/recipient-urls.ts';
import { storeLinks } from '../../../src/features/emails/links/store-links.ts';
import { projectContext } from '../../../src/platform/context/index.ts';
import { type LinkPurpose, signRecipientToken } from '../../../src/pure/recipient-tokens/index.ts';
import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const url = 'https://acme.example/';

/** The token of a link in a mail of the fixture's project. */
async function tokenOf(
  { app, project }: ProjectFixture,
  purpose: LinkPurpose,
  contactId: string | null,
  emailId: string = project.id,
): Promise<string> {
  const ctx = projectContext(app.app.services, project.id);
  const { handle } = await ctx.read(({ db }) =>
    db.selectFrom('projects').select('handle').where('id', '=', project.id).executeTakeFirstOrThrow(),
  );
  if (purpose === 'click') await ctx.transaction((tx) => storeLinks(tx, [`<a href="${url}">`]));
  const linkId = purpose === 'click' ? linkIdOf(project.id, url) : null;
  const token = { purpose, cell: '', handle, contactId, emailId, linkId };
  return signRecipientToken(token, recipientKeys(app.app.services.config));
}

const known = async (fixture: ProjectFixture, purpose: LinkPurpose) => ({
  params: { token: await tokenOf(fixture, purpose, await fixture.make('contact')) },
});

export const recipientRequests: Requests = {
  'GET /t/o/:token': async (fixture) => ({ params: { token: await tokenOf(fixture, 'open', null) } }),
  'GET /t/c/:token': async (fixture) => ({ params: { token: await tokenOf(fixture, 'click', null) } }),
  'GET /u/:token': (fixture) => known(fixture, 'unsubscribe'),
  'POST /u/:token': (fixture) => known(fixture, 'unsubscribe'),
  'GET /s/:token': (fixture) => known(fixture, 'subscribe'),
  'POST /s/:token': (fixture) => known(fixture, 'subscribe'),
  'GET /m/:token': (fixture) => known(fixture, 'manage'),
  'POST /m/:token': async (fixture) => ({ ...(await known(fixture, 'manage')), body: { subscribed: 'true' } }),
  'GET /v/:token': async (fixture) => ({
    params: { token: await tokenOf(fixture, 'view', null, await fixture.make('email')) },
  }),
};
