import type { Contact } from '#features/contacts';
import { StoredRun } from './stored-run.ts';

/** An execution while a worker goes on with it, with what its steps need to know. */
export class ExecutionRun extends StoredRun {
  readonly contact: Contact;
  readonly workflowName: string;

  constructor(given: Pick<ExecutionRun, 'stored' | 'graph' | 'contact' | 'workflowName'>) {
    super(given);
    this.contact = given.contact;
    this.workflowName = given.workflowName;
  }

  /** What its times and steps were before a transaction, which may be begun again. */
  copy(): ExecutionRun {
    const copy = new ExecutionRun(this);
    copy.follow(this);
    return copy;
  }
}
