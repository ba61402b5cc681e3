import { type MailReading, read, type Task } from './work.ts';

/** The entry point of a thread that reads mail. It has no environment, and may be terminated at any moment. */
export const work = (task: Task): Promise<MailReading> => read(task);
