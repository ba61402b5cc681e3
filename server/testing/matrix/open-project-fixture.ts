import type { Resource } from '../../src/platform/http/index.ts';
import type { TestApp } from '../test-app.ts';
import type { ProjectFixture } from './project-fixture.ts';
import { resourceBuilders } from './resources.ts';

let fixtures = 0;

export async function openProjectFixture(app: TestApp, mark = 'fixture'): Promise<ProjectFixture> {
  fixtures += 1;
  const word = `${mark}x${process.pid}x${fixtures}x`;
  let emails = 0;
  const newEmail = (): string => {
    emails += 1;
    return `${word}-${emails}@example.com`;
  };
  const owner = await app.given.user({ email: newEmail() });
  await owner.client.patch('/users/@me', { name: `Owner ${word}` });
  const project = await app.given.project({ name: `Project ${word}`, owner });
  const known = new Map<Resource, Promise<string>>();
  const fixture: ProjectFixture = {
    app,
    project,
    word,
    newEmail,
    make(kind) {
      const build = resourceBuilders[kind];
      if (!build) throw new Error(`add a builder for the kind ${kind} to server/testing/matrix/resources.ts`);
      return build(fixture);
    },
    known(kind) {
      const id = known.get(kind) ?? fixture.make(kind);
      known.set(kind, id);
      return id;
    },
    async mailedToken(email) {
      await app.settle();
      const mail = app.mails.findLast(({ to }) => to === email);
      const token = /(?:token=|invite\/)([\w.-]+)/.exec(mail?.text ?? '')?.[1];
      if (!token) throw new Error(`no link was mailed to ${email}`);
      return token;
    },
  };
  return fixture;
}
