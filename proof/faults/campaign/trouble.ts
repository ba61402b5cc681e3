import type { ServerProcess } from '../../instance/instance.ts';
import { type Repetition, repeat } from '../repetition.ts';
import type { CampaignWorld } from './setup.ts';

/** Two workers, of which one is killed every so many seconds and replaced. */
export async function killWorkers(world: CampaignWorld, everySeconds: number): Promise<Repetition> {
  let workers: ServerProcess[] = await Promise.all([world.worker(), world.worker()]);
  const killing = repeat(
    () => everySeconds,
    async () => {
      const [victim, ...rest] = workers;
      victim?.child.kill('SIGKILL');
      workers = [...rest, await world.worker()];
    },
  );
  return {
    get times() {
      return killing.times;
    },
    async stop() {
      await killing.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

/** Contacts are created, changed, unsubscribed and deleted, and the project is renamed, while a campaign is made (F46). */
export const changeContacts = (
  { client, projectId, campaigns }: CampaignWorld,
  random: () => number,
  contacts: number,
): Repetition =>
  repeat(
    () => 0.05,
    async (time) => {
      const email = `person-${Math.floor(random() * contacts)}@example.com`;
      const dice = random();
      if (dice < 0.4) await campaigns.http.post('/contacts', { email: `new-${time}@example.com`, subscribed: true });
      else if (dice < 0.6) await campaigns.http.post('/contacts', { email, data: { city: `Ulm ${time}` } });
      else if (dice < 0.8) await campaigns.http.post('/contacts', { email, subscribed: false });
      else if (dice < 0.98) {
        const { rows } = await client.query<{ id: string }>('select id from contacts where email = $1', [email]);
        if (rows[0]) await campaigns.http.delete(`/contacts/${rows[0].id}`);
      } else await client.query('update projects set name = $2 where id = $1', [projectId, `Proof ${time}`]);
    },
  );
