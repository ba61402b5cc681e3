import type { Resource } from '../../src/platform/http/index.ts';
import type { GivenProject } from '../given.ts';
import type { TestApp } from '../test-app.ts';
import { resourceBuilders } from './resources.ts';

/** A project in which things of every kind can be made; everything of it carries the scene's word. */
export interface Scene {
  readonly app: TestApp;
  readonly project: GivenProject;
  /** Stands in every text that the scene writes; nobody else's answers may hold it. */
  readonly word: string;
  newEmail(): string;
  /** A new thing of this kind; its id. */
  make(kind: Resource): Promise<string>;
  /** One thing of this kind, the same each time: for tries that must not touch it. */
  known(kind: Resource): Promise<string>;
  /** The token of the last mail to an address. */
  mailedToken(email: string): Promise<string>;
}

let scenes = 0;

export async function openScene(app: TestApp, mark = 'scene'): Promise<Scene> {
  scenes += 1;
  const word = `${mark}x${process.pid}x${scenes}x`;
  let emails = 0;
  const newEmail = (): string => {
    emails += 1;
    return `${word}-${emails}@example.com`;
  };
  const owner = await app.given.user({ email: newEmail() });
  await owner.client.patch('/users/@me', { name: `Owner ${word}` });
  const project = await app.given.project({ name: `Project ${word}`, owner });
  const things = new Map<Resource, Promise<string>>();
  const scene: Scene = {
    app,
    project,
    word,
    newEmail,
    make(kind) {
      const build = resourceBuilders[kind];
      if (!build) throw new Error(`add a builder for the kind ${kind} to server/testing/matrix/resources.ts`);
      return build(scene);
    },
    known(kind) {
      const id = things.get(kind) ?? scene.make(kind);
      things.set(kind, id);
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
  return scene;
}
