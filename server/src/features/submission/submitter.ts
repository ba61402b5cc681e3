import type { ProjectId } from '#platform/context';

/** A program that has given the secret key of a project. */
export interface Submitter {
  readonly projectId: ProjectId;
  readonly secretKey: string;
  readonly clientAddress: string;
}
