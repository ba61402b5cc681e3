import { PostriderSession } from '@postrider/sdk';

/** Calls of the signed-in person that are about no project. */
export const session = new PostriderSession();

const sessions = new Map<string, PostriderSession>();

export function sessionIn(projectId: string): PostriderSession {
  const known = sessions.get(projectId);
  if (known) return known;
  const made = session.inProject(projectId);
  sessions.set(projectId, made);
  return made;
}
