import type { Resource } from '../../src/platform/http/index.ts';
import type { GivenProject } from '../given.ts';
import type { TestApp } from '../test-app.ts';

/** A project in which resources of every kind can be created; all of its texts contain the fixture's word. */
export interface ProjectFixture {
  readonly app: TestApp;
  readonly project: GivenProject;
  /** In every text that the fixture writes; no reply to another project may contain it. */
  readonly word: string;
  newEmail(): string;
  /** Creates a resource of this kind; returns its id. */
  make(kind: Resource): Promise<string>;
  /** The id of one resource of this kind, the same each time: for tries that must not change it. */
  known(kind: Resource): Promise<string>;
  /** The token of the last mail to an address. */
  mailedToken(email: string): Promise<string>;
}
