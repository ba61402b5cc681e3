import type { Client } from 'pg';
import type { ProofProject } from '../../instance/projects.ts';

/** A process that accepts mail over HTTP and hands it to a relay, with a database of its own. */
export interface Side {
  readonly url: string;
  readonly pid: number;
  readonly projects: readonly ProofProject[];
  readonly client: Client;
  /** Returns when every mail that was accepted so far has left; fails unless `accepted` mails have reached the relay in all. */
  untilSent(accepted: number): Promise<void>;
  /** Numbers of batches that the process reports, if it does. */
  batches(): Promise<string[]>;
  stop(): Promise<void>;
}
