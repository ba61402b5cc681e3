import { z } from 'zod';
import { requireUser } from '#features/accounts';
import { findRole } from '#features/projects';
import { doctorGroups } from '#platform/doctor';
import { bodyId, defineRoute, Instant, instant } from '#platform/http';
import { AdministratorsOnly, ProjectNotFound, type SessionCall } from '#platform/identity';
import { type Examination, examineAtMost, examineProject } from './examine.ts';

const Status = z.enum(['pass', 'warn', 'fail', 'unknown']);

const DoctorReply = z.object({
  status: Status.meta({ description: 'The worst of all: fail, then unknown, then warn.' }),
  checks: z.array(
    z.object({
      group: z.enum(doctorGroups),
      id: z.string(),
      status: Status,
      seen: z.string(),
      why: z.string(),
      action: z.string().nullable(),
      checkedAt: Instant,
    }),
  ),
});

const doctorRoute = {
  path: '/doctor',
  description:
    'Administrators of the instance see all groups; others name a project of theirs and see its part. A check that could not be made is `unknown`.',
  access: 'session',
  query: z.object({ projectId: bodyId<'project'>('project').optional() }),
  replies: { 200: DoctorReply },
  refuses: [AdministratorsOnly, ProjectNotFound],
} as const;

/** How old the result may be that a reader gets, and how often it is made anew on request (D-1044). */
const [readerSeconds, requestSeconds] = [60, 10];

export const showDoctor = defineRoute({
  ...doctorRoute,
  method: 'GET',
  summary: 'What was found when this installation was last checked',
  run: async (call, { query }) => toReply(await examinationFor(call, query.projectId, readerSeconds)),
});

export const runDoctor = defineRoute({
  ...doctorRoute,
  method: 'POST',
  summary: 'Check this installation now, at most once in ten seconds',
  run: async (call, { query }) => toReply(await examinationFor(call, query.projectId, requestSeconds)),
});

async function examinationFor(
  call: SessionCall,
  projectId: Parameters<SessionCall['inProject']>[0] | undefined,
  everySeconds: number,
): Promise<Examination> {
  const { isAdmin, role } = await call.read(async (reader) => ({
    isAdmin: (await requireUser(reader, call.userId)).isInstanceAdmin,
    role: projectId ? await findRole(reader, projectId, call.userId) : null,
  }));
  if (isAdmin) return examineAtMost(call, everySeconds);
  if (!projectId) throw AdministratorsOnly();
  if (!role) throw ProjectNotFound(projectId);
  return examineProject(call.inProject(projectId));
}

const toReply = ({ status, checks }: Examination): z.output<typeof DoctorReply> => ({
  status,
  checks: checks.map(({ group, id, status: one, seen, why, action, checkedAt }) => ({
    ...{ group, id, status: one, seen, why, action },
    checkedAt: instant(checkedAt),
  })),
});
