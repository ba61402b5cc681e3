import { teamEndpoint } from '../conventions/account-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, isInstant } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { pause } from './pause.ts';

type Path = '/projects/:id/security' | '/users/@me/projects/:id/security';

const nothing = { total: 0, bounces: 0, complaints: 0, bounceRate: 0, complaintRate: 0 };

const securityEntry = (path: Path) => {
  const pathOf = ({ id }: { id: string }): string => path.replace(':id', id);
  return entry(
    `GET ${path}`,
    teamEndpoint(
      {
        endpoint: `GET ${path}`,
        status: 200,
        request: async (_world, { project }) => ({ path: pathOf(project) }),
      },
      { role: 'MEMBER', whenDisabled: 'works' },
    ),
    it('shows a project without mail as healthy, with its thresholds (D-1130)', async (world) => {
      const { api, project } = await world.owner();
      answeredWhole(await api.get(pathOf(project)), 200, {
        status: {
          projectId: project.id,
          isHealthy: true,
          shouldDisable: false,
          isNewProject: true,
          twentyFourHour: nothing,
          sevenDay: nothing,
          allTime: nothing,
          violations: [],
          warnings: [],
        },
        levels: {
          bounce7Day: 'healthy',
          bounceAllTime: 'healthy',
          complaint7Day: 'healthy',
          complaintAllTime: 'healthy',
        },
        isDisabled: false,
        paused: { all: null, marketing: null },
        suspensions: [],
        thresholds: {
          bounce: { warn: 4, pauseMarketing: 5, pauseAll: 8 },
          complaint: { warn: 0.08, pauseMarketing: 0.1, pauseAll: 0.3 },
          minimum: { sent: 200, bounces: 10, complaints: 3 },
          newProject: { days: 30, bounces24h: 25, complaints24h: 5 },
        },
      });
    }),
    it('shows bounces and complaints in per cent of sent mail, and names the thresholds that are crossed (D-1131, D-1132)', async (world) => {
      const { api, project } = await world.owner();
      await give(world, project.id, { hoursAgo: 2, sent: 400, bounces: 18, complaints: 0 });
      await give(world, project.id, { hoursAgo: 48, sent: 600, bounces: 40, complaints: 1 });
      await give(world, project.id, { hoursAgo: 24 * 30, sent: 1000, bounces: 2, complaints: 0 });
      answered(await api.get(pathOf(project)), 200, {
        status: {
          isHealthy: false,
          shouldDisable: false,
          twentyFourHour: { total: 400, bounces: 18, complaints: 0, bounceRate: 4.5, complaintRate: 0 },
          sevenDay: { total: 1000, bounces: 58, complaints: 1, bounceRate: 5.8, complaintRate: 0.1 },
          allTime: { total: 2000, bounces: 60, complaints: 1, bounceRate: 3, complaintRate: 0.05 },
          violations: [{ metric: 'bounceRate', window: 'sevenDay', value: 5.8, threshold: 5 }],
          warnings: [{ metric: 'bounceRate', window: 'sevenDay', value: 5.8, threshold: 4 }],
        },
        levels: {
          bounce7Day: 'critical',
          bounceAllTime: 'healthy',
          complaint7Day: 'healthy',
          complaintAllTime: 'healthy',
        },
      });
    }),
    it('has a level for each line, healthy below the minimum, and says when all mail should stop (D-1132)', async (world) => {
      for (const [sent, bounces, complaints, bounce7Day, complaint7Day, shouldDisable] of [
        [199, 100, 100, 'healthy', 'healthy', false],
        [1000, 39, 0, 'healthy', 'healthy', false],
        [1000, 40, 0, 'warning', 'healthy', false],
        [1000, 50, 0, 'critical', 'healthy', false],
        [1000, 80, 0, 'critical', 'healthy', true],
        [5000, 0, 4, 'healthy', 'warning', false],
        [3000, 0, 3, 'healthy', 'critical', false],
        [1000, 0, 3, 'healthy', 'critical', true],
      ] as const) {
        const { api, project } = await world.owner();
        await world.sql(`update projects set created_at = now() - interval '60 days' where id = $1`, [project.id]);
        await give(world, project.id, { hoursAgo: 48, sent, bounces, complaints });
        const isHealthy = bounce7Day !== 'critical' && complaint7Day !== 'critical';
        answered(await api.get(pathOf(project)), 200, {
          status: { isHealthy, shouldDisable },
          levels: { bounce7Day, bounceAllTime: bounce7Day, complaint7Day, complaintAllTime: complaint7Day },
        });
      }
    }),
    it('shows a bad past that pauses nothing (D-1132)', async (world) => {
      const { api, project } = await world.owner();
      await give(world, project.id, { hoursAgo: 24 * 30, sent: 1000, bounces: 100, complaints: 0 });
      answered(await api.get(pathOf(project)), 200, {
        status: { isHealthy: true, shouldDisable: false, violations: [], warnings: [] },
        levels: { bounce7Day: 'healthy', bounceAllTime: 'critical' },
        paused: { all: null, marketing: null },
      });
    }),
    it('shows what is paused and why', async (world) => {
      const { api, project } = await world.owner();
      await pause(world.sql, project.id, 'MARKETING');
      const reply = await api.get(pathOf(project));
      isInstant(reply.body.paused.marketing);
      answered(reply, 200, {
        paused: { all: null },
        suspensions: [
          {
            scope: 'MARKETING',
            targetId: null,
            cause: 'BOUNCE_RATE',
            value: 5.4,
            threshold: 5,
            endedAt: null,
            endedBy: null,
          },
        ],
      });
    }),
  );
};

interface Hour {
  hoursAgo: number;
  sent: number;
  bounces: number;
  complaints: number;
}

const give = (world: World, projectId: string, { hoursAgo, sent, bounces, complaints }: Hour) =>
  world.sql(
    `insert into reputation_counts (project_id, round, hour, scope, target_id, slot, sent, bounces, complaints)
     values ($1, 0, now() - $2 * interval '1 hour', 'project', $1, 0, $3, $4, $5)`,
    [projectId, hoursAgo, sent, bounces, complaints],
  );

export const projectSecurity = securityEntry('/projects/:id/security');
export const ownProjectSecurity = securityEntry('/users/@me/projects/:id/security');
